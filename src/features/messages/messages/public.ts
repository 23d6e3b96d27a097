// The parts of this feature that others can use.
export { importedTexts, isPast } from "./archive/imported-texts.ts";
export { resolveEventNarrow } from "./fetch/narrow-lookups.ts";
export { planPage } from "./fetch/page-plan.ts";
export { keepAsHistorical } from "./flags/apply-flag-change.ts";
export { currentFlags } from "./flags/current-flags.ts";
export { moveFlags } from "./flags/move-flags.ts";
export { emitLostStars } from "./flags/stars.ts";
export {
  messageMentionsHook,
  messageSentHook,
  messagesMovedHook,
  messagesReadHook,
  messagesRemovedHook,
  participantsHook,
  readListenersHook,
  textsLeavingHook,
  textsNeededHook,
  unknownPagesHook,
} from "./hooks.ts";
export { eventNarrowSchema, narrowSchema, pageQuery, parseRange, parseTerms } from "./narrow/index.ts";
export { emitRead } from "./read-state/mark-read.ts";
export { moveReadState } from "./read-state/move-read-state.ts";
export { unreadAmong } from "./read-state/read-state-store.ts";
export { readersOf } from "./read-state/who-read.ts";
export { checkMayCreateTopic, checkMayPost, checkTopic, checkTopicPolicy } from "./send/channel-permissions.ts";
export type { Destination } from "./send/destination.ts";
export { checkMaySendDirect } from "./send/direct-permissions.ts";
export { followForParticipant } from "./send/follow-topics.ts";
export { markupNames } from "./send/markup-names.ts";
export type { MentionNotice } from "./send/mention-notice.ts";
export { checkGroupMentions, participantsIn } from "./send/mention-permissions.ts";
export { destinationOf, type MessageAddress, renderChecked } from "./send/outgoing-message.ts";
export { postMessage } from "./send/post-message.ts";
export { parseRecipientParameter, recipientChannel, recipientUsers } from "./send/recipient-parameter.ts";
export { type Rewrite, type Rewriting, rewritten } from "./send/rewritten.ts";
export { sentFields } from "./send/sent-fields.ts";
export { accessMessage, invalidMessage, readableSpans, readerOf } from "./store/access.ts";
export {
  accessMessageToChange,
  type ChangeableMessage,
  messageInRealm,
  withContentInRealm,
} from "./store/access-to-change.ts";
export { mentionsFor, mentionsOf } from "./store/mentions.ts";
export { assistantField, type EditHistoryEntry, editedBy, parseEditHistory } from "./store/message-object.ts";
export { type Watchers, watchersAmong, watchersByMessages, watchersOf } from "./store/message-watchers.ts";
export { flagBitsOfMessage, forgetFlags } from "./store/personal-flags.ts";
export { type ReadablePlaces, readablePlaces } from "./store/readable-places.ts";
export { removableAtOnce, removeMessages } from "./store/removal.ts";
export { fetchContent, fetchMessages, findMessageInRealm, sentTimesOf } from "./store/stored-content.ts";
export { messageColumns, type StoredMessage } from "./store/stored-message.ts";
export { holdUploads, reclaimUploads } from "./store/uploads.ts";
export { writeEdit, writeMentionFlags, writeRendering, writeTexts } from "./store/write-edit.ts";
export { addToHistory, linksOfTopic, writeMove } from "./store/write-move.ts";
