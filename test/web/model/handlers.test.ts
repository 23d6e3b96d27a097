import { expect, test } from "vitest";
import type { Handlers } from "../../../src/web/model/handlers.ts";

/**
 * Code that the type checker must reject. Each line fails to compile without its comment, and each comment without its
 * line.
 */
const refused: readonly Handlers[] = [
  // @ts-expect-error the event of a removed draft has `draft_id`
  { "drafts/remove": (_, { id_of_draft }) => id_of_draft },
  // @ts-expect-error there is no such event
  { "drafts/renamed": () => true },
  // @ts-expect-error the id of a draft is a number
  { "drafts/remove": (_, { draft_id }) => draft_id.toUpperCase() },
  // @ts-expect-error only a list of messages that are unread again has details
  { "update_message_flags/add": (_, { message_details }) => message_details },
];

test("a handler for another type of event does not compile", () => {
  expect(refused).toHaveLength(4);
});
