import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";
import { can, type QueueClient } from "../../../realm/events/queue-client.ts";

const oneSchema = v.strictObject({
  id: v.string(),
  name: v.string(),
  source_url: v.string(),
  still_url: v.nullable(v.string()),
  deactivated: v.boolean(),
  author_id: v.nullable(v.number()),
});
export const customEmojiSchema = v.record(v.string(), oneSchema);

const followsEach = (client: QueueClient) => can(client, "individual_emoji_changes");

/** A change to custom emoji. Contains the full list, for clients that don't support events for single changes. */
export const customEmojiChanged = event({
  type: "realm_emoji",
  op: "update",
  fields: { realm_emoji: customEmojiSchema },
  wants: (client) => !followsEach(client),
});

export const customEmojiAdded = event({
  type: "realm_emoji",
  op: "add",
  fields: { emoji: oneSchema },
  wants: followsEach,
});

export const customEmojiUpdated = event({
  type: "realm_emoji",
  op: "update_one",
  fields: { emoji_id: v.string(), data: v.strictObject({ deactivated: v.boolean() }) },
  wants: followsEach,
});
