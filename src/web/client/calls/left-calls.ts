import { effect, signal } from "@preact/signals";
import { type CallId, callById } from "../../model/calls/calls.ts";
import type { Call, State } from "../../model/state.ts";
import type { Client } from "../client.ts";

/** Calls that this tab has left, until the server's event about that arrives. */
const leftCalls = signal<ReadonlySet<CallId>>(new Set());

const isMember = (call: Call, { user_id }: State) => call.member_ids.includes(user_id);

/** Whether the user is in a call in another tab or on another device. */
export const isElsewhere = (state: State, call: Call): boolean =>
  isMember(call, state) && !leftCalls.value.has(call.call_id);

/**
 * How long the events about joining and leaving can take. If both were reported together, no event lists the user as a
 * member, so this timeout cleans up.
 */
const KNOWN_AFTER_MS = 60_000;

/** Treats the user as gone from a call that this tab left, even if the event about joining arrives late. */
export function considerLeft(client: Pick<Client, "watch">, id: CallId): void {
  leftCalls.value = new Set(leftCalls.peek()).add(id);
  let wasMember = false;
  const forget = () => {
    leftCalls.value = new Set([...leftCalls.peek()].filter((other) => other !== id));
    clearTimeout(timer);
    stop();
  };
  const timer = setTimeout(forget, KNOWN_AFTER_MS);
  const stop = effect(() => {
    const state = client.watch("calls");
    const call = callById(state, id);
    if (call !== undefined && isMember(call, state)) wasMember = true;
    else if (wasMember) forget();
  });
}
