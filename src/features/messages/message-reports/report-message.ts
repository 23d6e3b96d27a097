import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, oneOf, optional, textParameter } from "../../../api/parameter.ts";
import { parseMarkup, quoted } from "../../../markup/index.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { trimContent } from "../../../protocol/message-content.ts";
import { MAX_REPORT_LENGTH } from "../../../protocol/text-lengths.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { accessMessage, invalidMessage } from "../core/store/access.ts";
import { fetchContent, findMessageInRealm } from "../core/store/stored-content.ts";
import { accessModerationChannel, REPORT_TYPES, reportIntroduction, sendReport } from "./message-reports.ts";

export const reportMessageEndpoint = action({
  route: "POST /messages/:message_id/report",
  params: {
    message_id: integer,
    report_type: oneOf(...REPORT_TYPES),
    description: optional(textParameter(v.pipe(v.string(), v.trim(), v.maxCodePoints(MAX_REPORT_LENGTH))), ""),
  },
  reply: {},
  plan({ realm, actor, params: { message_id, report_type: reason, description } }) {
    const place = accessMessage(realm, actor, message_id);
    accessModerationChannel(realm);
    if (reason === "other" && description === "") throw badRequest("An explanation is required.");
    return {
      head: reportIntroduction(realm, { reporter: actor, place, reason, description }),
      text: findMessageInRealm(realm, place)?.content,
    };
  },
  async prepare({ bulk, params, plan: { head, text } }) {
    const original = text ?? (await fetchContent(bulk, params.message_id));
    if (original === undefined) throw invalidMessage();
    const content = trimContent(`${head}\n${quoted(original)}`);
    return { content, markup: await parseMarkup(content) };
  },
  run({ realm, actor, params, prepared }) {
    const details = { reason: params.report_type };
    audit(realm, "report.made", { of: { type: "message", id: params.message_id }, details });
    sendReport(realm, accessMessage(realm, actor, params.message_id), prepared);
    return {};
  },
});
