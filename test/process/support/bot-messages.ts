import type { Json, Person } from "./person.ts";

/** Sends a direct message to a bot. */
export const tell = (owner: Person, bot: number, content: string) =>
  owner.ok(owner.post("/messages", { type: "direct", to: [bot], content }));

/** Returns the texts of a bot's messages, oldest first. */
export async function saidBy(owner: Person, bot: number): Promise<string[]> {
  const narrow = [{ operator: "sender", operand: bot }];
  const fields = { narrow, anchor: "newest", num_before: 100, num_after: 0, apply_markdown: false };
  return (await owner.ok(owner.get("/messages", fields))).messages.map(({ content }: Json) => content);
}
