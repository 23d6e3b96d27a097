import type { UserId } from "../../../../protocol/ids.ts";
import type { FlagName } from "../../../../protocol/message-flags.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { receivedIn } from "../../../channels/channels/channels.ts";
import { mutedBy } from "../../../people/muted-users/muted-users.ts";
import { flagsOf } from "../narrow/index.ts";
import { readStateOf } from "../read-state/read-state-store.ts";
import type { StoredMessage } from "../store/stored-message.ts";

/** `bits` are those of the user's row in personal_flags. */
export function currentFlags(realm: Realm, user: UserId, row: StoredMessage, bits: number): FlagName[] {
  const { conversation_id: conversation, channel_id: channel } = row;
  const received =
    channel === null
      ? [{ conversation, channel, first: 1, last: null }]
      : receivedIn(realm, user, channel).map(({ from_message, to_message }) => ({
          conversation,
          channel,
          first: from_message,
          last: to_message,
        }));
  const { low, read, unread } = readStateOf(realm, user, conversation);
  return flagsOf(
    { ...row, personal_flags: bits },
    {
      viewer: user,
      spans: new Map([[conversation, received]]),
      low,
      lows: new Map(),
      read: new Set(read),
      unread: new Set(unread),
      mutedSenders: mutedBy(realm, user),
    },
  );
}
