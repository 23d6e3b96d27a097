import type { Actor } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import { seconds } from "../../../util/time.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { userAudience } from "../../organization/accounts/audience.ts";
import { unknownUser } from "../../organization/accounts/unknown-user.ts";
import type { Emoji } from "../../organization/emoji/emoji.ts";
import { watchersOf } from "../core/store/message-watchers.ts";
import type { reactionAdded, reactionRemoved } from "./events.ts";

interface Reaction {
  readonly actor: Actor;
  readonly place: MessageIndexRow;
  readonly emoji: Emoji;
}

/** Sends a reaction's event to the watchers of its message. Guests who can't know the user only get the user's id. */
export function emitReaction(
  realm: Realm,
  event: typeof reactionAdded | typeof reactionRemoved,
  { actor, place, emoji }: Reaction,
): void {
  const { user_id, email, full_name } = actor;
  const watchers = watchersOf(realm, [place]);
  const knowing = userAudience(realm, accessUser(realm, null, user_id));
  const stranger = unknownUser({ id: user_id }, { host: realm.host, since: seconds(0) });
  const { emoji_name, emoji_code, reaction_type } = emoji;
  realm.emit(
    event({
      message_id: place.id,
      emoji_name,
      emoji_code,
      reaction_type,
      user_id,
      user: { user_id, email, full_name },
    }),
    { includes: (user, ...queue) => watchers.has(user) && knowing.includes(user, ...queue) },
    {
      includes: (user) => watchers.has(user),
      extra: { user: { user_id, email: stranger.email, full_name: stranger.full_name } },
    },
  );
}
