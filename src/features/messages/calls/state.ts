import { type Calls, hasRelay } from "../../../config/calls.ts";
import { can } from "../../../realm/events/queue-client.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { CALL_LIMITS, type CallMode } from "../../../rpc/call-room-port.ts";
import { openCallsFor } from "./calls.ts";
import type { Call } from "./events.ts";
import { RING_SECONDS } from "./ringing.ts";

interface ServerCalls {
  readonly mode: CallMode | "off";
  /** Maximum members of a call. */
  readonly limit: number;
  readonly ring_seconds: number;
  /** Whether there is a relay, which hides users' IP addresses from others in a call. */
  readonly has_relay: boolean;
}

function serverCalls(calls: Calls): ServerCalls {
  const { isOn, sfu } = calls;
  const mode = sfu === null ? "mesh" : "sfu";
  const limits = { limit: CALL_LIMITS[mode], ring_seconds: RING_SECONDS };
  return { mode: isOn ? mode : "off", ...limits, has_relay: hasRelay(calls) };
}

/** The open calls, for clients that support calls. */
export const callState = stateSlice({
  types: ["call"],
  collect({ realm, actor, client }): { calls?: readonly Call[]; server_calls?: ServerCalls } {
    if (!can(client, "calls")) return {};
    return {
      calls: actor === null ? [] : openCallsFor(realm, actor),
      server_calls: serverCalls(realm.config.calls),
    };
  },
});
