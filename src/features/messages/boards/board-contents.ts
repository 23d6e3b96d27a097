import type { ChannelId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Channel } from "../../channels/channels/channels.ts";
import { topicsWithIds } from "../../conversations/topics.ts";
import { editOfPage, editsOfUser, type PageRow, type PinRow, pagesOfChannel, pinsOfChannel } from "./rows.ts";

// This file's functions read boards for archives and holds. Callers must check permissions first.

type PinContents = Pick<PinRow, "pinned_by" | "pinned_at"> &
  (
    | { readonly topic: string | undefined }
    | { readonly message: PinRow["message_id"] }
    | { readonly url: string; readonly title: string }
  );

export function boardPins(realm: Realm, { id: channel }: Channel): PinContents[] {
  const pins = pinsOfChannel.all(realm.sql, { channel });
  const topics = topicsWithIds(
    realm,
    pins.flatMap(({ topic_id }) => topic_id ?? []),
  );
  return pins.map(({ topic_id, message_id, url, title, pinned_by, pinned_at }) => ({
    ...(topic_id !== null
      ? { topic: topics.get(topic_id)?.name }
      : url === null
        ? { message: message_id }
        : { url, title }),
    ...{ pinned_by, pinned_at },
  }));
}

/** Returns all stored versions of a channel's page, newest first. */
export const pageVersions = (realm: Realm, { id: channel }: Channel): PageRow[] =>
  pagesOfChannel.all(realm.sql, { channel });

export const pageEdit = (realm: Realm, channel: ChannelId, version: number) =>
  editOfPage.first(realm.sql, { channel, version });

/** Returns a user's edits that are still in the page histories of these channels. */
export const pageEditsBy = (realm: Realm, user: UserId, channels: readonly ChannelId[]) =>
  editsOfUser.all(realm.sql, { user, channels: JSON.stringify(channels) });
