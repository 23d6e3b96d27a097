import type { ChannelId, ConversationId, MessageId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { entryOf } from "../../../util/collections.ts";
import { after, HOUR, type Seconds } from "../../../util/time.ts";
import { channelIndex, covers, receivedIn } from "../../channels/channels/channels.ts";
import { firstSince } from "../../conversations/calendar.ts";
import { MAX_MESSAGE_ID, takesPart } from "../../conversations/conversations.ts";
import { placesAfter } from "../../conversations/message-places.ts";
import type { HoldTerms } from "./terms.ts";

interface HoldSubject {
  readonly id: MessageId;
  readonly conversation_id: ConversationId;
  readonly sender_id: UserId;
}

type Bounds = Pick<HoldTerms, "custodians" | "channels" | "from" | "until" | "direct_only">;

/**
 * Decides whether holds cover messages. It caches who received what, so use an instance within one change only. If only
 * the hour of a message is known, and a time bound lies in that hour, the message counts as within the range.
 */
export class Coverage {
  readonly #received = new Map<string, ReturnType<typeof receivedIn>>();
  readonly #takesPart = new Map<string, boolean>();

  constructor(private readonly realm: Realm) {}

  falls(place: HoldSubject, sentAt: Seconds | undefined, hold: Bounds): boolean {
    return this.#isWithin(place, sentAt, hold) && this.#isOf(place, hold);
  }

  /** Whether a hold covers existing messages of a direct conversation: all in its time range, or none. */
  fallsDirect(conversation: ConversationId, hold: Bounds): boolean {
    const { from, until } = hold;
    const first = from === null ? 0 : firstSince(this.realm, from);
    const last = until === null ? MAX_MESSAGE_ID : firstSince(this.realm, after(until, HOUR)) - 1;
    const [place] = placesAfter(this.realm, conversation, { after: first - 1, last, most: 1 });
    return place !== undefined && this.falls(place, undefined, hold);
  }

  #isWithin({ id }: HoldSubject, sentAt: Seconds | undefined, { from, until }: Bounds): boolean {
    if (sentAt !== undefined) return (from === null || sentAt >= from) && (until === null || sentAt <= until);
    if (from !== null && id < firstSince(this.realm, from)) return false;
    return until === null || id < firstSince(this.realm, after(until, HOUR));
  }

  #isOf({ id, conversation_id, sender_id }: HoldSubject, { custodians, channels, direct_only }: Bounds): boolean {
    const channel = channelIndex(this.realm).byConversation.get(conversation_id)?.id;
    if (channel === undefined)
      return custodians.some((user) => user === sender_id || this.#isIn(user, conversation_id));
    if (direct_only) return false;
    if (channels.includes(channel) || custodians.includes(sender_id)) return true;
    return custodians.some((user) => this.#hasReceived(user, channel, id));
  }

  #isIn(user: UserId, conversation: ConversationId): boolean {
    return entryOf(this.#takesPart, `${user} ${conversation}`, () => takesPart(this.realm, user, conversation));
  }

  #hasReceived(user: UserId, channel: ChannelId, message: MessageId): boolean {
    const spans = entryOf(this.#received, `${user} ${channel}`, () => receivedIn(this.realm, user, channel));
    return spans.some((span) => covers(span, message));
  }
}
