/** A request with its answer, and when each was. */
export interface Operation<State> {
  readonly label: string;
  readonly invoked: number;
  readonly returned: number;
  /** The answer, for the report of a failure. */
  readonly answer: string;
  /** Whether it changes nothing. Only such an operation may be left out of a history without making it wrong. */
  readonly isRead: boolean;
  /** The state after the operation in a state; undefined where it cannot have had this answer. */
  step(state: State): State | undefined;
}

/**
 * Whether the operations could have happened one after the other, each at some moment between its invocation and its
 * return. This is the algorithm of Wing and Gong, which remembers the situations that lead nowhere. States are JSON.
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
    // Whatever was invoked after another had returned comes after it.
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

/** A history that is not linearizable, without the reads that it does not need for that. */
export function shortest<State>(initial: State, operations: readonly Operation<State>[]): readonly Operation<State>[] {
  for (const operation of operations) {
    if (!operation.isRead) continue;
    const without = operations.filter((other) => other !== operation);
    if (!isLinearizable(initial, without)) return shortest(initial, without);
  }
  return operations;
}
