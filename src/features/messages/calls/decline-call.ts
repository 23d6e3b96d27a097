import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { accessCall } from "./access.ts";
import { endRinging } from "./ringing.ts";

/** Ends the ringing on all of one's devices. It changes nothing where it does not ring any more. */
export const declineCallEndpoint = action({
  route: "POST /calls/:call_id/decline",
  by: "human",
  params: { call_id: text("id") },
  reply: {},
  run({ realm, actor, params }) {
    const { row } = accessCall(realm, actor, params.call_id);
    endRinging(realm, row, "declined", [actor.user_id]);
    return {};
  },
});
