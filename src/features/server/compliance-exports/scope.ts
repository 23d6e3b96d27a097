import type { ChannelId, ConversationId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Channel, channelIndex, covers, receivedIn } from "../../channels/channels/public.ts";
import { directConversationsOf, firstSince, type MessageIndexRow } from "../../conversations/public.ts";
import type { Terms } from "./compliance-exports.ts";

/**
 * The conversations of an export, and which of their messages it has: all of the channels that are named; of the people that
 * are named, what they wrote and what they received.
 */
export class Scope {
  /** In the order in which they are exported. */
  readonly conversations: readonly ConversationId[];
  readonly #channels: ReadonlySet<ChannelId>;
  readonly #people: ReadonlySet<UserId>;
  readonly #spans = new Map<ChannelId, ReturnType<typeof receivedIn>[]>();

  constructor(
    private readonly realm: Realm,
    private readonly terms: Terms,
  ) {
    const { people, channels } = terms;
    this.#channels = new Set(channels);
    this.#people = new Set(people);
    const { byId } = channelIndex(realm);
    const named = [...byId.values()].filter(({ id }) => people.length > 0 || this.#channels.has(id));
    const directs = people.flatMap((person) => directConversationsOf(realm, person));
    const all = [...named.map(({ conversation_id }) => conversation_id), ...directs.map(({ id }) => id)];
    this.conversations = [...new Set(all)].sort((one, other) => one - other);
  }

  /** The id before which no message was sent in the time. */
  get first(): number {
    const { sent_from } = this.terms;
    return sent_from === null ? 0 : firstSince(this.realm, sent_from);
  }

  /** Whether the export has a message, as far as its place says. `channel` is undefined in a direct conversation. */
  includes(channel: Channel | undefined, { id, sender_id }: MessageIndexRow): boolean {
    if (channel === undefined || this.#channels.has(channel.id) || this.#people.has(sender_id)) return true;
    return this.#received(channel.id).some((spans) => spans.some((span) => covers(span, id)));
  }

  wasSentInTime(sent_at: number): boolean {
    const { sent_from, sent_until } = this.terms;
    return (sent_from === null || sent_at >= sent_from) && (sent_until === null || sent_at < sent_until);
  }

  #received(channel: ChannelId) {
    const known = this.#spans.get(channel);
    if (known !== undefined) return known;
    const spans = [...this.#people].map((person) => receivedIn(this.realm, person, channel));
    this.#spans.set(channel, spans);
    return spans;
  }
}
