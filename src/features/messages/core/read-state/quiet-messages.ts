import type { ConversationId, MessageId } from "../../../../protocol/ids.ts";
import { hook, type Realm } from "../../../../realm/realm.ts";
import { type ConversationReadState, includes, withRead } from "./read-state.ts";

/** Messages that are read for everyone, except users who marked them as unread. At most one per conversation. */
export interface QuietMessages {
  readonly byConversation: ReadonlyMap<ConversationId, MessageId>;
  readonly ids: ReadonlySet<number>;
}

/** Returns the quiet messages. At most one feature handles this hook. */
export const quietMessagesHook = hook<[], QuietMessages>("quiet messages");

const NONE: QuietMessages = { byConversation: new Map(), ids: new Set() };

export const quietMessages = (realm: Realm): QuietMessages => realm.collect(quietMessagesHook)[0] ?? NONE;

/**
 * Returns the state with a quiet message read, unless the user marked it as unread. This way, no row per user is
 * needed.
 */
export const withQuiet = (state: ConversationReadState, id: MessageId | undefined): ConversationReadState =>
  id === undefined || includes(state.unread, id) ? state : withRead(state, [id]);
