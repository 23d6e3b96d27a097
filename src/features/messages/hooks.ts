import type { MessageId, TopicId, UserId } from "../../protocol/ids.ts";
import { hook } from "../../realm/hook.ts";
import type { Realm } from "../../realm/realm.ts";

/** Who has a part in a topic besides those who have written there (messages.md 2, check 6). */
export const participantsHook = hook<(realm: Realm, topic: TopicId) => readonly UserId[]>("participants");

/** What is to be done where messages are about to be deleted: whatever features above keep of them goes with them. */
export const messagesRemovedHook = hook<(realm: Realm, messages: readonly MessageId[]) => void>("messages removed");

/** A file of somebody's, as clients see it (seed 2.4). */
export interface AttachmentObject {
  readonly id: number;
  readonly name: string;
  readonly path_id: string;
  readonly size: number;
  readonly create_time: number;
  readonly messages: readonly { readonly id: number; readonly date_sent: number }[];
}

interface EditedText {
  readonly message: MessageId;
  readonly editor: UserId;
  /** Path ids of the uploads that it links to now. */
  readonly attachmentPaths: readonly string[];
}

/** What is to be done where a message has got another text: returns the editor's files that no message links to any more. */
export const textEditedHook = hook<(realm: Realm, edited: EditedText) => readonly AttachmentObject[]>("text edited");
