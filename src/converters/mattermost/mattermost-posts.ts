import type { Conversion } from "../conversion.ts";
import { listAt, numberAt, textAt, valueAt } from "../markdown/loose-json.ts";
import { attachmentsText } from "../shared/attachments.ts";
import type { Drafts } from "../shared/drafts.ts";
import { contentTypeOf, type Files } from "../shared/files.ts";
import { ThreadTopics } from "../shared/thread-topics.ts";
import { emojiOfShortName } from "../short-names.ts";
import { cleanText } from "../text.ts";
import { writeRow } from "../write-row.ts";
import type { MattermostPeople } from "./mattermost-people.ts";
import { type MattermostNames, mattermostText } from "./mattermost-text.ts";

const TOPIC = "imported from Mattermost";
const MAX_MEMBERS = 8;
const DAY = 86_400;
const FOLLOWED = 3 as const;

interface PostContext {
  readonly people: MattermostPeople;
  readonly names: MattermostNames;
  readonly files: Files;
  readonly emoji: ReadonlyMap<string, string>;
}

type PostTarget = { readonly channel_id: number } | { readonly members: readonly number[] };

export class MattermostPosts {
  readonly #threads = new Map<number, ThreadTopics>();
  readonly #lines = new Map<string, string>();
  readonly #filesLeftOut = new Map<string, string>();

  constructor(
    private readonly conversion: Conversion,
    private readonly known: PostContext,
    private readonly drafts: Drafts,
  ) {}

  /** Adds a channel post with its replies. If there are any, the post and its replies get their own topic. */
  async addToChannel(post: unknown, channel_id: number, place: string): Promise<void> {
    const replies = listAt(post, "replies");
    const threads = this.#threads.get(channel_id) ?? new ThreadTopics(TOPIC);
    this.#threads.set(channel_id, threads);
    const at = secondsOf(post, this.conversion.now) ?? 0;
    const root = `${textAt(post, "user")} ${numberAt(post, "create_at")} ${textAt(post, "message")}`;
    const topic = replies.length === 0 ? TOPIC : threads.of(root, at, this.#text(post));
    for (const one of [post, ...replies]) await this.#add(one, { channel_id, topic }, place);
    await this.#follow(post, topic === TOPIC ? undefined : { channel_id, topic }, place);
  }

  async addDirect(post: unknown, place: string): Promise<void> {
    const names = listAt(post, "channel_members").map(String);
    const members = new Set<number>();
    for (const name of names) {
      const person = await this.known.people.author(name);
      if (person !== undefined) members.add(person.id);
    }
    if (members.size === 0 || members.size > MAX_MEMBERS)
      return this.leaveOut(post, "direct, without members, or with too many", place);
    const ids = [...members].sort((a, b) => a - b);
    for (const one of [post, ...listAt(post, "replies")]) await this.#add(one, { members: ids }, place);
    await this.#follow(post, undefined, place);
  }

  /** Counts a skipped post, with its replies and everything else that belongs to it. */
  leaveOut(post: unknown, why: string, place: string): void {
    for (const one of [post, ...listAt(post, "replies")]) {
      this.conversion.report.read("messages");
      this.#leaveOut(one, why, place);
    }
    const followers = listAt(post, "thread_followers").length;
    this.conversion.report.skipped("topic_preferences", "of a message that is left out", place, followers);
  }

  finish(members: readonly string[]): void {
    const { report } = this.conversion;
    for (const [path, where] of this.#filesLeftOut)
      if (!this.#lines.has(path)) report.skipped("files", "of a message that is left out", where);
    const leftOut = new Set([...this.#filesLeftOut.keys()].map((path) => this.known.files.memberOf(path)));
    for (const member of members)
      if (!this.known.files.isUsed(member) && !leftOut.has(member))
        report.skipped("files", "in the archive, but in no message that moves in", member);
  }

  async #add(post: unknown, into: PostTarget & { topic?: string }, where: string): Promise<void> {
    this.conversion.report.read("messages");
    const problem = await this.#take(post, into, where);
    if (problem !== undefined) this.#leaveOut(post, problem, where);
  }

  #leaveOut(post: unknown, why: string, where: string): void {
    const { report } = this.conversion;
    report.leftOut(`messages: ${why}`, where);
    for (const [kind, key] of [
      ["reactions", "reactions"],
      ["flags", "flagged_by"],
    ] as const) {
      const number = listAt(post, key).length;
      report.skipped(kind, "of a message that is left out", where, number);
    }
    for (const attachment of listAt(post, "attachments")) {
      const path = textAt(attachment, "path");
      this.#filesLeftOut.set(path || `${where} ${this.#filesLeftOut.size}`, where);
    }
    if (!isPinned(post)) return;
    report.skipped("channel_pins", "of a message that is left out", where);
  }

  /** Bulk exports don't contain who pinned a post, or when. */
  #pinning(post: unknown, into: PostTarget, { place, sent_at }: { place: string; sent_at: number }) {
    if (!isPinned(post)) return undefined;
    this.conversion.report.read("channel_pins");
    if ("channel_id" in into) return { user_id: null, date_pinned: sent_at, place };
    this.conversion.report.leftOut("channel_pins: in direct conversations, which have no boards", place);
    return undefined;
  }

  async #take(post: unknown, into: PostTarget & { topic?: string }, where: string): Promise<string | undefined> {
    const sent_at = secondsOf(post, this.conversion.now);
    const type = textAt(post, "type");
    if (sent_at === undefined) return "without a time, or of one that has not come";
    if (type.startsWith("system_")) return "notices of Mattermost, such as that someone joined";
    const sender = await this.#sender(post, into);
    if (sender === undefined) return "no sender is named";
    const text = cleanText(this.#text(post)).trim();
    const said = type === "me" && text !== "" ? `/me ${text.replace(/^\*(.*)\*$/s, "$1")}` : text;
    const files = await this.#files(post, { owner_id: sender.id, created_at: sent_at });
    const content = [said, ...files].filter((part) => part !== "").join("\n");
    if (content === "") return "empty";
    const edited = numberAt(post, "edit_at") ?? 0;
    await this.drafts.add({
      sender_id: sender.id,
      place: messageTarget(into, sender.id),
      content,
      sent_at,
      tie: Math.floor(numberAt(post, "create_at") ?? 0) % 1000,
      edited_at: edited > 0 ? Math.floor(edited / 1000) : null,
      reactions: this.#reactions(post, where),
      starredBy: this.#starredBy(post, where),
      pinning: this.#pinning(post, into, { place: where, sent_at }),
    });
    return undefined;
  }

  /** Returns who wrote a post. In a channel, a webhook's own name is shown instead of its creator's. */
  #sender(post: unknown, into: PostTarget) {
    const { people } = this.known;
    const isWebhook = "channel_id" in into && textAt(post, "props", "from_webhook") === "true";
    const name = isWebhook ? textAt(post, "props", "override_username").trim() : "";
    return name === "" ? people.author(textAt(post, "user")) : people.webhook(name);
  }

  /** Makes everyone who follows the thread follow its topic. */
  async #follow(
    post: unknown,
    topic: { readonly channel_id: number; readonly topic: string } | undefined,
    where: string,
  ): Promise<void> {
    const { report, now } = this.conversion;
    const following = new Set<number>();
    for (const follower of listAt(post, "thread_followers")) {
      report.read("topic_preferences");
      const person = this.known.people.byName(textAt(follower, "user"));
      if (topic === undefined || person === undefined || following.has(person.id)) {
        report.leftOut(
          "topic_preferences: of no one who is listed, or of a message that has no topic of its own",
          where,
        );
        continue;
      }
      following.add(person.id);
      const row = { user_id: person.id, ...topic, visibility_policy: FOLLOWED, last_updated: now };
      await writeRow(this.conversion, "topic_preferences", { row, place: where });
    }
  }

  #text(post: unknown): string {
    const text = (source: string) => mattermostText(source, this.known.names);
    const attachments = attachmentsText(valueAt(post, "props"), { text, line: (line) => line, more: () => "" });
    return [text(textAt(post, "message")), attachments].filter((part) => part.trim() !== "").join("\n\n");
  }

  async #files(post: unknown, facts: { owner_id: number; created_at: number }): Promise<string[]> {
    const lines: string[] = [];
    for (const attachment of listAt(post, "attachments")) {
      const path = textAt(attachment, "path");
      const line = this.#lines.get(path) ?? (await this.#line(path, facts));
      if (path !== "") this.#lines.set(path, line);
      lines.push(line);
    }
    return lines;
  }

  async #line(path: string, facts: { owner_id: number; created_at: number }): Promise<string> {
    const { report } = this.conversion;
    report.read("files");
    const name = path.split("/").at(-1) || "file";
    const instead = `${name} (not in the import)`;
    const member = this.known.files.memberOf(path);
    if (member === undefined) {
      report.leftOut("files: not in the archive", path);
      return instead;
    }
    const link = await this.known.files.link(member, { ...facts, key: path, name, content_type: contentTypeOf(name) });
    if (link === undefined) report.leftOut("files: damaged in the archive", member);
    return link ?? instead;
  }

  #starredBy(post: unknown, where: string): number[] {
    const { report } = this.conversion;
    const names = listAt(post, "flagged_by").map(String);
    const ids = [...new Set(names.flatMap((name) => this.known.people.byName(name)?.id ?? []))];
    report.read("flags", names.length);
    report.leftOut("flags: of no one who is listed, or twice", where, names.length - ids.length);
    return ids;
  }

  #reactions(post: unknown, where: string) {
    const { report } = this.conversion;
    const given = new Set<string>();
    return listAt(post, "reactions").flatMap((reaction) => {
      report.read("reactions");
      const name = textAt(reaction, "emoji_name");
      const unicode = emojiOfShortName(name);
      const code = this.known.emoji.get(name);
      const person = this.known.people.byName(textAt(reaction, "user"));
      const emoji = unicode ?? (code === undefined ? undefined : { emoji_name: name, emoji_code: code });
      const key = `${person?.id} ${emoji?.emoji_code}`;
      if (person === undefined || emoji === undefined || given.has(key)) {
        report.leftOut(
          "reactions: of no one, or with an emoji that is not listed, or the same in another skin tone",
          `${where} ${name}`,
        );
        return [];
      }
      given.add(key);
      const reaction_type = unicode === undefined ? "realm_emoji" : "unicode_emoji";
      return [{ user_id: person.id, ...emoji, reaction_type }];
    });
  }
}

const isPinned = (post: unknown): boolean => valueAt(post, "is_pinned") === true;

/** Returns a message's destination. Former members of a direct conversation are included. */
function messageTarget(into: PostTarget & { topic?: string }, sender: number) {
  if ("channel_id" in into) return { channel_id: into.channel_id, topic: into.topic ?? TOPIC };
  return { members: [...new Set([...into.members, sender])].sort((a, b) => a - b) };
}

function secondsOf(post: unknown, now: number): number | undefined {
  const at = numberAt(post, "create_at");
  const seconds = Math.floor((at ?? -1) / 1000);
  return seconds < 0 || seconds > now + DAY ? undefined : seconds;
}
