import { channelById } from "../channels/channels.ts";
import { codeIn } from "../formatting/in-code.ts";
import type { ChannelId, UserId } from "../ids.ts";
import type { State } from "../state.ts";

export interface WrittenMention {
  readonly name: string;
  readonly id: number | undefined;
  readonly kind: "person" | "group";
}

const mention = /(?<![^\s'"({[/<])@(?:\*\*([^*\n]*)\*\*|\*([^*\n]+)\*)/g;

/** Finds the mentions that notify someone. Those in code don't count. */
export function mentionsIn(text: string): WrittenMention[] {
  if (!text.includes("@*")) return [];
  const isInCode = codeIn(text);
  return Array.from(text.matchAll(mention)).flatMap(({ index, 1: person, 2: group }): WrittenMention[] => {
    if (isInCode(index)) return [];
    if (person === undefined) return [{ name: group ?? "", id: undefined, kind: "group" }];
    const [, name = person, id] = /^(.*)\|(\d+)$/.exec(person) ?? [];
    return [{ name, id: id === undefined ? undefined : Number(id), kind: "person" }];
  });
}

/** In channels with more members than this, mentioning everyone requires a permission. */
const MANY_PEOPLE = 15;

/** Returns a channel's member count if mentioning everyone requires a permission, otherwise undefined. */
export function manyIn(state: State, channel: ChannelId): number | undefined {
  const count = channelById(state, channel)?.subscriber_count ?? 0;
  return count > MANY_PEOPLE ? count : undefined;
}

export interface Person {
  readonly id: UserId;
  readonly name: string;
  /** The real email address if the user is allowed to see it. */
  readonly email: string;
  readonly isBot: boolean;
}

export interface Group {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly mentionable: boolean;
}

export interface NamedChannel {
  readonly id: ChannelId;
  readonly name: string;
  readonly description: string;
}

export interface NamedEmoji {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly type: "unicode_emoji" | "realm_emoji";
  readonly code: string;
  /** The image URL of a custom emoji. */
  readonly picture: string | undefined;
}

export const WILDCARDS = ["all", "everyone", "channel", "topic"] as const;
export const COMMANDS = ["me", "poll", "todo", "dark", "light", "fluid-width", "fixed-width"] as const;
const TIMES = ["written", "now", "hour", "evening", "tomorrow", "monday", "choose"] as const;

type Wildcard = (typeof WILDCARDS)[number];
type Command = (typeof COMMANDS)[number];
/** A suggested time; "written" is the time as typed. */
export type TimeChoice = (typeof TIMES)[number];

export interface NamedCommand {
  readonly name: string;
  readonly description: string;
  readonly usage: string;
}

export type Candidate =
  | { readonly kind: "person"; readonly person: Person }
  | { readonly kind: "group"; readonly group: Group }
  | { readonly kind: "wildcard"; readonly wildcard: Wildcard }
  | { readonly kind: "channel"; readonly channel: NamedChannel }
  | { readonly kind: "topic"; readonly channel: NamedChannel; readonly topic: string }
  | { readonly kind: "emoji"; readonly emoji: NamedEmoji }
  | { readonly kind: "command"; readonly command: Command }
  | { readonly kind: "bot command"; readonly command: NamedCommand }
  | { readonly kind: "language"; readonly language: string }
  | { readonly kind: "time"; readonly choice: TimeChoice; readonly at: Date | undefined };
