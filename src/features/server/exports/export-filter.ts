import { type ChannelId, type ConversationId, toChannelId, toConversationId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { entryOf } from "../../../util/collections.ts";
import { allTheChannels, type Channel, subscribersOf } from "../../channels/channels/channels.ts";
import { parseEditHistory, visibleEditHistory } from "../../messages/messages/store/message-object.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";
import { consenting, spansInChannel } from "./rows.ts";

export const PUBLIC = 1;
/** With the private data of those who allow it (allow_private_data_export). */
export const STANDARD = 2;

type Span = readonly [first: number, last: number];
const ALWAYS: readonly Span[] = [[0, Number.POSITIVE_INFINITY]];

/**
 * What an export may contain: what is public, and what some who consent have access to. Of a channel it is found out
 * when the first row of it comes: all of them at once would hold up everybody else.
 */
export class Sight {
  readonly #realm: Realm;
  readonly #consenting: ReadonlySet<number>;
  /** Without bots: what a bot reads of a channel its owner need not be allowed to read. */
  readonly #people: ReadonlySet<number>;
  /** Of channels, by their conversations: which of their messages. */
  readonly #spans = new Map<ConversationId, readonly Span[]>();

  constructor(realm: Realm, exportType: number) {
    const users = exportType === STANDARD ? consenting.all(realm.sql, {}) : [];
    this.#realm = realm;
    this.#consenting = new Set(users.map(({ id }) => id));
    this.#people = new Set(users.filter(({ is_person }) => is_person === 1).map(({ id }) => id));
  }

  /** Whether the private data of an account belong to it. */
  ofUser = (user: unknown): boolean => this.#consenting.has(Number(user));
  ofChannel = (channel: unknown): boolean =>
    this.#spansOf(allTheChannels(this.#realm).byId.get(toChannelId(Number(channel)))).length > 0;

  /** `members`: those of a direct conversation, with commas; null of a channel's. */
  ofMessage(message: unknown, conversation: unknown, members: unknown): boolean {
    if (typeof members === "string") return members.split(",").some(this.ofUser);
    const id = Number(message);
    const channel = allTheChannels(this.#realm).byConversation.get(toConversationId(Number(conversation)));
    return this.#spansOf(channel).some(([first, last]) => first <= id && id <= last);
  }

  /** messages.md 9: of what a message was before, as much as the organization shows to its own people. */
  ofEdits(history: unknown): string | null {
    const policy = realmSettings(this.#realm).message_edit_history_visibility_policy;
    if (typeof history !== "string") return null;
    if (policy === "all") return history;
    const visible = visibleEditHistory(parseEditHistory(history), policy);
    return visible.length === 0 ? null : JSON.stringify(visible);
  }

  #spansOf(channel: Channel | undefined): readonly Span[] {
    if (channel === undefined) return [];
    return entryOf(this.#spans, channel.conversation_id, () => this.#findSpans(channel));
  }

  #findSpans({ id, invite_only, history_public_to_subscribers }: Channel): readonly Span[] {
    if (invite_only === 0) return ALWAYS;
    if (this.#people.size === 0) return [];
    if (history_public_to_subscribers === 0) return this.#received(id);
    for (const user of subscribersOf(this.#realm, id)) if (this.#people.has(user)) return ALWAYS;
    return [];
  }

  /** Of a channel whose history is not for those who come later, what those who consent received of it. */
  #received(channel: ChannelId): Span[] {
    const spans: [number, number][] = [];
    for (const { user_id, first, last } of spansInChannel.all(this.#realm.sql, { channel })) {
      if (!this.#people.has(user_id)) continue;
      const before = spans.at(-1);
      const end = last ?? Number.POSITIVE_INFINITY;
      if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], end);
      else spans.push([first, end]);
    }
    return spans;
  }
}
