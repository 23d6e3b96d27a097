import type { Name } from "./cast.ts";
import type { ChannelName } from "./channels.ts";

/** A message of the believable organization. */
export interface Said {
  readonly by: Name;
  readonly text: string;
  /** How many minutes after the message before it. */
  readonly after?: number;
  /** Names of emoji, and who reacted so. */
  readonly reactions?: Readonly<Record<string, readonly Name[]>>;
  readonly starred?: boolean;
  /** A name for it, by which other messages quote it (`{{name}}`) and tests find it. */
  readonly as?: string;
  /** What it says after an edit. */
  readonly edited?: string;
  /** Votes of a poll: who chose which option, counted from 0. */
  readonly votes?: Readonly<Partial<Record<Name, number>>>;
}

/** A run of messages in one place. */
export interface Conversation {
  readonly to: readonly [channel: ChannelName, topic: string] | readonly Name[];
  readonly said: readonly Said[];
}

export const inChannel = (channel: ChannelName, topic: string, ...said: Said[]): Conversation => ({
  to: [channel, topic],
  said,
});

export const between = (people: readonly Name[], ...said: Said[]): Conversation => ({ to: people, said });
