import {
  LARGER_THAN_ANY_ID,
  type PageRange,
  type Term,
} from "../../../../../src/features/messages/core/narrow/index.ts";
import type { FlagName } from "../../../../../src/protocol/message-flags.ts";
import {
  type Channel,
  canRead,
  hasFullHistory,
  isReceived,
  type Message,
  type Organization,
  sentAt,
  topicKey,
  topicName,
  type User,
} from "./random-organization.ts";

/**
 * A second implementation of the protocol's narrow rules, for comparison. It is slow, because it checks each message.
 */
export class Reference {
  constructor(
    readonly organization: Organization,
    readonly user: User,
  ) {}

  matching(terms: readonly Term[]): Message[] {
    const inHistory = this.isHistory(terms);
    return this.organization.messages.filter(
      (message) =>
        (inHistory ? this.isOpenTo(message) : this.hasRow(message)) &&
        terms.every((term) => this.fits(message, term) !== term.negated),
    );
  }

  page(terms: readonly Term[], range: Extract<PageRange, { kind: "around" }>) {
    const ids = this.matching(terms).map(({ id }) => id);
    const anchor = this.anchor(terms, range.anchor);
    const older = ids.filter((id) => id < anchor);
    const newer = ids.filter((id) => id > anchor);
    const before = older.slice(Math.max(0, older.length - range.before));
    const after = newer.slice(0, range.after);
    const takesAnchor = range.includeAnchor && ids.includes(anchor);
    return {
      ids: [...before, ...(takesAnchor ? [anchor] : []), ...after],
      anchor,
      found_anchor: takesAnchor,
      found_oldest: anchor === 0 || before.length < range.before,
      found_newest: anchor === LARGER_THAN_ANY_ID || after.length < range.after,
      history_limited: false,
    };
  }

  private anchor(terms: readonly Term[], anchor: Extract<PageRange, { kind: "around" }>["anchor"]): number {
    if (anchor === "first_unread") return this.firstUnread(terms);
    if (typeof anchor === "number") return anchor;
    return this.matching(terms).find(({ id }) => sentAt(id) >= anchor.sentFrom)?.id ?? LARGER_THAN_ANY_ID;
  }

  flags(message: Message): FlagName[] {
    const bits = message.flags.get(this.user.id) ?? 0;
    const received = isReceived(this.user, message);
    const everybody = received && message.channel_wildcard === 1;
    const participants = received && (message.topicWildcardUsers ?? []).includes(this.user.id);
    const flags: [FlagName, boolean][] = [
      ["read", !this.isUnread(message)],
      ["starred", (bits & 1) > 0],
      ["collapsed", (bits & 2) > 0],
      ["mentioned", (bits & 4) > 0],
      ["stream_wildcard_mentioned", everybody],
      ["topic_wildcard_mentioned", participants],
      ["has_alert_word", (bits & 8) > 0],
      ["historical", !received],
      ["wildcard_mentioned", everybody || participants],
      ["hide_link_previews", (bits & 32) > 0],
    ];
    return flags.flatMap(([name, isSet]) => (isSet ? [name] : []));
  }

  private firstUnread(terms: readonly Term[]): number {
    const isEverything = terms.every(
      ({ operator, operand, negated }) => operator === "in" && (operand === "all" || !negated),
    );
    const first = this.matching(terms).find(
      (message) => this.isUnread(message) && !(isEverything && !this.isShown(message)),
    );
    return first?.id ?? LARGER_THAN_ANY_ID;
  }

  private isHistory(terms: readonly Term[]): boolean {
    if (terms.some(({ operator, operand }) => operator === "is" && operand !== "resolved")) return false;
    return terms.some(
      (term) =>
        !term.negated &&
        ((term.operator === "channel" && hasFullHistory(this.user, this.channel(term.operand))) ||
          (term.operator === "channels" && term.operand === "public" && !this.user.isGuest)),
    );
  }

  private isOpenTo({ channel }: Message): boolean {
    return channel !== null && hasFullHistory(this.user, channel);
  }

  private hasRow(message: Message): boolean {
    if (message.channel !== null && !canRead(this.user, message.channel)) return false;
    const bits = message.flags.get(this.user.id) ?? 0;
    return isReceived(this.user, message) || (message.channel !== null && (bits & 16) > 0);
  }

  private isUnread(message: Message): boolean {
    const { unread, lows, read, mutedSenders } = this.user;
    if (unread.has(message.id)) return true;
    const conversation = (message.direct ?? message.channel)?.conversation;
    const low = Math.max(this.user.low, (conversation && lows.get(conversation)) ?? 0);
    if (message.id <= low || read.has(message.id) || mutedSenders.has(message.sender)) return false;
    if (message.direct !== null) return isReceived(this.user, message);
    return this.user.spans.some(
      (span) => span.channel === message.channel?.id && span.last === null && span.first <= message.id,
    );
  }

  private isMuted({ channel, topic }: Message): boolean {
    if (channel === null) return false;
    const name = topicName(channel.id, topicKey(topic));
    if (this.user.muted.has(name)) return true;
    if (this.user.unmuted.has(name) || this.user.followed.has(name)) return false;
    return this.user.mutedChannels.has(channel.id);
  }

  private isMentioned = (message: Message) =>
    this.flags(message).some((flag) => flag === "mentioned" || flag === "wildcard_mentioned");

  private isShown = (message: Message) => !this.isMuted(message) || this.isMentioned(message);

  private channel(operand: number | string): Channel {
    const channel = this.organization.channels.find(({ id, name }) => id === operand || name === operand);
    if (channel === undefined) throw new Error(`no channel ${operand}`);
    return channel;
  }

  private userId(operand: number | string): number | undefined {
    if (operand === "me") return this.user.id;
    return this.organization.users.find(({ id, email }) => id === operand || email === operand)?.id;
  }

  private fits(message: Message, term: Term): boolean {
    const { channel, direct } = message;
    switch (term.operator) {
      case "channel":
        return channel === this.channel(term.operand);
      case "channels":
        if (channel === null || !canRead(this.user, channel)) return false;
        if (term.operand === "archived") return channel.isArchived;
        return channel.kind === "web-public" || (term.operand === "public" && channel.kind === "public");
      case "topic":
        return channel !== null && message.topic.toLowerCase() === term.operand.toLowerCase();
      case "dm": {
        const members = new Set([this.user.id, ...term.operand.map((each) => this.userId(each))]);
        return (
          direct !== null && direct.members.length === members.size && direct.members.every((id) => members.has(id))
        );
      }
      case "dm-including": {
        const other = this.userId(term.operand);
        if (direct === null || (term.groupsOnly && direct.members.length < 3)) return false;
        return direct.members.includes(this.user.id) && direct.members.some((id) => id === other);
      }
      case "sender":
        return message.sender === this.userId(term.operand);
      case "mentions":
        return message.named.some((id) => id === this.userId(term.operand));
      case "search":
        return term.operand.split(" ").every((word) => `${message.content} ${message.topic}`.includes(word));
      case "id":
        return message.id === term.operand;
      case "has":
        if (term.operand === "assistant") return message.grant_id !== null;
        return term.operand === "reaction" ? message.reactions > 0 : message[`has_${term.operand}`] === 1;
      case "in":
        // `in:all` has no effect, even if it is negated.
        return term.operand === "all" ? !term.negated : this.isShown(message);
      case "is":
        return this.isState(message, term.operand);
      default:
        return true;
    }
  }

  private isState(message: Message, state: Extract<Term, { operator: "is" }>["operand"]): boolean {
    const { channel, topic } = message;
    switch (state) {
      case "dm":
        return channel === null;
      case "unread":
        return this.isUnread(message);
      case "mentioned":
        return this.isMentioned(message);
      case "muted":
        return this.isMuted(message);
      case "resolved":
        return channel !== null && topic.startsWith("✔ ");
      case "followed":
        return channel !== null && this.user.followed.has(topicName(channel.id, topicKey(topic)));
      case "starred":
        return this.flags(message).includes("starred");
      case "alerted":
        return this.flags(message).includes("has_alert_word");
    }
  }
}
