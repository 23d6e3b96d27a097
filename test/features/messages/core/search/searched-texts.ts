import { env } from "cloudflare:workers";
import type { PagePlan } from "../../../../../src/features/messages/core/narrow/index.ts";
import { fetchPage, parseTerms, resolveNarrow } from "../../../../../src/features/messages/core/narrow/index.ts";
import { highlightMatches } from "../../../../../src/features/messages/core/search/index.ts";
import { toChannelId, toConversationId, toUserId } from "../../../../../src/protocol/ids.ts";
import { insertOrganization } from "../narrow/insert-organization.ts";
import { lookupsOf, type Message, makeOrganization, type Organization } from "../narrow/random-organization.ts";

export interface Text {
  readonly topic?: string;
  readonly content: string;
  readonly html?: string;
}

const reader = toUserId(11);
const channel = {
  id: toChannelId(1),
  conversation: toConversationId(30),
  name: "plaza",
  kind: "public",
  isArchived: false,
} as const;

/** An organization that can be searched. Its only channel contains the texts as messages, in order, with ids from 1. */
export class SearchedTexts {
  readonly #realm: number;
  readonly #organization: Organization;

  private constructor(realm: number, organization: Organization) {
    this.#realm = realm;
    this.#organization = organization;
  }

  static async of(realm: number, texts: readonly Text[]): Promise<SearchedTexts> {
    const { users } = makeOrganization(1, 0);
    const messages = texts.map(
      ({ topic = "", content, html }, index): Message => ({
        id: index + 1,
        channel,
        direct: null,
        topic,
        sender: reader,
        content,
        html: html ?? `<p>${content}</p>`,
        has_link: 0,
        grant_id: null,
        has_image: 0,
        has_attachment: 0,
        channel_wildcard: 0,
        named: [],
        topicWildcardUsers: null,
        flags: new Map(),
        reactions: 0,
      }),
    );
    const organization = { users, channels: [channel], directs: [], messages };
    await insertOrganization(env.DB, realm, organization);
    return new SearchedTexts(realm, organization);
  }

  /** Returns the indexes of the texts that a search finds. */
  async find(operand: string, negated = false): Promise<number[]> {
    return (await this.#rows(operand, negated)).map(({ id }) => id - 1);
  }

  async highlights(operand: string) {
    const rows = await this.#rows(operand, false);
    return rows.map(({ html, topic, highlighted }) =>
      highlightMatches({ html, topic, highlighted: highlighted ?? "" }),
    );
  }

  async #rows(operand: string, negated: boolean) {
    const [user] = this.#organization.users;
    if (user === undefined) throw new Error("nobody searches");
    const terms = parseTerms([["channel", 1], { operator: "search", operand, negated }]);
    const plan: PagePlan = {
      filter: resolveNarrow(terms, lookupsOf(this.#organization, user)),
      view: {
        viewer: reader,
        received: [],
        readable: [channel.conversation],
        read: { low: 0, lows: [], read: [], unread: [] },
        visibility: { muted: [], unmuted: [], followed: [], mutedChannels: [] },
        mutedSenders: [],
      },
      range: { kind: "around", anchor: 0, before: 0, after: 1000, includeAnchor: true },
    };
    return (await fetchPage({ realm: this.#realm, database: env.DB }, plan)).rows;
  }
}
