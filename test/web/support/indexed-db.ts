import "fake-indexeddb/auto";

// The database of the tests asks for a task of its own with each step. A timer takes a millisecond; it is enough that
// whatever follows from the step before has happened.
Object.assign(globalThis, {
  setImmediate(run: () => void) {
    void settled().then(run);
  },
});

async function settled(): Promise<void> {
  for (let i = 0; i < 50; i++) await undefined;
}
