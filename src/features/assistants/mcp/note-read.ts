import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { json, text } from "../../../endpoints/parameter.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";
import { audit } from "../../trust/audit-log/audit.ts";

/** Records which conversations an assistant was shown, where the organization wants to know. */
export const noteReadEndpoint = action({
  route: "POST /assistants/reads",
  scope: "any",
  internal: true,
  limited: false,
  params: { tool: text("word"), conversations: json(boundedList(v.pipe(v.number(), v.safeInteger()), "names")) },
  reply: {},
  run({ realm, actor: { user_id, grant }, params: { tool, conversations } }) {
    if (!realmSettings(realm).audit_assistant_reads) return {};
    const details = { ...(grant && { grant_id: grant.id }), tool, conversations };
    audit(realm, "assistant.read", { of: { type: "user", id: user_id }, details });
    return {};
  },
});
