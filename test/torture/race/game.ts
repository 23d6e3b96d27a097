import type { Json, Person, Reply } from "../../process/support/person.ts";
import type { Random } from "../../process/support/random.ts";

/** Something that many may want to change and read at once. */
export interface Game {
  readonly name: string;
  /** Of old messages it is done in steps, which others may come between: then it must only come out well. */
  readonly isSteppedWhereOld?: boolean;
  /** Makes a fresh thing of its kind, and the moves on it. */
  set(table: Table): Promise<Board>;
}

export interface Table {
  readonly owner: Person;
  readonly people: readonly Person[];
  /** A name that nothing else has. */
  name(): string;
}

export interface Board {
  readonly initial: Json;
  /** What somebody may do next. */
  move(player: Person, random: Random): Move<Json>;
}

/** A board whose states are of one type, as the table of all boards takes it. */
export const board = <State>(of: {
  readonly initial: State;
  move(player: Person, random: Random): Move<State>;
}): Board => of;

export interface Move<State> {
  readonly label: string;
  readonly isRead?: boolean;
  send(): Promise<Reply>;
  /** What becomes of a state where this was answered; undefined where it cannot have been. */
  step(state: State, reply: Reply): State | undefined;
}

/** A move that succeeds exactly in some states, and changes them. */
export function change<State>({
  label,
  send,
  may = () => true,
  makes,
}: {
  readonly label: string;
  send(): Promise<Reply>;
  may?(state: State): boolean;
  makes(state: State): State;
}): Move<State> {
  return {
    label,
    send,
    step: (state, { status }) =>
      (status === 200) === may(state) ? (status === 200 ? makes(state) : state) : undefined,
  };
}

/** A look that shows the state; `see` tells what it would show of a state, and what it has shown. */
export function look<State>({
  label,
  send,
  shows,
  saw,
}: {
  readonly label: string;
  send(): Promise<Reply>;
  shows(state: State): Json;
  saw(reply: Reply): Json;
}): Move<State> {
  return {
    label,
    isRead: true,
    send,
    step: (state, reply) => (JSON.stringify(shows(state)) === JSON.stringify(saw(reply)) ? state : undefined),
  };
}
