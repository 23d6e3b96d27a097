import type { Person } from "../../process/support/person.ts";

type Term = readonly [operator: string, operand: string | number | readonly number[]];

/** Returns the messages a user finds in a narrow, oldest first, as Markdown. */
export async function contentsOf(person: Person, ...narrow: readonly Term[]): Promise<string[]> {
  const range = { anchor: "newest", num_before: 1000, num_after: 0, apply_markdown: false, narrow };
  const { messages } = await person.ok(person.get("/messages", range));
  return messages.map((one: { content: string }) => one.content);
}

/** Sends a message to a topic, and returns the message's id. */
export async function say(person: Person, to: number, topic: string, content = "hello"): Promise<number> {
  return (await person.ok(person.post("/messages", { type: "channel", to, topic, content }))).id;
}

/** Returns the id of the channel that everyone is subscribed to. */
export async function generalOf(person: Person): Promise<number> {
  return (await person.ok(person.get("/get_stream_id", { stream: "general" }))).stream_id;
}
