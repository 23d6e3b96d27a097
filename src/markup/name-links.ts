import { EMPTY_TOPIC_DISPLAY_NAME } from "../protocol/limits.ts";
import { channelLink, messageLink, topicLink } from "./render/narrow-links.ts";

interface NamedChannel {
  readonly id: number;
  readonly name: string;
}

/**
 * Returns Markdown that links a channel. If its name would end `#**name**`, or look like a topic, the channel is linked
 * by URL.
 */
export const channelMarkdown = ({ id, name }: NamedChannel): string =>
  /[*>]/.test(name) ? linkMarkdown(`#${name}`, channelLink(id, name)) : `#**${name}**`;

/** Returns Markdown that links a topic, or a message in it. */
export function topicMarkdown({ id, name }: NamedChannel, topic: string, message?: number): string {
  const isPlain = !/[*>]/.test(name) && !topic.includes("*") && (message !== undefined || !/@\d+$/.test(topic));
  if (isPlain) return `#**${name}>${topic}${message === undefined ? "" : `@${message}`}**`;
  const text = `#${name} > ${topic === "" ? EMPTY_TOPIC_DISPLAY_NAME : topic}`;
  return message === undefined
    ? linkMarkdown(text, topicLink(id, name, topic))
    : linkMarkdown(`${text} @ 💬`, messageLink(id, name, topic, message));
}

type NamedUser = { readonly full_name: string } & ({ readonly id: number } | { readonly user_id: number });

/** Returns Markdown that names a user and notifies no one. */
export const userMarkdown = (user: NamedUser): string =>
  `@_**${user.full_name}|${"id" in user ? user.id : user.user_id}**`;

/** Returns Markdown that names a group and notifies no one. A name that would end `@_*name*` is plain text. */
export const groupMarkdown = ({ name }: { readonly name: string }): string =>
  name.includes("*") ? `@${plainMarkdown(name)}` : `@_*${name}*`;

/** Returns a Markdown link. Its text is escaped as Zulip's clients escape the names of topics. */
export const linkMarkdown = (text: string, url: string): string =>
  `[${text.replace(/[&*[\]`\\]|\$\$/g, escaped)}](${url})`;

const escaped = (found: string) => [...found].map((one) => `&#${one.codePointAt(0)};`).join("");

/** Escapes text so that none of its characters has a meaning in Markdown. */
export const plainMarkdown = (text: string): string => text.replace(/[\\`*~#@[\](){}<>|$:.-]/g, "\\$&");
