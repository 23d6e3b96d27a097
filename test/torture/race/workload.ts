import type { Json, Person, Reply } from "../../process/support/person.ts";
import type { Random } from "../../process/support/random.ts";

/** Something in an organization that several people change and read at the same time. */
export interface Workload {
  readonly name: string;
  /** Whether changes of old messages happen in steps: other requests may come between, and only the end must be right. */
  readonly isNotAtomicWhenOld?: boolean;
  /** Creates the thing on the server, for one race. */
  create(context: WorkloadContext): Promise<Instance>;
}

/** What a workload is created with. */
export interface WorkloadContext {
  readonly owner: Person;
  readonly people: readonly Person[];
  /** Makes a name that nothing else has. */
  name(): string;
}

/** One thing that is raced on. */
export interface Instance {
  /** Its state before the race. */
  readonly initial: Json;
  /** The next request of a person. */
  next(person: Person, random: Random): Attempt<Json>;
}

/** An instance whose states are of one type. */
export const instance = <State>(of: {
  readonly initial: State;
  next(person: Person, random: Random): Attempt<State>;
}): Instance => of;

/** A request, with what it does to the thing's state according to its answer. */
export interface Attempt<State> {
  readonly label: string;
  readonly isRead?: boolean;
  send(): Promise<Reply>;
  /** The state after this answer was given in a state; undefined where it cannot have been given in that state. */
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

/** A query that shows the state: `expected` is what it shows of a state, `found` what it has shown. */
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
