import { openAsBlob } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { ArchiveWriter, tarOf } from "../../src/archive-format/members.ts";
import { FolderSpool } from "../../src/cli/import/folder-spool.ts";
import { type Draft, messages } from "../seed/messages.ts";
import { type Channel, channelsOf } from "../seed/people.ts";
import { Random } from "../seed/random.ts";
import { someWord, someWords } from "../seed/vocabulary.ts";

const BASE = 1_600_000_000;
const SECONDS_BETWEEN = 45;
/** Shares of messages that have Markdown, reactions, stars or edits. */
const MARKED_UP = 0.3;
const REACTED = 0.1;
const STARRED = 0.02;
const EDITED = 0.03;
/** The share of messages that are unread: the newest ones, a thousand at most. */
const UNREAD = 0.005;
const EMOJI = [
  ["tada", "1f389"],
  ["heart", "2764"],
  ["+1", "1f44d"],
  ["octopus", "1f419"],
] as const;

/** An archive on disk, and the texts of some of its messages. */
export interface SampleArchive {
  readonly tar: Blob;
  readonly messages: number;
  readonly texts: readonly string[];
  remove(): void;
}

/** Writes an archive like that of a Zulip server a few years old: a person for every hundred messages, and so on. */
export async function sampleArchive(count: number, tell: (done: number) => void): Promise<SampleArchive> {
  const spool = new FolderSpool();
  const writer = new ArchiveWriter(spool);
  const random = new Random(11);
  const size = { users: clamp(count / 100, 20, 5000), channels: clamp(count / 1000, 5, 500), messages: count };
  const people = Array.from({ length: size.users }, (_, index) => index + 1);
  const channels = channelsOf(size, random).map((channel, index) => ({ ...channel, id: index + 1 }));
  await writePeople(writer, people, channels);
  const texts: string[] = [];
  const drafts = messages({ people, channels, files: [] }, size, random);
  const subscribers = new Map(
    channels.map(({ id, members }) => [id, new Set(members.map((place) => people[place] ?? 0))]),
  );
  const newest: { readonly id: number; readonly readers: ReadonlySet<number> }[] = [];
  for (let id = 1; id <= count; id += 1) {
    const draft = dressed(drafts.next().value, random);
    if (texts.length < 1000) texts.push(draft.content);
    await writeMessage(writer, { id, draft, random, people: size.users });
    if (id % 1000 === 0) tell(id);
    if (id <= count - Math.min(1000, count * UNREAD)) continue;
    const readers = typeof draft.to === "number" ? subscribers.get(draft.to) : new Set([draft.sender, ...draft.to]);
    newest.push({ id, readers: readers ?? new Set() });
  }
  for (const user_id of people) {
    const messages = newest.filter(({ readers }) => readers.has(user_id)).map(({ id }) => id);
    if (messages.length > 0) await writer.row("unread", { user_id, messages });
  }
  const facts = { program: "zulip", version: "10.2", exported_at: BASE, scope: "whole", secrets: false } as const;
  const path = join(spool.folder, "archive.tar");
  const file = await open(path, "w");
  for await (const part of tarOf(await writer.finish(facts), 0)) await file.write(part);
  await file.close();
  return { tar: await openAsBlob(path), messages: count, texts, remove: () => spool.remove() };
}

const clamp = (value: number, least: number, most: number) => Math.round(Math.min(most, Math.max(least, value)));

async function writePeople(
  writer: ArchiveWriter,
  people: readonly number[],
  channels: readonly (Channel & { id: number })[],
): Promise<void> {
  for (const id of people) {
    const account = { role: 400, is_active: true, date_joined: BASE } as const;
    await writer.row("users", {
      id,
      delivery_email: `person${id}@example.net`,
      full_name: `Person ${id} of many`,
      ...account,
    });
  }
  const open = { date_created: BASE, invite_only: false, history_public_to_subscribers: true };
  for (const { id, name } of channels) await writer.row("channels", { id, name, ...open });
  for (const { id, members } of channels) {
    for (const place of members) {
      await writer.row("subscriptions", { user_id: people[place] ?? 0, channel_id: id, active: true });
    }
  }
}

/** Adds Markdown to one draft in three, which is a realistic share. */
function dressed(draft: Draft, random: Random): Draft {
  const { content } = draft;
  const words = () => someWords(random, 6);
  const kinds = [
    () => `**${someWord(random)}** ${content} :${EMOJI[random.below(EMOJI.length)]?.[0]}:`,
    () => `${content} \`${someWord(random)}()\` *${someWord(random)}*`,
    () => `${content} see [${someWord(random)}](https://example.org/${someWord(random)}?q=${someWord(random)})`,
    () => `${content}\n\n* ${words()}\n* ${words()}\n* ${words()}`,
    () => `\`\`\`quote\n${words()}\n\`\`\`\n\n${content}`,
    () => `${content}\n\`\`\`js\nconst ${someWord(random)} = "${words()}";\n\`\`\``,
  ];
  if (!random.chance(MARKED_UP)) return draft;
  return { ...draft, content: (kinds[random.below(kinds.length)] ?? words)() };
}

interface Message {
  readonly id: number;
  readonly draft: Draft;
  readonly random: Random;
  readonly people: number;
}

/** Writes a message with its reactions and flags. Some messages are edited. */
async function writeMessage(writer: ArchiveWriter, { id, draft, random, people }: Message): Promise<void> {
  const { sender, to, topic = "", content } = draft;
  const sent_at = BASE + id * SECONDS_BETWEEN;
  const place =
    typeof to === "number"
      ? { channel_id: to, topic }
      : { members: [...new Set([sender, ...to])].sort((a, b) => a - b) };
  const edited = random.chance(EDITED)
    ? {
        last_edit_at: sent_at + 60,
        edits: [{ user_id: sender, timestamp: sent_at + 60, prev_content: `${content} (first)` }],
      }
    : {};
  await writer.row("messages", { id, sender_id: sender, content, sent_at, client: "website", ...place, ...edited });
  const someone = () => 1 + random.below(people);
  while (random.chance(REACTED)) {
    const [emoji_name, emoji_code] = EMOJI[random.below(EMOJI.length)] ?? EMOJI[0];
    const reaction = { emoji_name, emoji_code, reaction_type: "unicode_emoji" };
    await writer.row("reactions", { message_id: id, user_id: someone(), ...reaction });
  }
  const mentioned = /@\*\*\|(\d+)\*\*/.exec(content)?.[1];
  if (mentioned !== undefined) {
    await writer.row("flags", { message_id: id, user_id: Number(mentioned), flags: ["mentioned"] });
  }
  if (random.chance(STARRED)) await writer.row("flags", { message_id: id, user_id: sender, flags: ["starred"] });
}
