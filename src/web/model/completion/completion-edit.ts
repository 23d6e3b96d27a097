import { encodeOperand, slugOf } from "../addresses/address.ts";
import type { Edit, Field } from "../formatting/field.ts";
import { isInCode } from "../formatting/in-code.ts";
import { mentionMarkdown } from "../people/people-by-name.ts";
import type { Candidate, NamedChannel } from "./candidate.ts";
import { writtenTime } from "./times.ts";
import type { Trigger } from "./trigger.ts";

interface Naming {
  countOfName(name: string): number;
  readonly emptyTopicName: string;
}

function markdownOf(candidate: Candidate, trigger: Trigger, naming: Naming): string {
  const silent = trigger.kind === "mention" && trigger.silent;
  switch (candidate.kind) {
    case "person": {
      const { id, name } = candidate.person;
      return mentionMarkdown(id, name, { isSilent: silent, isShared: naming.countOfName(name) > 1 });
    }
    case "group":
      return `@${silent ? "_" : ""}*${candidate.group.name}*`;
    case "wildcard":
      return `@**${candidate.wildcard}**`;
    case "channel":
      return channelMarkdown(candidate.channel);
    case "topic":
      return topicMarkdown(candidate.channel, candidate.topic, naming.emptyTopicName);
    case "emoji":
      return `:${candidate.emoji.name}:`;
    case "command":
      return `/${candidate.command}`;
    case "bot command":
      return `/${candidate.command.name}`;
    case "language":
      return candidate.language;
    case "time":
      return candidate.at === undefined ? "" : `<time:${writtenTime(candidate.at)}>`;
  }
}

/** Text after the caret that is replaced as well: the closing stars of a name, or the rest of a time. */
const leftovers = { mention: /^\*{1,2}/, channel: /^\*{1,2}/, topic: /^\*{1,2}/, emoji: /^:/, time: /^[^<>\n]*>/ };

export function completionEdit(candidate: Candidate, trigger: Trigger, { text, end }: Field, naming: Naming): Edit {
  const after = text.slice(end);
  const leftover = trigger.kind in leftovers ? leftovers[trigger.kind as keyof typeof leftovers].exec(after) : null;
  const to = end + (leftover?.[0].length ?? 0);
  const markdown = markdownOf(candidate, trigger, naming);
  if (trigger.kind === "language") return languageEdit(markdown, trigger, { text, to });
  const spaced = /^\s/.test(text.slice(to));
  const caret = trigger.from + markdown.length + 1;
  return { from: trigger.from, to, insert: spaced ? markdown : `${markdown} `, start: caret, end: caret };
}

/** Completes a fence's info string, and adds the closing fence if it is missing. */
function languageEdit(
  markdown: string,
  { from, fence }: Extract<Trigger, { kind: "language" }>,
  { text, to }: { readonly text: string; readonly to: number },
): Edit {
  const rest = text.slice(to);
  const header = markdown === "spoiler" ? " " : "";
  // The block is already closed if the text below contains its fence, and ends inside a code block when parsed on its
  // own.
  const closed = new RegExp(`^\\s*${fence}\\s*$`, "m").test(rest) && isInCode(`${rest}\n`, rest.length + 1);
  const insert = closed ? markdown + header : `${markdown}${header}\n\n${fence}${/^\n|^$/.test(rest) ? "" : "\n"}`;
  // The caret goes to a spoiler's title, or to the content of other blocks.
  const caret = from + markdown.length + 1;
  return { from, to, insert, start: caret, end: caret };
}

/** Turns a chosen channel into the start of a link to one of its topics. */
export function topicsOfChannelEdit(name: string, { from }: Trigger, { end }: Field): Edit {
  const insert = `#**${name}>`;
  return { from, to: end, insert, start: from + insert.length, end: from + insert.length };
}

/** Characters that would break a `#**channel>topic**` link. Names containing them are linked by URL. */
const unsafe = /[`*>&[\]]|\$\$/;

const escapeMarkdown = (text: string) => text.replace(/[`*>&[\]$]/g, (character) => `&#${character.charCodeAt(0)};`);

const slug = ({ id, name }: NamedChannel) => slugOf(id, name);

const channelMarkdown = (channel: NamedChannel): string =>
  unsafe.test(channel.name)
    ? `[#${escapeMarkdown(channel.name)}](#narrow/channel/${slug(channel)})`
    : `#**${channel.name}**`;

/**
 * Returns the Markdown of a topic link. A topic that ends in something like "@12" is linked by URL, because "@12" would
 * refer to a message.
 */
function topicMarkdown(channel: NamedChannel, topic: string, emptyName: string): string {
  if (!unsafe.test(channel.name) && !unsafe.test(topic) && !/@\d+$/.test(topic)) return `#**${channel.name}>${topic}**`;
  const text = escapeMarkdown(`#${channel.name} > ${topic === "" ? emptyName : topic}`);
  return `[${text}](#narrow/channel/${slug(channel)}/topic/${encodeOperand(topic)})`;
}
