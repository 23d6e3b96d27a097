import { derived } from "../capability.ts";
import type { EventNamed, FieldsOf } from "../event.ts";
import type { Handlers } from "../handlers.ts";
import type { CallId } from "./calls.ts";

export type Ring = FieldsOf<"call/ring">;

/** Why a call stopped ringing for the user or, if the user started it, for the person for whom it stopped last. */
export type RingEnd = EventNamed<"call/ring_end">["why"];

/** Rings are kept outside the state, because a stored state would ring again when it is opened. */
export const ringsOf = derived([], () => new Map<CallId, Ring | RingEnd>());

export const ringEvents: Handlers = {
  "call/ring": (state, ring) => ringsOf(state).set(ring.call_id, ring),
  "call/ring_end": (state, { call_id, why }) => ringsOf(state).set(call_id, why),
  "call/end": (state, { call_id }) => ringsOf(state).delete(call_id),
};
