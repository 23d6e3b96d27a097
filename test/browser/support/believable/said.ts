import type { Name } from "./cast.ts";
import type { ChannelName } from "./channels.ts";

export interface Said {
  readonly by: Name;
  readonly text: string;
  /** Minutes since the previous message. */
  readonly after?: number;
  /** Who reacted, by emoji name. */
  readonly reactions?: Readonly<Record<string, readonly Name[]>>;
  readonly starred?: boolean;
  /** The name of the message, by which other messages quote it (`{{name}}`) and tests find it. */
  readonly as?: string;
  /** The content after an edit. Undefined if the message isn't edited. */
  readonly edited?: string;
  /** Votes in a poll: the index of each voter's option, starting at 0. */
  readonly votes?: Readonly<Partial<Record<Name, number>>>;
}

/** A run of messages in one conversation. */
export interface Conversation {
  readonly to: readonly [channel: ChannelName, topic: string] | readonly Name[];
  readonly said: readonly Said[];
}

export const inChannel = (channel: ChannelName, topic: string, ...said: Said[]): Conversation => ({
  to: [channel, topic],
  said,
});

export const between = (people: readonly Name[], ...said: Said[]): Conversation => ({ to: people, said });
