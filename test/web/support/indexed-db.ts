import "fake-indexeddb/auto";

// fake-indexeddb requests a task for each step. A timer would take a millisecond, but it is enough to wait until the
// consequences of the previous step have happened.
Object.assign(globalThis, {
  setImmediate(run: () => void) {
    void settled().then(run);
  },
});

async function settled(): Promise<void> {
  for (let i = 0; i < 50; i++) await undefined;
}
