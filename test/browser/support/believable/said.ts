import type { Name } from "./cast.ts";
import type { ChannelName } from "./channels.ts";

export interface Said {
  readonly by: Name;
  readonly text: string;
  /** The minutes since the previous message. */
  readonly after?: number;
  /** Who reacted, by the emoji's name. */
  readonly reactions?: Readonly<Record<string, readonly Name[]>>;
  readonly starred?: boolean;
  /** The name of the message, by which other messages quote it (`{{name}}`) and tests find it. */
  readonly as?: string;
  /** The content after an edit. Undefined if the message isn't edited. */
  readonly edited?: string;
  /** Votes in a poll: the index of the option that each voter chose, counted from 0. */
  readonly votes?: Readonly<Partial<Record<Name, number>>>;
}

/** Consecutive messages of one conversation. */
export interface Conversation {
  readonly to: readonly [channel: ChannelName, topic: string] | readonly Name[];
  readonly said: readonly Said[];
}

export const inChannel = (channel: ChannelName, topic: string, ...said: Said[]): Conversation => ({
  to: [channel, topic],
  said,
});

export const between = (people: readonly Name[], ...said: Said[]): Conversation => ({ to: people, said });
