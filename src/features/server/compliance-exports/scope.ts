import type { ChannelId, ConversationId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { entryOf } from "../../../util/collections.ts";
import type { Seconds } from "../../../util/time.ts";
import { channelIndex, covers, receivedIn } from "../../channels/channels/channels.ts";
import { firstSince } from "../../conversations/calendar.ts";
import { directConversationsOf, type MessageIndexRow } from "../../conversations/conversations.ts";
import { findHold } from "../../trust/legal-holds/active.ts";
import { channelsWithHeldPages, fallsUnder, heldConversations } from "../../trust/legal-holds/held-versions.ts";
import { coversOnBoard } from "../../trust/legal-holds/keep-pages.ts";
import type { ExportTerms } from "./compliance-exports.ts";

/**
 * The conversations of an export, and which of their messages it contains. Without a hold, these are all messages in
 * the given channels, and all that the given users sent or received. With a hold, these are the messages that it covers
 * or retains, filtered by users or channels if any are given.
 */
export class Scope {
  /** Ids in the order in which the conversations are exported. */
  readonly conversations: readonly ConversationId[];
  /** The hold whose retained versions are exported, or null for those of all holds. */
  readonly hold: number | null;
  readonly #channels: ReadonlySet<ChannelId>;
  readonly #people: ReadonlySet<UserId>;
  readonly #isOfAll: boolean;
  readonly #falls: ReturnType<typeof fallsUnder>;
  readonly #spans = new Map<ChannelId, ReturnType<typeof receivedIn>[]>();

  constructor(
    private readonly realm: Realm,
    private readonly terms: ExportTerms,
  ) {
    const { people, channels } = terms;
    this.#channels = new Set(channels);
    this.#people = new Set(people);
    this.#isOfAll = people.length === 0 && channels.length === 0;
    this.hold = terms.hold_id;
    this.#falls = this.hold === null ? null : fallsUnder(realm, this.hold);
    const named = new Set(conversationsOf(realm, terms));
    const all =
      this.hold === null ? [...named] : ofHold(realm, this.hold).filter((id) => this.#isOfAll || named.has(id));
    this.conversations = [...new Set(all)].sort((one, other) => one - other);
  }

  /** The lowest id that a message in the time range can have. */
  get first(): number {
    const { sent_from } = this.terms;
    return sent_from === null ? 0 : firstSince(this.realm, sent_from);
  }

  /** True if the given users and channels select a message in one of the conversations. */
  chooses({ id, sender_id }: Pick<MessageIndexRow, "id" | "sender_id">, conversation: ConversationId): boolean {
    const channel = channelIndex(this.realm).byConversation.get(conversation);
    if (this.#isOfAll || channel === undefined) return true;
    if (this.#channels.has(channel.id) || this.#people.has(sender_id)) return true;
    return this.#received(channel.id).some((spans) => spans.some((span) => covers(span, id)));
  }

  /**
   * True if the export has no hold, or if its hold covers this existing message. If `sentAt` is undefined, the time is
   * approximate.
   */
  isOfHold(place: MessageIndexRow, sentAt?: Seconds): boolean {
    return this.#falls === null || this.#falls(place, sentAt);
  }

  /** True if the export contains a version or pin on a channel's board, because of its channel or author. */
  choosesOnBoard(one: Parameters<ReturnType<typeof coversOnBoard>>[0], isHeld: boolean): boolean {
    if (!this.wasSentInTime(one.at)) return false;
    if (!isHeld && this.hold !== null && !coversOnBoard(this.realm, this.hold)(one)) return false;
    return this.#isOfAll || this.#channels.has(one.channel_id) || (one.by !== null && this.#people.has(one.by));
  }

  wasSentInTime(sent_at: number): boolean {
    const { sent_from, sent_until } = this.terms;
    return (sent_from === null || sent_at >= sent_from) && (sent_until === null || sent_at < sent_until);
  }

  #received(channel: ChannelId) {
    return entryOf(this.#spans, channel, () =>
      [...this.#people].map((person) => receivedIn(this.realm, person, channel)),
    );
  }
}

/** Returns the conversations that can contain messages of the given users or channels. */
function conversationsOf(
  realm: Realm,
  { people, channels }: Pick<ExportTerms, "people" | "channels">,
): ConversationId[] {
  const { byId } = channelIndex(realm);
  const named = [...byId.values()].filter(({ id }) => people.length > 0 || channels.includes(id));
  const directs = people.flatMap((person) => directConversationsOf(realm, person));
  return [...named.map(({ conversation_id }) => conversation_id), ...directs.map(({ id }) => id)];
}

function ofHold(realm: Realm, id: number): ConversationId[] {
  const hold = findHold(realm, id);
  if (hold === undefined) throw new Error("the hold of an export has been released");
  const { custodians: people, channels } = hold;
  const withPages = conversationsOf(realm, { people: [], channels: channelsWithHeldPages(realm, id) });
  return [...conversationsOf(realm, { people, channels }), ...heldConversations(realm, id), ...withPages];
}
