import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { insufficientPermission } from "../../../protocol/errors.ts";
import { accessOpenCall, mayModerate } from "./access.ts";
import { auditEnd } from "./audits.ts";
import { endCall } from "./calls.ts";

/** Ends a call for all who are in: by its starter, or by those who moderate it. */
export const endCallEndpoint = action({
  route: "POST /calls/:call_id/end",
  by: "human",
  params: { call_id: text("id") },
  reply: {},
  run({ realm, actor, params }) {
    const { row, place } = accessOpenCall(realm, actor, params.call_id);
    if (row.starter_id !== actor.user_id && !mayModerate(realm, actor, place)) throw insufficientPermission();
    auditEnd(realm, row, actor.user_id);
    endCall(realm, row, "ended");
    return {};
  },
});
