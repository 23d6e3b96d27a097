import { exports } from "cloudflare:workers";
import type { Json } from "./json.ts";
import type { Cast } from "./organization.ts";
import type { Person, Reply } from "./person.ts";

/** Creates a bot of type 2 that noah owns, and a channel that he and mia are subscribed to. */
export async function webhookBot(cast: Cast): Promise<{ bot: Person; channel: number }> {
  const { noah, mia } = cast;
  const bot = await cast.bot(noah, { bot_type: 2 });
  await noah.ok(
    noah.post("/users/me/subscriptions", { subscriptions: [{ name: "builds" }], principals: [noah.id, mia.id] }),
  );
  const { stream_id } = await noah.ok(noah.get("/get_stream_id", { stream: "builds" }));
  return { bot, channel: stream_id };
}

interface Sent {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  readonly method?: string;
}

/** Sends a request to a webhook URL, as another service does. */
export async function send(
  bot: Person,
  integration: string,
  { query = {}, headers = {}, body, method = "POST" }: Sent,
): Promise<Reply> {
  const parameters = new URLSearchParams({ api_key: bot.key, ...query });
  if (query["api_key"] === "") parameters.delete("api_key");
  const response = await exports.default.fetch(`http://${bot.host}/api/v1/external/${integration}?${parameters}`, {
    method,
    headers: { Host: bot.host, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  return { status: response.status, headers: response.headers, body: isJson && text !== "" ? JSON.parse(text) : text };
}

export const deliver = (
  bot: Person,
  integration: string,
  payload: Json,
  sent: Omit<Sent, "body"> = {},
): Promise<Reply> =>
  send(bot, integration, {
    ...sent,
    headers: { "Content-Type": "application/json", ...sent.headers },
    body: JSON.stringify(payload),
  });

/** Returns the messages that a user has received from a sender, oldest first. */
export async function messagesFrom(reader: Person, sender: number): Promise<Json[]> {
  const narrow = [{ operator: "sender", operand: sender }];
  const fields = { narrow, anchor: "newest", num_before: 100, num_after: 0, apply_markdown: false };
  return (await reader.ok(reader.get("/messages", fields))).messages;
}
