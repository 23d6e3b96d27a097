import type { Json, Person, Reply } from "../../process/support/person.ts";
import type { Random } from "../../process/support/random.ts";

/** Something in an organization that several users change and read at the same time. */
export interface Workload {
  readonly name: string;
  /**
   * True if old messages change in several steps. Then other requests can come between the steps, and only the final
   * result is checked.
   */
  readonly isNotAtomicWhenOld?: boolean;
  /** Creates what the users change in one race, on the server. */
  create(context: WorkloadContext): Promise<Instance>;
}

export interface WorkloadContext {
  readonly owner: Person;
  readonly people: readonly Person[];
  /** Creates a unique name. */
  name(): string;
}

/** What users change in one race. */
export interface Instance {
  /** The state before the race. */
  readonly initial: Json;
  next(person: Person, random: Random): Attempt<Json>;
}

/** Creates an instance, and checks that all its states have the same type. */
export const instance = <State>(of: {
  readonly initial: State;
  next(person: Person, random: Random): Attempt<State>;
}): Instance => of;

/** A request, with a function that determines how it changes the state. */
export interface Attempt<State> {
  readonly label: string;
  readonly isRead?: boolean;
  send(): Promise<Reply>;
  /** Returns the state after this response, or undefined if the response is impossible in the given state. */
  step(state: State, reply: Reply): State | undefined;
}

/** Returns a change that succeeds in states in which it is allowed, and is refused in the others. */
export function change<State>({
  label,
  send,
  isAllowed = () => true,
  result,
}: {
  readonly label: string;
  send(): Promise<Reply>;
  isAllowed?(state: State): boolean;
  result(state: State): State;
}): Attempt<State> {
  return {
    label,
    send,
    step: (state, { status }) =>
      (status === 200) === isAllowed(state) ? (status === 200 ? result(state) : state) : undefined,
  };
}

/**
 * Returns a query of the state. `expected` returns what the response should contain in a state, and `found` what it
 * does contain.
 */
export function query<State>({
  label,
  send,
  expected,
  found,
}: {
  readonly label: string;
  send(): Promise<Reply>;
  expected(state: State): Json;
  found(reply: Reply): Json;
}): Attempt<State> {
  return {
    label,
    isRead: true,
    send,
    step: (state, reply) => (JSON.stringify(expected(state)) === JSON.stringify(found(reply)) ? state : undefined),
  };
}
