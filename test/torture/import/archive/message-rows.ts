import type { WrittenRow } from "../../../../src/archive-format/tables.ts";
import type { Random } from "../../../process/support/random.ts";
import { pathOf } from "./file-rows.ts";
import type { Rows } from "./full-archive.ts";
import { BASE, ids, range, type Size } from "./ids.ts";
import { nameOf } from "./people-rows.ts";

const POLL = '{"widget_type":"poll","extra_data":{"question":"Where?","options":["Here","There"]}}';
const isPoll = (index: number) => index % 40 === 7;

/**
 * Returns the text of a message, which no other message has. Some texts mention people, channels, messages and files.
 */
function textOf(index: number, { people, channels, uploads }: Size): string {
  if (isPoll(index)) return `/poll Where ${index}?\nHere\nThere`;
  const user = index % people;
  const texts = [
    `plain ${index}`,
    `${index}: @**${nameOf(user)}|${ids.user(user)}** and :e1: and T3-${index}`,
    `${index}: [there](/#narrow/channel/${ids.channel(index % channels)}-x/topic/topic.201/near/${ids.message(index >> 1)})`,
    `${index}: [file](/user_uploads/${pathOf(index % uploads)})`,
    `${index}\n\n\`\`\`python\nprint("@**x|${ids.user(user)}**")\n\`\`\`\n\n* one\n* two\n\n> **quoted** ~~text~~ $$x^2$$`,
    `${index} ${"many words in a row ".repeat(30)}`,
  ];
  return texts[index % texts.length] ?? "";
}

function messageRow(index: number, size: Size): WrittenRow<"messages"> {
  const { people, channels } = size;
  const sender = (index * 7) % people;
  const common = {
    id: ids.message(index),
    sender_id: ids.user(sender),
    content: textOf(index, size),
    client: "website",
    sent_at: BASE + 60 * index,
    ...(index % 10 === 4 && editedAt(index, sender)),
  };
  const others = [sender, (sender + 1) % people, ...(index % 16 === 5 ? [(sender + 2) % people] : [])];
  const members = [...new Set(others.map(ids.user))].sort((one, other) => one - other);
  if (index % 4 === 1) return { ...common, members };
  return { ...common, channel_id: ids.channel((index * 5) % channels), topic: `topic ${index % 9}` };
}

function editedAt(index: number, sender: number) {
  const timestamp = BASE + 60 * index + 30;
  return {
    last_edit_at: timestamp,
    edits: [{ user_id: ids.user(sender), timestamp, prev_content: `before ${index}` }],
  };
}

/** Returns channel and direct messages with the rows that depend on them, in the order of messages. */
export function messageRows(size: Size, random: Random): Rows {
  const { people, messages } = size;
  const some = range(messages, (index) => index);
  const someone = (index: number) => ids.user((index * 7 + 1) % people);
  return {
    messages: some.map((index) => messageRow(index, size)),
    reactions: some
      .filter((index) => index % 3 === 0)
      .flatMap((index) => [
        reaction(index, someone(index), { emoji_name: "smile", emoji_code: "1f642", reaction_type: "unicode_emoji" }),
        reaction(index, ids.user((index * 7) % people), {
          emoji_name: "e2",
          emoji_code: String(ids.emoji(2)),
          reaction_type: "realm_emoji",
        }),
      ]),
    submessages: some
      .filter(isPoll)
      .flatMap((index) => [
        submessage(index, ids.user((index * 7) % people), POLL),
        ...range(3, (vote) =>
          submessage(
            index,
            ids.user((index * 7) % people),
            `{"type":"vote","key":"canned,${vote % 2}","vote":${vote > 1 ? -1 : 1}}`,
          ),
        ),
      ]),
    flags: some
      .filter((index) => index % 6 === 0)
      .map((index) => ({
        user_id: ids.user((index * 7) % people),
        message_id: ids.message(index),
        flags: random.below(2) === 0 ? ["starred"] : ["starred", "collapsed"],
      })),
    unread: range(people, (person) => person)
      .filter((person) => person % 2 === 0)
      .map((person) => ({
        user_id: ids.user(person),
        messages: some
          .slice(-200)
          .filter((index) => (index + person) % 3 === 0)
          .map(ids.message),
      })),
    read_state: range(people, (person) => person)
      .filter((person) => person % 2 === 1)
      .map((person) => ({ user_id: ids.user(person), low: ids.message(messages - 20 - person) })),
  };
}

const reaction = (
  index: number,
  user_id: number,
  emoji: Pick<WrittenRow<"reactions">, "emoji_name" | "emoji_code" | "reaction_type">,
): WrittenRow<"reactions"> => ({ message_id: ids.message(index), user_id, ...emoji });

const submessage = (index: number, sender_id: number, content: string): WrittenRow<"submessages"> => ({
  message_id: ids.message(index),
  sender_id,
  msg_type: "widget",
  content,
});
