import type { Realm } from "../../../realm/realm.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { placesOfMessages } from "../../conversations/conversations.ts";
import { type Attachment, attachmentAt, uploadKey } from "../../files/attachments/attachments.ts";
import { messagesWith } from "../../files/attachments/claims.ts";
import { discardFile } from "../../files/storage/files.ts";
import type { KeysAfter } from "../../files/storage/hooks.ts";
import { pageOfKeys } from "../../files/storage/named-files.ts";
import { transcriptAt } from "../../files/voice-messages/voice-messages.ts";
import { activeHolds } from "./active.ts";
import { Coverage } from "./coverage.ts";
import { heldPathBetween, heldPathsAfter, insertHeldFile, insertHeldPlace } from "./rows.ts";
import { addVersions } from "./sums.ts";

const KIND = "uploads";
/** Maximum messages linking to one file that are checked for a hold. */
const MAX_SEARCHED = 5000;

/** Retains a file before it is deleted, for each hold that covers a message that still links to it. */
export function keepRemovedFile(realm: Realm, file: Attachment): void {
  const holds = activeHolds(realm);
  if (holds.length === 0) return;
  const claims = new Map(
    messagesWith(realm, file, MAX_SEARCHED).map(({ message_id, sent_at }) => [message_id, sent_at]),
  );
  const places = placesOfMessages(realm, [...claims.keys()]);
  const coverage = new Coverage(realm);
  for (const hold of holds) {
    const place = places.find((one) => coverage.falls(one, claims.get(one.id), hold));
    if (place === undefined) continue;
    const { id: held_id } = insertHeldPlace.one(realm.sql, {
      message_id: place.id,
      conversation_id: place.conversation_id,
      channel_id: channelIndex(realm).byConversation.get(place.conversation_id)?.id ?? null,
      sender_id: place.sender_id,
      sent_at: claims.get(place.id) ?? realm.seconds(),
      kind: "file deleted",
      held_at: realm.seconds(),
      by: null,
    });
    const { path_id, name, content_type, size, owner_id, created_at } = file;
    const transcript = transcriptAt(realm, path_id);
    insertHeldFile.run(realm.sql, { held_id, path_id, name, content_type, size, owner_id, created_at, transcript });
    addVersions(realm, hold.id, [held_id]);
  }
}

export function isHeldFile(realm: Realm, key: string): boolean {
  const [organization, kind, ...place] = key.split("/");
  if (kind !== KIND) return false;
  const folder = `${organization}/${place.join("/")}`;
  // A path is the folder taken from the key, a slash and the file name. "0" is the character after "/".
  return heldPathBetween.first(realm.sql, { from: `${folder}/`, to: `${folder}0` }) !== undefined;
}

export const heldKeysAfter = (realm: Realm, page: KeysAfter): string[] =>
  pageOfKeys(realm, KIND, page, ({ after, most }) => {
    const from = after === "" ? `${realm.id}/` : `${realm.id}/${after}0`;
    return heldPathsAfter
      .all(realm.sql, { after: from, most })
      .map(({ path_id }) => uploadKey(path_id).slice(`${realm.id}/${KIND}/`.length));
  });

/** Deletes a file that no retained version refers to anymore, unless it is still an attachment. */
export function letGoOfFile(realm: Realm, path_id: string): void {
  if (attachmentAt(realm, path_id) !== undefined || isHeldFile(realm, uploadKey(path_id))) return;
  discardFile(realm, uploadKey(path_id));
}
