declare module "vitest" {
  interface TaskMeta {
    counts?: Counts;
  }
}

/**
 * The most expensive things that the tests of a file create. They are counted because seconds differ between machines.
 */
export interface Counts {
  organizations: number;
  servers: number;
  pages: number;
}

const none = (): Counts => ({ organizations: 0, servers: 0, pages: 0 });
let counts = none();

export function count(name: keyof Counts): void {
  counts[name] += 1;
}

/** Returns the counts since the last call. */
export function takeCounts(): Counts {
  const taken = counts;
  counts = none();
  return taken;
}
