import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { json, optional, text } from "../../../endpoints/parameter.ts";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { grantOf } from "./grant-of.ts";
import { countToolCall } from "./limits.ts";
import { askPerson } from "./requests.ts";

const MOST_CHOICES = 5;
const MAX_LENGTHS = { question: 2000, choice: 200 };

/** Asks the person something, by a message of the notification bot. */
export const askPersonEndpoint = action({
  route: "POST /assistants/questions",
  internal: true,
  scope: "write",
  limited: false,
  params: {
    question: text("content"),
    choices: optional(json(boundedList(boundedText("name"), "names")), []),
    // The conversation that it is about, in words for the person.
    about: optional(text("content")),
  },
  reply: { handle: v.string(), expires_at: v.number() },
  run({ realm, actor, params: { question, choices, about } }) {
    const grant = grantOf(actor);
    if (question.trim() === "" || [...question].length > MAX_LENGTHS.question)
      throw badRequest("A question has 1 to 2,000 characters.");
    if (
      choices.length > MOST_CHOICES ||
      choices.some((one) => one.trim() === "" || [...one].length > MAX_LENGTHS.choice)
    ) {
      throw badRequest("There can be 5 choices of 1 to 200 characters.");
    }
    countToolCall(realm, grant, "write");
    return askPerson(realm, actor, grant, { question, choices, about });
  },
});
