import { untilEmpty } from "../../../support/object.ts";
import type { Cast } from "../../../support/organization.ts";
import { answerOutside } from "../../../support/outside.ts";
import type { Json, Person } from "../../../support/person.ts";

export const SERVICE = "https://hooks.example/bot";

/** A request that a bot's service received. */
export interface Received {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
}

type Respond = (received: Received, count: number) => Response | Promise<Response>;

/** Answers requests to hooks.example while `work` runs. An error thrown by `respond` counts as a network error. */
export async function withService(
  respond: Respond,
  work: (received: readonly Received[]) => Promise<void>,
): Promise<void> {
  const received: Received[] = [];
  answerOutside(["hooks.example"], ({ url, method, headers }, { body }) => {
    const one = { url, method, headers, body: String(body) };
    received.push(one);
    return respond(one, received.length);
  });
  await work(received);
}

export const outgoingBot = (cast: Cast, fields: object = {}): Promise<Person> =>
  cast.bot(cast.noah, { full_name: "Gull", bot_type: 3, payload_url: JSON.stringify(SERVICE), ...fields });

export const settled = (person: Person) => untilEmpty(person, "outgoing_calls", "outbox");

/** Returns the texts of a bot's messages that a user can read, oldest first. */
export async function saidBy(reader: Person, bot: Person, where: "dm" | "channel" = "dm"): Promise<string[]> {
  return (await messagesBy(reader, bot, where)).map(({ content }) => String(content));
}

export async function messagesBy(reader: Person, bot: Person, where: "dm" | "channel"): Promise<Json[]> {
  const narrow = [
    { operator: "sender", operand: bot.id },
    where === "dm" ? { operator: "is", operand: "dm" } : { operator: "channels", operand: "public" },
  ];
  const fields = { narrow, anchor: "newest", num_before: 100, num_after: 0, apply_markdown: false };
  return (await reader.ok(reader.get("/messages", fields))).messages;
}
