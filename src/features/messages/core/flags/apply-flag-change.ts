import { badRequest } from "../../../../protocol/errors.ts";
import type { ChannelId, ConversationId, MessageId, UserId } from "../../../../protocol/ids.ts";
import { flagNames } from "../../../../protocol/message-flags.ts";
import { type Audience, both, only } from "../../../../realm/events/event.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { knowsArchivedChannels } from "../../../channels/channels/audience.ts";
import { channelIndex, covers, isSubscribed, receivedIn } from "../../../channels/channels/channels.ts";
import type { MessageIndexRow } from "../../../conversations/conversations.ts";
import { flagsAdded, flagsRemoved } from "../events.ts";
import { emitRead, messageDetails } from "../read-state/mark-read.ts";
import { markRead, markUnread } from "../read-state/read-state-store.ts";
import { clearFlagBit, PersonalFlag, setFlagBits } from "../store/personal-flags.ts";

/** Flags that users can change themselves (seed 2.14). */
type SettableFlag = "read" | keyof typeof flagBits;

export interface FlagChange {
  readonly op: "add" | "remove";
  readonly flag: SettableFlag;
}

/** Parses a requested flag change. Throws if it is invalid (messages.md 11). */
export function parseFlagChange({ op, flag }: { readonly op: string; readonly flag: string }): FlagChange {
  if (op !== "add" && op !== "remove") throw badRequest(`Invalid message flag operation: '${op}'`);
  if (isSettable(flag)) return { op, flag };
  throw badRequest(
    flagNames.some((name) => name === flag) ? `Flag not editable: '${flag}'` : `Invalid flag: '${flag}'`,
  );
}

const isSettable = (flag: string): flag is SettableFlag => flag === "read" || Object.hasOwn(flagBits, flag);

/** Bits of the settable flags in personal_flags; `read` is stored as read state instead. */
export const flagBits = {
  starred: PersonalFlag.starred,
  collapsed: PersonalFlag.collapsed,
  hide_link_previews: PersonalFlag.hideLinkPreviews,
} as const;

export interface AppliedFlagChange {
  /** The messages whose flag changed, sorted by id. */
  readonly messages: readonly MessageId[];
  /** Channels the user isn't subscribed to, where no message can become unread. */
  readonly ignored: readonly ChannelId[];
}

/** Changes a flag of messages the user can read, and emits it to the user's clients. */
export function applyFlagChange(
  realm: Realm,
  user: UserId,
  { op, flag }: FlagChange,
  places: readonly MessageIndexRow[],
): AppliedFlagChange {
  if (flag !== "read") return { messages: changeBit(realm, user, { op, flag }, places), ignored: [] };
  if (op === "remove") return makeUnread(realm, user, places);
  const messages = sortIds(byConversation(places, (conversation, some) => markRead(realm, user, conversation, some)));
  emitRead(realm, user, messages);
  return { messages, ignored: [] };
}

function makeUnread(realm: Realm, user: UserId, places: readonly MessageIndexRow[]): AppliedFlagChange {
  const channels = channelIndex(realm).byConversation;
  const ignored = new Set<ChannelId>();
  const changed = byConversation(places, (conversation, some) => {
    const channel = channels.get(conversation);
    if (channel !== undefined && !isSubscribed(realm, user, channel.id)) {
      ignored.add(channel.id);
      return [];
    }
    return markUnread(realm, user, conversation, some);
  });
  const messages = sortIds(changed);
  if (messages.length > 0) {
    const found = new Set<MessageId>(messages);
    const unread = places.filter(({ id }) => found.has(id));
    setBitsOrHistorical(realm, user, unread, 0);
    const isArchived = ({ conversation_id }: MessageIndexRow) => channels.get(conversation_id)?.is_archived === 1;
    const self = only(user);
    emitUnread(
      realm,
      user,
      unread.filter((place) => !isArchived(place)),
      self,
    );
    emitUnread(realm, user, unread.filter(isArchived), both(self, knowsArchivedChannels));
  }
  return { messages, ignored: [...ignored] };
}

/**
 * Emits messages that became unread to clients that count them. Clients without support for archived channels don't
 * count messages in these.
 */
function emitUnread(realm: Realm, user: UserId, places: readonly MessageIndexRow[], audience: Audience): void {
  if (places.length === 0) return;
  const messages = sortIds(places.map(({ id }) => id));
  const message_details = messageDetails(realm, user, places);
  realm.emit(flagsRemoved({ flag: "read", messages, all: false, message_details }), audience);
}

function changeBit(
  realm: Realm,
  user: UserId,
  { op, flag }: { readonly op: FlagChange["op"]; readonly flag: keyof typeof flagBits },
  places: readonly MessageIndexRow[],
): MessageId[] {
  const bit = flagBits[flag];
  const ids = places.map(({ id }) => id);
  const messages = sortIds(
    op === "add" ? setBitsOrHistorical(realm, user, places, bit) : clearFlagBit(realm, user, ids, bit),
  );
  if (messages.length > 0) {
    const event = op === "add" ? flagsAdded : flagsRemoved;
    realm.emit(event({ flag, messages, all: false }), only(user));
  }
  return messages;
}

/** Sets a bit on messages (0 for none), and `historical` on those the user didn't receive (messages.md 11). */
function setBitsOrHistorical(realm: Realm, user: UserId, places: readonly MessageIndexRow[], bit: number): MessageId[] {
  const receives = receiverOf(realm, user);
  const wanted = places.map((place) => [place.id, bit | (receives(place) ? 0 : PersonalFlag.historical)] as const);
  return setFlagBits(realm, user, new Map(wanted.filter(([, bits]) => bits !== 0)), bit);
}

/** Makes a message `historical` for a user who, for example, reacts to it without having received it. */
export const keepAsHistorical = (realm: Realm, user: UserId, place: MessageIndexRow): void =>
  void setBitsOrHistorical(realm, user, [place], 0);

/** Returns a function that tests whether a user received a message. Only for messages the user can read. */
function receiverOf(realm: Realm, user: UserId): (place: MessageIndexRow) => boolean {
  const channels = channelIndex(realm).byConversation;
  const known = new Map<ConversationId, ReturnType<typeof receivedIn>>();
  return ({ id, conversation_id }) => {
    const channel = channels.get(conversation_id);
    if (channel === undefined) return true;
    const spans = known.get(conversation_id) ?? receivedIn(realm, user, channel.id);
    known.set(conversation_id, spans);
    return spans.some((span) => covers(span, id));
  };
}

const byConversation = (
  places: readonly MessageIndexRow[],
  change: (conversation: ConversationId, places: readonly MessageIndexRow[]) => readonly MessageId[],
): MessageId[] =>
  [...Map.groupBy(places, (place) => place.conversation_id)].flatMap(([conversation, some]) =>
    change(conversation, some),
  );

const sortIds = (ids: readonly MessageId[]): MessageId[] => [...ids].sort((a, b) => a - b);
