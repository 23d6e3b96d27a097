import type { Manifest } from "../../../archive-format/manifest.ts";
import { type ChannelId, type ConversationId, toChannelId, toConversationId } from "../../../protocol/ids.ts";
import type { ExportFilter } from "../../../realm/archive-io/reading.ts";
import type { Realm } from "../../../realm/realm.ts";
import { entryOf } from "../../../util/collections.ts";
import { receivedByAll } from "../../channels/channels/archive-subscriptions.ts";
import { type Channel, channelIndex, subscribersOf } from "../../channels/channels/channels.ts";
import { consentingAccounts } from "../../organization/accounts/archive.ts";

/** Number of the export type with only public data. */
export const PUBLIC = 1;
/** Number of the export type that includes the private data of users who consent (`allow_private_data_export`). */
export const STANDARD = 2;

/** Scope of an export: public data, what consenting users have access to, or everything. */
export type ExportScope = Manifest["scope"];

type Span = readonly [first: number, last: number];
const ALWAYS: readonly Span[] = [[0, Number.POSITIVE_INFINITY]];

/**
 * Decides what an export contains: public data, and what consenting users can access. A channel is only looked up for
 * its first row, because looking up all channels at once would block other requests.
 */
export class ScopeFilter implements ExportFilter {
  readonly #realm: Realm;
  readonly #consenting: ReadonlySet<number>;
  /** Ids of consenting users. Excludes bots, because a bot can read channels that its owner can't. */
  readonly #people: ReadonlySet<number>;
  /** Ranges of exported messages in each channel, by the channel's conversation. */
  readonly #spans = new Map<ConversationId, readonly Span[]>();

  readonly isWhole: boolean;
  /** Whether hashes of passwords and keys are included. */
  readonly includesSecrets: boolean;

  constructor(realm: Realm, scope: ExportScope, secrets: boolean) {
    const users = scope === "standard" ? consentingAccounts(realm) : [];
    this.#realm = realm;
    this.isWhole = scope === "whole";
    this.includesSecrets = this.isWhole && secrets;
    this.#consenting = new Set(users.map(({ id }) => id));
    this.#people = new Set(users.filter(({ is_person }) => is_person === 1).map(({ id }) => id));
  }

  includesPrivateDataOf = (user: unknown): boolean => this.isWhole || this.#consenting.has(Number(user));
  includesChannel = (channel: unknown): boolean =>
    this.isWhole || this.#spansOf(channelIndex(this.#realm).byId.get(toChannelId(Number(channel)))).length > 0;

  /**
   * True if the export includes a message. `members` contains the ids of a direct conversation's members, separated by
   * commas, or is null for a channel.
   */
  includesMessage(message: unknown, conversation: unknown, members: unknown): boolean {
    if (this.isWhole) return true;
    if (typeof members === "string") return members.split(",").some(this.includesPrivateDataOf);
    const id = Number(message);
    const channel = channelIndex(this.#realm).byConversation.get(toConversationId(Number(conversation)));
    return this.#spansOf(channel).some(([first, last]) => first <= id && id <= last);
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

  /**
   * Returns the ranges of messages that consenting users received in a channel whose history is hidden from new
   * subscribers.
   */
  #received(channel: ChannelId): Span[] {
    const spans: [number, number][] = [];
    for (const { user_id, first, last } of receivedByAll(this.#realm, channel)) {
      if (!this.#people.has(user_id)) continue;
      const before = spans.at(-1);
      const end = last ?? Number.POSITIVE_INFINITY;
      if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], end);
      else spans.push([first, end]);
    }
    return spans;
  }
}
