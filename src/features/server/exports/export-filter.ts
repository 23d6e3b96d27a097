import type { Manifest } from "../../../archive/manifest.ts";
import { type ChannelId, type ConversationId, toChannelId, toConversationId } from "../../../protocol/ids.ts";
import type { ExportFilter } from "../../../realm/archive/reading.ts";
import type { Realm } from "../../../realm/realm.ts";
import { entryOf } from "../../../util/collections.ts";
import { receivedByAll } from "../../channels/channels/archive-subscriptions.ts";
import { type Channel, channelIndex, subscribersOf } from "../../channels/channels/channels.ts";
import { consentingAccounts } from "../../organization/users/archive.ts";

/** The export type with public data only. */
export const PUBLIC = 1;
/** The export type with the private data of users who consent to it (`allow_private_data_export`). */
export const STANDARD = 2;

/** The scope of an export: what is public, what those have access to who consent, or everything. */
export type ExportScope = Manifest["scope"];

/** A range of message ids. */
type Span = readonly [first: number, last: number];
const ALWAYS: readonly Span[] = [[0, Number.POSITIVE_INFINITY]];

/**
 * Decides what an export contains: what is public, and what users who consent have access to. It looks a channel up at
 * the first row of it, since looking up all channels at once would block the organization's other requests.
 */
export class ScopeFilter implements ExportFilter {
  readonly #realm: Realm;
  readonly #consenting: ReadonlySet<number>;
  /** The consenting users without bots, since a bot may read channels that its owner may not. */
  readonly #people: ReadonlySet<number>;
  /** The ranges of exported messages of each channel, by its conversation. */
  readonly #spans = new Map<ConversationId, readonly Span[]>();

  /** Whether it has everything. */
  readonly isWhole: boolean;
  /** Whether it has hashes of passwords and keys. */
  readonly includesSecrets: boolean;

  constructor(realm: Realm, scope: ExportScope, secrets: boolean) {
    const users = scope === "standard" ? consentingAccounts(realm) : [];
    this.#realm = realm;
    this.isWhole = scope === "whole";
    this.includesSecrets = this.isWhole && secrets;
    this.#consenting = new Set(users.map(({ id }) => id));
    this.#people = new Set(users.filter(({ is_person }) => is_person === 1).map(({ id }) => id));
  }

  /** Whether the export has the private data of an account. */
  includesPrivateDataOf = (user: unknown): boolean => this.isWhole || this.#consenting.has(Number(user));
  includesChannel = (channel: unknown): boolean =>
    this.isWhole || this.#spansOf(channelIndex(this.#realm).byId.get(toChannelId(Number(channel)))).length > 0;

  /** Whether the export has a message. `members` are those of a direct conversation, with commas; null in a channel. */
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

  /** The ranges that consenting users received of a channel whose history is hidden from new subscribers. */
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
