/** A request with its response, and when each happened. */
export interface Operation<State> {
  readonly label: string;
  readonly invoked: number;
  readonly returned: number;
  /** The response, for failure reports. */
  readonly answer: string;
  /** Whether it changes nothing. Only such operations can be left out of a history without making it wrong. */
  readonly isRead: boolean;
  /** The state after the operation, or undefined if it can't have had this response in that state. */
  step(state: State): State | undefined;
}

/**
 * Whether the operations could have happened one after the other, each at some moment between its invocation and its
 * return. This is the algorithm of Wing and Gong, which remembers dead ends. States are JSON.
 */
export function isLinearizable<State>(initial: State, operations: readonly Operation<State>[]): boolean {
  if (operations.length > 30) throw new Error("too many operations for one search");
  const dead = new Set<string>();
  const all = 2 ** operations.length - 1;
  const search = (done: number, state: State): boolean => {
    if (done === all) return true;
    const situation = `${done} ${JSON.stringify(state)}`;
    if (dead.has(situation)) return false;
    const open = operations
      .map((operation, index) => ({ operation, index }))
      .filter(({ index }) => !(done & (1 << index)));
    // Operations invoked after another had returned come after it.
    const firstReturn = Math.min(...open.map(({ operation }) => operation.returned));
    for (const { operation, index } of open) {
      if (operation.invoked > firstReturn) continue;
      const next = operation.step(state);
      if (next !== undefined && search(done | (1 << index), next)) return true;
    }
    dead.add(situation);
    return false;
  };
  return search(0, initial);
}

/** Drops the reads from a history that are not needed to show that it isn't linearizable. */
export function shortest<State>(initial: State, operations: readonly Operation<State>[]): readonly Operation<State>[] {
  for (const operation of operations) {
    if (!operation.isRead) continue;
    const without = operations.filter((other) => other !== operation);
    if (!isLinearizable(initial, without)) return shortest(initial, without);
  }
  return operations;
}
