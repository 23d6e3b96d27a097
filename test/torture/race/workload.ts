import type { Json, Person, Reply } from "../../process/support/person.ts";
import type { Random } from "../../process/support/random.ts";

/** Something in an organization that several users change and read at the same time. */
export interface Workload {
  readonly name: string;
  /** True if old messages change in steps: other requests can come between, and only the end result must be right. */
  readonly isNotAtomicWhenOld?: boolean;
  /** Creates the thing on the server, for one race. */
  create(context: WorkloadContext): Promise<Instance>;
}

export interface WorkloadContext {
  readonly owner: Person;
  readonly people: readonly Person[];
  /** Creates a unique name. */
  name(): string;
}

/** One thing to race on. */
export interface Instance {
  /** Its state before the race. */
  readonly initial: Json;
  next(person: Person, random: Random): Attempt<Json>;
}

/** An instance whose states have one type. */
export const instance = <State>(of: {
  readonly initial: State;
  next(person: Person, random: Random): Attempt<State>;
}): Instance => of;

/** A request, with its effect on the state depending on the response. */
export interface Attempt<State> {
  readonly label: string;
  readonly isRead?: boolean;
  send(): Promise<Reply>;
  /** The state after this response, or undefined if it is impossible in the given state. */
  step(state: State, reply: Reply): State | undefined;
}

/** A change that succeeds in the allowed states, and is refused in the others. */
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

/** A query that shows the state: `expected` is what it should show for a state, `found` what it did show. */
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
