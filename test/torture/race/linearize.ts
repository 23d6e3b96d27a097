/** A request with its response, and the times of both. */
export interface Operation<State> {
  readonly label: string;
  readonly invoked: number;
  readonly returned: number;
  /** The response, for failure reports. */
  readonly answer: string;
  /**
   * True if the operation changes nothing. Only such operations can be removed from a history without making it wrong.
   */
  readonly isRead: boolean;
  /**
   * Returns the state after the operation, or undefined if the operation can't have had this response in the given
   * state.
   */
  step(state: State): State | undefined;
}

/**
 * True if the operations could have happened one after the other, each at a moment between its request and its
 * response. Uses the algorithm of Wing and Gong, which remembers dead ends. States must be JSON.
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
    // An operation that was requested after another one had its response comes after that one.
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
