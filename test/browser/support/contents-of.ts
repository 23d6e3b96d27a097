import type { Person } from "../../process/support/person.ts";

type Narrow = readonly (readonly [operator: string, operand: string | number | readonly number[]])[];

/** Returns the messages a user finds in a narrow, oldest first, as Markdown. */
export async function contentsOf(person: Person, narrow: Narrow): Promise<string[]> {
  const range = { anchor: "newest", num_before: 1000, num_after: 0, apply_markdown: false, narrow };
  const { messages } = await person.ok(person.get("/messages", range));
  return messages.map((one: { content: string }) => one.content);
}
