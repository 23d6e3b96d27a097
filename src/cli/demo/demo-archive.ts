import { ArchiveWriter, tarOf } from "../../archive-format/members.ts";
import type { Spool } from "../../archive-format/spool.ts";
import type { WrittenRow } from "../../archive-format/tables.ts";
import { Role } from "../../protocol/roles.ts";
import { bell } from "./bell.ts";
import { bicycle, type Character, face } from "./pictures.ts";
import type { Say } from "./stock-bot.ts";
import { BOTS, CHANNELS, type DemoMessage, EMOJI, type Name, PEOPLE, STATUSES, STORY, YOU } from "./story.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;
const FOUNDED_DAYS = 40;
/** Description of a new organization's first channel. */
const GENERAL = "For everyone and everything";
/** Clients show files with a name like this as voice messages. */
const VOICE_NAME = "Voice-message-0m02s.wav";

const characters = Object.keys(PEOPLE) as Character[];
const names: readonly Name[] = ["you", ...characters, ...(Object.keys(BOTS) as (keyof typeof BOTS)[])];
const idOf = (name: Name): number => names.indexOf(name) + 1;
const fullName = (name: Name): string =>
  name === "you" ? YOU.name : name in BOTS ? BOTS[name as keyof typeof BOTS] : PEOPLE[name as Character];
const channelId = (key: string): number => CHANNELS.findIndex((channel) => channel.key === key) + 1;

/** Returns the demo's organization as an archive, as if its people had been talking for a week. */
export async function demoArchive(say: Say, now: Date): Promise<Blob> {
  const demo = new DemoArchive(say, now);
  await demo.writePeople();
  await demo.writeChannels();
  const uploads = await demo.writeUploads();
  await demo.writeMessages(uploads);
  await demo.writeYours();
  return await demo.finish();
}

class DemoArchive {
  readonly #writer = new ArchiveWriter(inMemory);
  readonly #say: Say;
  readonly #now: number;
  readonly #midnight: number;

  constructor(say: Say, now: Date) {
    this.#say = say;
    this.#now = Math.floor(now.getTime() / 1000);
    this.#midnight = Math.floor(new Date(now).setHours(0, 0, 0, 0) / 1000);
  }

  get #founded(): number {
    return this.#midnight - FOUNDED_DAYS * DAY;
  }

  async writePeople(): Promise<void> {
    const common = { is_active: true, date_joined: this.#founded };
    await this.#writer.row("users", {
      ...{ id: idOf("you"), delivery_email: YOU.email, full_name: YOU.name, role: Role.owner, ...common },
    });
    for (const name of characters) {
      const status = STATUSES.find(([who]) => who === name);
      await this.#writer.row("users", {
        ...{ id: idOf(name), delivery_email: `${name}@example.com`, full_name: PEOPLE[name], ...common },
        ...{ role: name === "maya" ? Role.owner : Role.member, avatar: await this.#picture(name, face(name)) },
        ...(status && { status: { status_text: this.#say(`status.${name}`), ...emojiOf(status[1]) } }),
      });
      await this.#writer.row("presence", { user_id: idOf(name), active_at: this.#now - idOf(name) * 20 });
    }
    for (const [name, full_name] of Object.entries(BOTS)) {
      const id = idOf(name as Name);
      const account = { delivery_email: `${name}-bot@example.com`, bot_type: 1, bot_owner_id: idOf("you") } as const;
      await this.#writer.row("users", { id, full_name, role: Role.member, ...account, ...common });
    }
  }

  async writeChannels(): Promise<void> {
    await this.#writer.row("organization", {
      ...{ name: this.#say("organization"), description: this.#say("description"), settings: {} },
    });
    const folders = [...new Set(CHANNELS.flatMap((channel) => ("folder" in channel ? channel.folder : [])))];
    for (const [order, folder] of folders.entries())
      await this.#writer.row("channel_folders", { id: order + 1, name: this.#say(`folder.${folder}`), order });
    for (const channel of CHANNELS) {
      const id = channelId(channel.key);
      const members: readonly Name[] = "members" in channel ? channel.members : names;
      await this.#writer.row("channels", {
        ...{ id, name: this.#say(`channel.${channel.key}`) },
        description: channel.key === "general" ? GENERAL : this.#say(`channel.${channel.key}.about`),
        ...{ creator_id: idOf("maya"), date_created: this.#founded, invite_only: "members" in channel },
        ...{ history_public_to_subscribers: true, is_default: !("members" in channel) },
        ...("folder" in channel && { folder_id: folders.indexOf(channel.folder) + 1 }),
      });
      for (const member of members) {
        const color = "color" in channel && { color: channel.color };
        await this.#writer.row("subscriptions", { user_id: idOf(member), channel_id: id, active: true, ...color });
      }
    }
  }

  /** Writes the files that messages link to, and returns their links. */
  async writeUploads(): Promise<Record<string, string>> {
    const { wav, peaks, durationMs } = bell();
    const voice = { duration_ms: durationMs, peaks };
    return {
      bike: await this.#upload("bike.png", "image/png", bicycle(), "tomas"),
      bell: await this.#upload(VOICE_NAME, "audio/wav", wav, "aiko", { voice }),
    };
  }

  async writeMessages(uploads: Readonly<Record<string, string>>): Promise<void> {
    const story = STORY.map((said) => ({ ...said, sent_at: this.#timeOf(said.at) }));
    story.sort((one, other) => one.sent_at - other.sent_at);
    const unread: number[] = [];
    for (const [index, said] of story.entries()) {
      const id = index + 1;
      const common = { id, sender_id: idOf(said.by), sent_at: said.sent_at, client: "website" };
      const content = this.#contentOf(said, uploads);
      await this.#writer.row("messages", { ...common, content, ...this.#placeOf(said.by, said.to) });
      for (const [name, people] of Object.entries(said.reactions ?? {}))
        for (const person of people ?? [])
          await this.#writer.row("reactions", {
            ...{ message_id: id, user_id: idOf(person), ...emojiOf(name as keyof typeof EMOJI) },
          });
      for (const [sender, change] of this.#widgetOf(said)) {
        const row = { message_id: id, sender_id: idOf(sender), msg_type: "widget", content: JSON.stringify(change) };
        await this.#writer.row("submessages", row);
      }
      const isMentioned = content.includes(`@**${YOU.name}**`);
      const flags = (["starred", "mentioned"] as const).filter((flag) =>
        flag === "starred" ? said.isStarred : isMentioned,
      );
      if (flags.length > 0) await this.#writer.row("flags", { user_id: idOf("you"), message_id: id, flags });
      if (said.isUnread) unread.push(id);
    }
    await this.#writer.row("unread", { user_id: idOf("you"), messages: unread });
  }

  /** Writes the demo user's private data, such as a draft and a scheduled message. */
  async writeYours(): Promise<void> {
    const user_id = idOf("you");
    const fair = { channel_id: channelId("general"), topic: this.#say("topic.fair") };
    const release = { channel_id: channelId("shop"), topic: this.#say("topic.release") };
    const { topic, channel_id } = fair;
    await this.#writer.row("topic_preferences", {
      ...{ user_id, ...release, visibility_policy: 3, last_updated: this.#now },
    });
    const draft = { user_id, to: [channel_id], topic, timestamp: this.#now, content: this.#say("draft") };
    await this.#writer.row("drafts", { type: "stream", ...draft });
    const [title, content] = [this.#say("snippet.title"), this.#say("snippet")];
    await this.#writer.row("saved_snippets", { user_id, title, content, date_created: this.#now });
    const deliver_at = this.#midnight + DAY + 9 * HOUR;
    await this.#writer.row("scheduled_messages", { user_id, content: this.#say("scheduled"), deliver_at, ...fair });
  }

  async finish(): Promise<Blob> {
    const facts = {
      program: "parley",
      version: "demo",
      exported_at: this.#now,
      scope: "whole",
      secrets: false,
    } as const;
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for await (const part of tarOf(await this.#writer.finish(facts), this.#now)) parts.push(part.slice());
    return new Blob(parts);
  }

  #timeOf(at: DemoMessage["at"]): number {
    if (typeof at === "number") return this.#now - at * 60;
    const [days, hour] = at;
    return this.#midnight - days * DAY + Math.round(hour * HOUR);
  }

  #placeOf(by: Name, to: string | readonly Name[]) {
    if (typeof to !== "string") return { members: [by, ...to].map(idOf).sort((one, other) => one - other) };
    const [channel = "", topic = ""] = to.split(">");
    return { channel_id: channelId(channel), topic: this.#say(`topic.${topic}`) };
  }

  #contentOf(said: DemoMessage, uploads: Readonly<Record<string, string>>): string {
    const { text, poll } = said;
    const items = this.#itemsOf(said);
    if (items.length > 0) return [`/${poll ? "poll" : "todo"} ${this.#say(text)}`, ...items].join("\n");
    const links: Record<string, string> = Object.fromEntries(names.map((name) => [name, `@**${fullName(name)}**`]));
    const written = text.startsWith("{") ? text : this.#say(text);
    return written.replaceAll(/\{(\w+)\}/g, (all, key) => uploads[key] ?? links[key] ?? all);
  }

  /** Returns a poll's options, or a to-do list's tasks. */
  #itemsOf({ text, poll, tasks }: DemoMessage): string[] {
    return (poll ?? tasks ?? []).map((_, index) => this.#say(`${text}.${index}`));
  }

  /**
   * Returns the submessages of a poll or to-do list, each with its sender: its definition, then votes or completed
   * tasks.
   */
  #widgetOf(said: DemoMessage): [Name, unknown][] {
    const { by, text, poll, tasks } = said;
    const items = this.#itemsOf(said);
    if (poll) {
      const votes = poll.flatMap((voters, index) =>
        voters.map((voter): [Name, unknown] => [voter, { type: "vote", key: `canned,${index}`, vote: 1 }]),
      );
      const extra_data = { question: this.#say(text), options: items };
      return [[by, { widget_type: "poll", extra_data }], ...votes];
    }
    if (tasks) {
      const done = tasks.flatMap((isDone, index) => (isDone ? [index] : []));
      const strikes = done.map((index): [Name, unknown] => ["olu", { type: "strike", key: `${index},canned` }]);
      const extra_data = { task_list_title: this.#say(text), tasks: items.map((task) => ({ task, desc: "" })) };
      return [[by, { widget_type: "todo", extra_data }], ...strikes];
    }
    return [];
  }

  async #picture(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const member = `files/avatars/${name}.png`;
    const file = await this.#writer.file(member, new Blob([bytes]));
    const id = idOf(name as Name);
    await this.#writer.row("files", { id, ...file, name: `${name}.png`, content_type: "image/png" });
    return member;
  }

  async #upload(
    name: string,
    content_type: string,
    bytes: Uint8Array<ArrayBuffer>,
    owner: Name,
    more: Partial<WrittenRow<"files">> = {},
  ): Promise<string> {
    const path_id = `1/demo/${name}`;
    const file = await this.#writer.file(`files/uploads/${name}`, new Blob([bytes]));
    const facts = { name, content_type, owner_id: idOf(owner), created_at: this.#founded, path_id };
    await this.#writer.row("files", { id: 100 + idOf(owner), ...file, ...facts, ...more });
    return `[${name}](/user_uploads/${path_id})`;
  }
}

const emojiOf = (name: keyof typeof EMOJI) => ({
  ...{ emoji_name: name, emoji_code: EMOJI[name], reaction_type: "unicode_emoji" },
});

/** A spool in memory, because the archive is small. */
const inMemory: Spool = {
  create: async () => {
    const written: Uint8Array<ArrayBuffer>[] = [];
    return {
      write: async (bytes) => void written.push(bytes.slice()),
      close: async () => new Blob(written),
    };
  },
};
