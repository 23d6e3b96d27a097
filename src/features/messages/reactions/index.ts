import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { messagesRemovedHook, participantsHook } from "../core/hooks.ts";
import { reactionArchive } from "./archive.ts";
import { addReactionEndpoint, removeReactionEndpoint } from "./endpoints.ts";
import { reactionAdded, reactionRemoved } from "./events.ts";
import { deleteReactionsTo, reactionsInBulk, reactorsInTopic, schema } from "./rows.ts";

/** Emoji reactions to messages. */
export const reactions = feature({
  name: "reactions",
  schema,
  archive: reactionArchive,
  bulk: [reactionsInBulk],
  endpoints: [addReactionEndpoint, removeReactionEndpoint],
  events: [reactionAdded, reactionRemoved],
  handlers: [
    on(participantsHook, (realm, topic) => reactorsInTopic.all(realm.sql, { topic }).map(({ user_id }) => user_id)),
    on(messagesRemovedHook, (realm, messages) => deleteReactionsTo.run(realm.sql, { ids: JSON.stringify(messages) })),
  ],
});
