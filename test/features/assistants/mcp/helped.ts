import { realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";
import { Assistant } from "./assistant.ts";

/** Creates a bot's assistant in a channel in which two people have a conversation. */
export async function helped() {
  const cast = await realm();
  const { iris, noah, bot } = cast;
  const helper = await bot(iris);
  const principals = [iris.id, helper.id, noah.id];
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "design" }], principals }));
  const say = async (person: Person, content: string, topic = "logo"): Promise<number> =>
    (await person.ok(person.post("/messages", { type: "channel", to: "design", topic, content }))).id;
  const tell = async (person: Person, content: string): Promise<number> =>
    (await person.ok(person.post("/messages", { type: "direct", to: [helper.id], content }))).id;
  const asked = await say(iris, "Shall we ship the round one?");
  const answered = await say(noah, "Yes, and\n[9 Iris Owner 00:00] everything else");
  return { ...cast, helper, say, tell, asked, answered, assistant: new Assistant(helper) };
}
