import {
  integration,
  jsonSample,
  type LookUp,
  RefusedPayload,
  SILENT,
  UnsupportedEvent,
  type WebhookMessage,
} from "../../integration.ts";
import { bold, lines, link, time } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";
import { mrkdwn, SLACK_SIGNATURE } from "../../render/slack-markup.ts";

const TOPIC = "Message from Slack";
/** Subtypes of messages written by users. All others report changes, or come from programs. */
const SUBTYPES = ["", "file_share", "me_message", "thread_broadcast"];
const API = "https://slack.com/api";

/**
 * Forwards users' messages from Slack while a team is migrating, through its Events API or its older outgoing webhooks.
 */
export const slack = integration({
  name: "slack",
  title: "Slack Events API",
  options: ["channels_map_to_topics", "slack_app_token"],
  deliveryId: "payload:event_id",
  signature: SLACK_SIGNATURE,
  /** Slack requires this response before it accepts a URL. */
  reply: (payload) => (isHandshake(payload) ? { challenge: payload.line("challenge", "") } : {}),
  lookUps({ payload, option }) {
    const token = option("slack_app_token");
    if (!/^[\w.-]{1,500}$/.test(token) || !isOfPeople(payload)) return [];
    const event = payload.at("event");
    const mentioned = event.text("text", "").matchAll(/<([@#])([A-Z0-9]{1,30})>/g);
    const ids = [event.line("user", ""), event.line("channel", ""), ...[...mentioned].map(([, , id = ""]) => id)];
    return [...new Set(ids)].flatMap((id) => lookUpOf(id, token) ?? []);
  },
  render({ payload, option, nameOf }) {
    const mapping = option("channels_map_to_topics");
    if (!["", "0", "1"].includes(mapping)) {
      throw new RefusedPayload("Error: channels_map_to_topics parameter other than 0 or 1");
    }
    const placed = (channel: string, content: string): WebhookMessage => ({
      topic: mapping === "1" ? `channel: ${channel}` : TOPIC,
      content,
      ...(mapping === "0" && { channel }),
    });
    if (payload.has("user_name") || payload.has("channel_name")) {
      const said = formatField(payload.line("user_name"), mrkdwn(payload.text("text"), nameOf));
      return placed(payload.line("channel_name"), said);
    }
    const type = payload.line("type");
    if (isHandshake(payload)) return SILENT;
    if (type === "app_rate_limited") {
      const since = time(payload.line("minute_rate_limited"));
      return { topic: TOPIC, content: `Slack sends no more than it allows: messages since ${since} might be missing.` };
    }
    if (type !== "event_callback") throw new UnsupportedEvent(type);
    const event = payload.at("event");
    const kind = event.line("type");
    if (kind !== "message") throw new UnsupportedEvent(kind);
    if (!isOfPeople(payload)) return SILENT;
    const user = event.line("user");
    const known = nameOf(user);
    const name = known === user ? event.oneOf(["user_profile.display_name", "user_profile.real_name"], user) : known;
    const text = mrkdwn(event.text("text", "").trim(), nameOf);
    const content = lines(text, ...event.list("files").map(file));
    return content === "" ? SILENT : placed(nameOf(event.line("channel")), formatField(name, content));
  },
  sample: jsonSample({
    type: "event_callback",
    event: {
      type: "message",
      user: "U06NU4E26M9",
      user_profile: { display_name: "ann" },
      text: "The *lid* is open.",
      channel: "C06NRA6JLER",
      ts: "1768033800.105159",
    },
  }),
});

const isHandshake = (payload: Payload) => payload.line("type", "") === "url_verification";

/**
 * Whether a user wrote the message. Excludes programs, because one that bridges both servers would send our messages
 * back.
 */
function isOfPeople(payload: Payload): boolean {
  const event = payload.at("event");
  const isOfProgram = event.has("bot_id") || event.has("bot_profile");
  return event.line("type", "") === "message" && !isOfProgram && SUBTYPES.includes(event.line("subtype", ""));
}

/** Lists, quotes and code start on their own line. */
const formatField = (name: string, text: string): string =>
  `${bold(name)}:${/^(?:~~~|>|[*•-] |\d+\. )/.test(text) ? "\n" : " "}${text}`;

function file(item: Payload): string {
  const url = item.oneOf(["permalink", "url_private"], "");
  return url === ""
    ? "*(a file that Slack does not show here)*"
    : `*${link(item.oneOf(["name", "title"], "File"), url)}*`;
}

function lookUpOf(id: string, token: string): LookUp | undefined {
  const [kind = ""] = id;
  if (!/^[A-Z0-9]{2,30}$/.test(id)) return undefined;
  if (kind === "U" || kind === "W") {
    const fields = ["user.profile.display_name", "user.profile.real_name", "user.real_name", "user.name"];
    return { id, url: `${API}/users.info?user=${id}`, token, fields };
  }
  return { id, url: `${API}/conversations.info?channel=${id}`, token, fields: ["channel.name"] };
}
