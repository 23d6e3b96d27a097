import { plainText } from "../../util/plain-text.ts";
import type { Conversion } from "../conversion.ts";
import { listAt, numberAt, textAt, valueAt } from "../markdown/loose-json.ts";
import { attachmentsText } from "../shared/attachments.ts";
import type { Pinning } from "../shared/boards.ts";
import type { Drafts } from "../shared/drafts.ts";
import { ThreadTopics } from "../shared/thread-topics.ts";
import { cleanText } from "../text.ts";
import { blocksText, hasBlocksOfApps } from "./slack-blocks.ts";
import type { SlackEmoji } from "./slack-emoji.ts";
import type { SlackFiles } from "./slack-files.ts";
import type { SlackGroups } from "./slack-groups.ts";
import { SlackLinks } from "./slack-links.ts";
import type { SlackPeople } from "./slack-people.ts";
import type { SlackPlace, SlackPlaces } from "./slack-places.ts";
import { type SlackNames, slackText, unescaped } from "./slack-text.ts";

const TOPIC = "imported from Slack";

/** Types of messages that only announce an event. */
const NOTICES = new Set([
  ...["join", "leave", "topic", "purpose", "name", "archive", "unarchive"].flatMap((what) => [
    `channel_${what}`,
    `group_${what}`,
  ]),
  ...["pinned_item", "unpinned_item", "bot_add", "bot_remove", "reminder_add", "tombstone"],
]);
const SAID_AS_ACTION = new Set(["me_message", "sh_room_created"]);

interface SlackArchive {
  readonly people: SlackPeople;
  readonly groups: SlackGroups;
  readonly places: SlackPlaces;
  readonly emoji: SlackEmoji;
  readonly files: SlackFiles;
  readonly links: SlackLinks;
}

/** Converts the messages of one conversation, day by day. */
export class SlackMessages {
  readonly #seen = new Set<string>();
  readonly #threads = new ThreadTopics(TOPIC);
  readonly #names: SlackNames;

  constructor(
    private readonly conversion: Conversion,
    private readonly archive: SlackArchive,
    /** Without a destination, all messages are skipped and counted. */
    private readonly into: { readonly place: SlackPlace | undefined; readonly drafts: Drafts },
  ) {
    const { people, groups, places } = archive;
    this.#names = {
      user(id, label) {
        const person = people.mentioned(id, label);
        return person === undefined ? `@${label || id}` : people.mention(person);
      },
      channel(id, label) {
        const name = places.channelName(id);
        return name === undefined ? `#${label || id}` : `#**${name}**`;
      },
      group: (id, label) => groups.mention(id, label),
      strange: (type) =>
        conversion.report.changed(
          "messages: with a part of a type that is not known, of which only texts are kept",
          type,
        ),
    };
  }

  async add(message: unknown, where: string): Promise<void> {
    const { report } = this.conversion;
    report.read("messages");
    const { place } = this.into;
    const problem =
      place === undefined ? "of a conversation that is in no list" : await this.#take(message, { place, where });
    if (problem === undefined) return;
    report.leftOut(`messages: ${problem}`, where);
    const reactions = listAt(message, "reactions").reduce<number>((sum, one) => sum + reactionCount(one), 0);
    report.skipped("reactions", "of a message that is left out", where, reactions);
    this.archive.files.leaveOut(message, where);
  }

  async #take(message: unknown, { place, where }: { place: SlackPlace; where: string }): Promise<string | undefined> {
    const ts = textAt(message, "ts");
    const time = parseTimestamp(ts, this.conversion.now);
    if (time === undefined) return "without a time, or of one that has not come";
    const subtype = textAt(message, "subtype");
    if (NOTICES.has(subtype)) return "notices of Slack, such as that someone joined";
    if (this.#seen.has(ts)) return "a second time";
    const sender = this.archive.people.senderOf(message);
    if (sender === undefined) return "no sender is named";
    const said = cleanText(this.#text(message)).trim();
    const files = await this.archive.files.lines(message, { owner_id: sender.id, sent_at: time.seconds });
    const content = [SAID_AS_ACTION.has(subtype) && said !== "" ? `/me ${said}` : said, ...files]
      .filter((part) => part !== "")
      .join("\n");
    if (content === "") return "empty";
    this.#seen.add(ts);
    await this.into.drafts.add({
      key: SlackLinks.keyOf(place.slackId, ts),
      sender_id: sender.id,
      place: this.#place(message, { place, ts, said, sender: sender.id }),
      content,
      sent_at: time.seconds,
      tie: time.micros,
      edited_at: parseTimestamp(textAt(message, "edited", "ts"), this.conversion.now)?.seconds ?? null,
      reactions: this.#reactions(message, where),
      starredBy: [],
      pinning: this.#pinning(message, place, ts),
    });
    return undefined;
  }

  /** If the export doesn't list a channel's pins, its messages state whether they are pinned. */
  #pinning(message: unknown, place: SlackPlace, ts: string): Pinning | undefined {
    if ("members" in place) return undefined;
    const { slackId, pins } = place;
    // Slack used to pin files on their own.
    const files = listAt(message, "files").map((file) => textAt(file, "id"));
    const key = [ts, ...files].find((one) => pins?.has(one)) ?? ts;
    const listed = pins?.get(key);
    pins?.delete(key);
    if (pins !== undefined || !listAt(message, "pinned_to").includes(slackId)) return listed;
    this.conversion.report.read("channel_pins");
    const info = valueAt(message, "pinned_info");
    const by = valueAt(info, slackId) ?? info;
    const pinning = this.archive.places.pinning(
      numberAt(by, "pinned_ts") ?? Number.parseInt(ts, 10),
      textAt(by, "pinned_by"),
    );
    return { ...pinning, place: `${slackId} ${ts}` };
  }

  #text(message: unknown): string {
    const [names, more] = [this.#names, (of: unknown) => blocksText(of, this.#names)];
    const marked = (text: string) => slackText(text, names);
    // Text next to an app's blocks is only shown in notifications.
    const text = hasBlocksOfApps(message)
      ? more(message) || marked(textAt(message, "text"))
      : marked(textAt(message, "text")) || more(message);
    return [text, attachmentsText(message, { text: marked, line: unescaped, more })]
      .filter((part) => part !== "")
      .join("\n\n");
  }

  #place(
    message: unknown,
    { place, ts, said, sender }: { place: SlackPlace; ts: string; said: string; sender: number },
  ) {
    // Includes former members.
    if ("members" in place) return { members: [...new Set([...place.members, sender])].sort((a, b) => a - b) };
    const root = textAt(message, "thread_ts");
    const { channel_id } = place;
    if (root === "") return { channel_id, topic: TOPIC };
    const at =
      parseTimestamp(root, this.conversion.now)?.seconds ?? parseTimestamp(ts, this.conversion.now)?.seconds ?? 0;
    return { channel_id, topic: this.#threads.of(root, at, root === ts ? said : "") };
  }

  #reactions(message: unknown, where: string) {
    const { report } = this.conversion;
    const given = new Set<string>();
    return listAt(message, "reactions").flatMap((reaction) => {
      const name = textAt(reaction, "name");
      const emoji = this.archive.emoji.of(name);
      const users = listAt(reaction, "users");
      const count = reactionCount(reaction);
      report.read("reactions", count);
      report.leftOut("reactions: Slack has not written whose they are", `${where} ${name}`, count - users.length);
      if (emoji === undefined) {
        report.leftOut("reactions: with an emoji that is not in the archive", `${where} ${name}`, users.length);
        return [];
      }
      return users.map(plainText).flatMap((user) => {
        const person = this.archive.people.bySlackId(user);
        const key = `${person?.id} ${emoji.emoji_code} ${emoji.reaction_type}`;
        if (person === undefined || given.has(key)) {
          report.leftOut(
            "reactions: of no one who is listed, or the same in another skin tone",
            `${where} ${name} ${user}`,
          );
          return [];
        }
        given.add(key);
        return [{ user_id: person.id, ...emoji }];
      });
    });
  }
}

/** Returns the number of users who added a reaction. The list of users can be shorter. */
function reactionCount(reaction: unknown): number {
  const told = numberAt(reaction, "count") ?? 0;
  return Math.max(listAt(reaction, "users").length, Math.min(MAX_REACTIONS, Math.max(0, Math.floor(told))));
}

const MAX_REACTIONS = 1_000_000;

/**
 * Parses a message's time: seconds since 1970, and the fraction in microseconds. Returns undefined if it is missing or
 * in the future.
 */
function parseTimestamp(ts: string, now: number): { readonly seconds: number; readonly micros: number } | undefined {
  const [, whole = "", fraction = ""] = /^(\d{1,10})(?:\.(\d{1,6}))?$/.exec(ts) ?? [];
  const seconds = Number(whole);
  if (whole === "" || seconds > now + DAY) return undefined;
  return { seconds, micros: Number(fraction.padEnd(6, "0")) };
}

const DAY = 86_400;
