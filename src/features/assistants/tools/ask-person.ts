import * as v from "valibot";
import type { Caller } from "./caller.ts";
import { type Conversation, conversationName, conversationNamed } from "./conversation.ts";
import { peopleMatching } from "./people-list.ts";
import { timeIn } from "./times.ts";
import { conversationText, tool, words } from "./tool.ts";

export const askPersonTool = tool({
  name: "ask_person",
  description:
    "Ask the person something, who may be away: they get a message, and answer by a reaction or a reply within a day. await_reply tells the answer by the handle.",
  input: v.strictObject({
    question: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)),
    choices: v.optional(v.pipe(v.array(words(200)), v.maxLength(5))),
    conversation: v.optional(conversationText),
  }),
  output: v.object({ handle: v.string(), expires_at: v.string() }),
  scope: "write",
  isForGrants: true,
  trialData: null,
  async run({ caller, args: { question, choices, conversation } }) {
    const about =
      conversation && (await nameForPerson(caller, (await conversationNamed(caller, conversation)).conversation));
    const asked = await caller.ask({ question, choices, about });
    const expires_at = timeIn(asked.expires_at, caller.timezone);
    return { text: `Asked; handle ${asked.handle}, until ${expires_at}.`, data: { handle: asked.handle, expires_at } };
  },
});

/**
 * Returns the name of a conversation to show to the user. For direct conversations, it consists of the participants'
 * names, not of the ids that models get.
 */
async function nameForPerson(caller: Caller, conversation: Conversation): Promise<string> {
  if (conversation.kind === "channel") return conversationName(conversation);
  const ids = conversation.others.length === 0 ? [caller.user_id] : conversation.others;
  const people = await peopleMatching(caller, { ids, limit: ids.length });
  return people.map(({ full_name }) => full_name).join(", ");
}
