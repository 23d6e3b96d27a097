import type { ChannelId } from "../../protocol/ids.ts";
import type { Realm } from "../../realm/realm.ts";
import { allTheChannels, type Channel, subscribersOf } from "../channels/channels.ts";
import { consenting, spansInChannel } from "./rows.ts";

export const PUBLIC = 1;
/** With the private data of those who allow it (allow_private_data_export). */
export const STANDARD = 2;

type Span = readonly [first: number, last: number];
const ALWAYS: readonly Span[] = [[0, Number.POSITIVE_INFINITY]];

/** What an export may contain: what is public, and what some who consent have access to. */
export class Sight {
  readonly #consenting: ReadonlySet<number>;
  readonly #channels = new Set<number>();
  /** Of the conversations of channels: which of their messages. */
  readonly #spans = new Map<number, readonly Span[]>();

  constructor(realm: Realm, exportType: number) {
    const users = exportType === STANDARD ? consenting.all(realm.sql, {}) : [];
    this.#consenting = new Set(users.map(({ id }) => id));
    for (const channel of allTheChannels(realm).byId.values()) {
      const spans = this.#spansOf(realm, channel);
      if (spans.length === 0) continue;
      this.#spans.set(channel.conversation_id, spans);
      this.#channels.add(channel.id);
    }
  }

  /** Whether the private data of an account belong to it. */
  ofUser = (user: unknown): boolean => this.#consenting.has(Number(user));
  ofChannel = (channel: unknown): boolean => this.#channels.has(Number(channel));

  /** `members`: those of a direct conversation, with commas; null of a channel's. */
  ofMessage(message: unknown, conversation: unknown, members: unknown): boolean {
    if (typeof members === "string") return members.split(",").some(this.ofUser);
    const id = Number(message);
    return this.#spans.get(Number(conversation))?.some(([first, last]) => first <= id && id <= last) ?? false;
  }

  #spansOf(realm: Realm, { id, invite_only, history_public_to_subscribers }: Channel): readonly Span[] {
    if (invite_only === 0) return ALWAYS;
    if (this.#consenting.size === 0) return [];
    if (history_public_to_subscribers === 0) return this.#received(realm, id);
    for (const user of subscribersOf(realm, id)) if (this.#consenting.has(user)) return ALWAYS;
    return [];
  }

  /** Of a channel whose history is not for those who come later, what those who consent received of it. */
  #received(realm: Realm, channel: ChannelId): Span[] {
    const spans: [number, number][] = [];
    for (const { user_id, first, last } of spansInChannel.all(realm.sql, { channel })) {
      if (!this.#consenting.has(user_id)) continue;
      const before = spans.at(-1);
      const end = last ?? Number.POSITIVE_INFINITY;
      if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], end);
      else spans.push([first, end]);
    }
    return spans;
  }
}
