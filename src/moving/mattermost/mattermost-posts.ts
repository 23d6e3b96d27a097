import { attachmentsText } from "../chat/attachments.ts";
import type { Drafts } from "../chat/drafts.ts";
import { contentTypeOf, type Files } from "../chat/files.ts";
import { ThreadTopics } from "../chat/thread-topics.ts";
import type { Conversion } from "../conversion.ts";
import { emojiOfShortName } from "../short-names.ts";
import { listAt, numberAt, textAt, valueAt } from "../text/loose-json.ts";
import { cleanText } from "../text.ts";
import type { MattermostPeople } from "./mattermost-people.ts";
import { type MattermostNames, mattermostText } from "./mattermost-text.ts";

const TOPIC = "imported from Mattermost";
const MOST_MEMBERS = 8;
const DAY = 86_400;

/** What posts name. */
interface Known {
  readonly people: MattermostPeople;
  readonly names: MattermostNames;
  readonly files: Files;
  /** The codes of the organization's own emoji. */
  readonly emoji: ReadonlyMap<string, string>;
}

type Place = { readonly channel_id: number } | { readonly members: readonly number[] };

/** Posts and their replies as messages. */
export class MattermostPosts {
  readonly #threads = new Map<number, ThreadTopics>();

  constructor(
    private readonly conversion: Conversion,
    private readonly known: Known,
    private readonly drafts: Drafts,
  ) {}

  /** A post in a channel. With its replies, it gets a topic of their own. */
  async addToChannel(post: unknown, channel_id: number, place: string): Promise<void> {
    const replies = listAt(post, "replies");
    const threads = this.#threads.get(channel_id) ?? new ThreadTopics(TOPIC);
    this.#threads.set(channel_id, threads);
    const at = secondsOf(post, this.conversion.now) ?? 0;
    const root = `${textAt(post, "user")} ${numberAt(post, "create_at")} ${textAt(post, "message")}`;
    const topic = replies.length === 0 ? TOPIC : threads.of(root, at, this.#text(post));
    for (const one of [post, ...replies]) await this.#add(one, { channel_id, topic }, place);
  }

  async addDirect(post: unknown, place: string): Promise<void> {
    const names = listAt(post, "channel_members").map(String);
    const people = await Promise.all(names.map((name) => this.known.people.author(name)));
    const members = [...new Set(people.flatMap((person) => person?.id ?? []))].sort((a, b) => a - b);
    if (members.length === 0 || members.length > MOST_MEMBERS) {
      this.conversion.report.read("messages");
      this.conversion.report.leftOut("messages: direct, without members, or with too many", place);
      return;
    }
    for (const one of [post, ...listAt(post, "replies")]) await this.#add(one, { members }, place);
  }

  async #add(post: unknown, into: Place & { topic?: string }, where: string): Promise<void> {
    const { report } = this.conversion;
    report.read("messages");
    const problem = await this.#take(post, into);
    if (problem !== undefined) report.leftOut(`messages: ${problem}`, where);
  }

  async #take(post: unknown, into: Place & { topic?: string }): Promise<string | undefined> {
    const sent_at = secondsOf(post, this.conversion.now);
    const type = textAt(post, "type");
    if (sent_at === undefined) return "without a time, or of one that has not come";
    if (type.startsWith("system_")) return "notices of Mattermost, such as that somebody has joined";
    const sender = await this.known.people.author(textAt(post, "user"));
    if (sender === undefined) return "nobody is named who has sent it";
    const text = cleanText(this.#text(post)).trim();
    const said = type === "me" && text !== "" ? `/me ${text.replace(/^\*(.*)\*$/s, "$1")}` : text;
    const files = await this.#files(post, { owner_id: sender.id, created_at: sent_at });
    const content = [said, ...files].filter((part) => part !== "").join("\n");
    if (content === "") return "empty";
    const edited = numberAt(post, "edit_at") ?? 0;
    await this.drafts.add({
      sender_id: sender.id,
      place: placeOf(into, sender.id),
      content,
      sent_at,
      tie: Math.floor(numberAt(post, "create_at") ?? 0) % 1000,
      edited_at: edited > 0 ? Math.floor(edited / 1000) : null,
      reactions: this.#reactions(post),
      starredBy: [
        ...new Set(listAt(post, "flagged_by").flatMap((name) => this.known.people.byName(String(name))?.id ?? [])),
      ],
    });
    return undefined;
  }

  #text(post: unknown): string {
    const text = (source: string) => mattermostText(source, this.known.names);
    const attachments = attachmentsText(valueAt(post, "props"), { text, line: (line) => line, more: () => "" });
    return [text(textAt(post, "message")), attachments].filter((part) => part.trim() !== "").join("\n\n");
  }

  async #files(post: unknown, facts: { owner_id: number; created_at: number }): Promise<string[]> {
    const { report } = this.conversion;
    const lines: string[] = [];
    for (const attachment of listAt(post, "attachments")) {
      report.read("files");
      const path = textAt(attachment, "path");
      const name = path.split("/").at(-1) || "file";
      const member = this.known.files.memberOf(path);
      if (member === undefined) {
        report.leftOut("files: not in the archive", path);
        lines.push(`${name} (not in the import)`);
      } else {
        lines.push(
          await this.known.files.link(member, { ...facts, key: path, name, content_type: contentTypeOf(name) }),
        );
      }
    }
    return lines;
  }

  #reactions(post: unknown) {
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
          "reactions: of nobody or with an emoji that is not listed, or the same in another skin tone",
          name,
        );
        return [];
      }
      given.add(key);
      const reaction_type = unicode === undefined ? "realm_emoji" : "unicode_emoji";
      return [{ user_id: person.id, ...emoji, reaction_type }];
    });
  }
}

/** Where a message is. Who has left a direct conversation since is one of it as well. */
function placeOf(into: Place & { topic?: string }, sender: number) {
  if ("channel_id" in into) return { channel_id: into.channel_id, topic: into.topic ?? TOPIC };
  return { members: [...new Set([...into.members, sender])].sort((a, b) => a - b) };
}

/** When something was written, in seconds since 1970. */
function secondsOf(post: unknown, now: number): number | undefined {
  const at = numberAt(post, "create_at");
  const seconds = Math.floor((at ?? -1) / 1000);
  return seconds < 0 || seconds > now + DAY ? undefined : seconds;
}
