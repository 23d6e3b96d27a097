import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, oneOf, optional, textParameter } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { channelMarkdown, type Markup, messageLink, quoted, userMarkdown, withMarkup } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { checkContent, trimContent } from "../../../protocol/message-content.ts";
import { MAX_REPORT_LENGTH } from "../../../protocol/text-lengths.ts";
import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { type Channel, channelIndex } from "../../channels/channels/channels.ts";
import { type MessageIndexRow, membersOfConversation } from "../../conversations/conversations.ts";
import { topicWithId } from "../../conversations/topics.ts";
import { accessUser, accessUsers } from "../../organization/accounts/access.ts";
import { emailLanguage } from "../../organization/accounts/email-language.ts";
import { organizationLanguage, realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { sendChannelNotice } from "../../organization/system-messages/system-messages.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { accessMessage, invalidMessage } from "../core/store/access.ts";
import { fetchContent, findMessageInRealm } from "../core/store/stored-content.ts";

/** Reasons for reporting a message (messages.md 18). */
const REPORT_TYPES = ["spam", "harassment", "inappropriate", "norms", "other"] as const;

/** Names of the reasons, which clients show in the order of `REPORT_TYPES`. */
const reasonNames = words("reportReasons", {
  spam: "Spam",
  harassment: "Harassment",
  inappropriate: "Inappropriate content",
  norms: "Violates community norms",
  other: "Something else",
});

/** Returns the channel for reports. Throws if the organization hasn't set one. */
function accessModerationChannel(realm: Realm): Channel {
  const id: number = realmSettings(realm).moderation_request_channel_id;
  const channel = [...channelIndex(realm).byId.values()].find((one) => one.id === id);
  if (channel === undefined || channel.is_archived === 1) {
    throw badRequest("Moderation request channel must be specified to enable message reporting.");
  }
  return channel;
}

interface Report {
  readonly reporter: Actor;
  readonly place: MessageIndexRow;
  readonly reason: (typeof REPORT_TYPES)[number];
  readonly description: string;
}

/**
 * Returns the part of a report before the reported text. The text is quoted, because moderators may not be able to read
 * the message.
 */
function reportIntroduction(realm: Realm, { reporter, place, reason, description }: Report): string {
  const sender = accessUser(realm, null, place.sender_id);
  return [
    `${userMarkdown(reporter)} reported ${describe(realm, place)}.`,
    `* **Reason:** ${reasonNames.en[reason]}`,
    ...(description === "" ? [] : [`**Explanation:**\n${quoted(description)}`]),
    `${userMarkdown(sender)} wrote:`,
  ].join("\n\n");
}

function sendReport(
  realm: Realm,
  { sender_id }: MessageIndexRow,
  notice: { readonly content: string; readonly markup: Markup },
): void {
  const sender = accessUser(realm, null, sender_id);
  const topic = `Reports about ${sender.full_name}`;
  sendChannelNotice(realm, { channel: accessModerationChannel(realm).id, topic, ...notice });
}

/** Describes the reported message: a channel message with a link, a direct message with its participants' names. */
function describe(realm: Realm, { id, conversation_id, topic_id }: MessageIndexRow): string {
  const channel = channelIndex(realm).byConversation.get(conversation_id);
  if (channel !== undefined) {
    const topic = topic_id === null ? "" : (topicWithId(realm, topic_id)?.name ?? "");
    return `[a message](${messageLink(channel.id, channel.name, topic, id)}) in ${channelMarkdown(channel)}`;
  }
  const people = accessUsers(realm, null, membersOfConversation(realm, conversation_id));
  return `a direct message between ${people.map(userMarkdown).join(", ")}`;
}

/** Reasons for reports, with their names in the user's language (messages.md 18). */
const reportTypesState = stateSlice({
  types: ["realm"],
  collect({ realm, actor }) {
    const language = actor === null ? organizationLanguage(realm) : emailLanguage(realm, { id: actor.user_id });
    return { server_report_message_types: REPORT_TYPES.map((key) => ({ key, name: reasonNames[language][key] })) };
  },
});

const reportMessageEndpoint = action({
  route: "POST /messages/:message_id/report",
  params: {
    message_id: integer,
    report_type: oneOf(...REPORT_TYPES),
    description: optional(textParameter(v.pipe(v.string(), v.trim(), v.maxCodePoints(MAX_REPORT_LENGTH))), ""),
  },
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
    checkContent(content);
    return withMarkup(content);
  },
  run({ realm, actor, params, prepared }) {
    const details = { reason: params.report_type };
    audit(realm, "report.made", { of: { type: "message", id: params.message_id }, details });
    sendReport(realm, accessMessage(realm, actor, params.message_id), prepared);
  },
});

export const reports = feature({ name: "reports", endpoints: [reportMessageEndpoint], state: [reportTypesState] });
