import type { State } from "./state.ts";

/** What the server tells of something that has changed. The rest of its fields depends on `type` and `op`. */
export interface ServerEvent {
  readonly type: string;
  readonly op?: string;
}

/** Changes the state in place by an event, and returns `false` where the event has changed nothing. */
type Handler = (state: State, event: never) => unknown;

/** What events make of a capability's part of the state, by `type/op`, or by `type` where the event has no `op`. */
export type Fold = Readonly<Record<string, Handler>>;

export const nameOf = ({ type, op }: ServerEvent): string => (op === undefined ? type : `${type}/${op}`);
