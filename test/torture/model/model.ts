import type { Json } from "../../support/json.ts";

export interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** How an account sends requests to the server. */
export interface ApiClient {
  readonly id: number;
  readonly email: string;
  get(path: string, fields?: Record<string, unknown>): Promise<Answer>;
  post(path: string, fields?: Record<string, unknown>): Promise<Answer>;
  patch(path: string, fields?: Record<string, unknown>): Promise<Answer>;
  delete(path: string, fields?: Record<string, unknown>): Promise<Answer>;
}

/** A group-setting value (seed 2.1). */
export type Permission = number | { direct_members: readonly number[]; direct_subgroups: readonly number[] };
type Permissions = Record<string, Permission>;

export interface Account {
  readonly id: number;
  readonly name: string;
  readonly client: ApiClient;
  /** The bot's owner. Undefined for people. */
  readonly owner?: Account;
  role: number;
  isActive: boolean;
  /** True for a bot whose API key no longer works, because the bot can do more than the key's holder. */
  hasNoKey?: true;
  readonly muted: Set<number>;
  readonly policies: Map<string, TopicPolicy>;
  /** Topics whose policy isn't determined by the protocol after a change. It is taken from the next registration. */
  readonly doubts: Set<string>;
  readonly settings: { follow: number; unmute: number; followMentions: boolean; resolvedNotices: string };
  readonly drafts: Map<number, Json>;
  readonly scheduled: Map<number, Json>;
}

interface TopicPolicy {
  readonly channel: number;
  readonly topic: string;
  /** 1 muted, 2 unmuted, 3 followed. */
  readonly policy: number;
}

export interface Channel {
  readonly id: number;
  name: string;
  isPrivate: boolean;
  /** True if new subscribers see earlier messages (`history_public_to_subscribers`). */
  sharesHistory: boolean;
  isArchived: boolean;
  readonly subscribers: Set<number>;
  readonly mutedBy: Set<number>;
  readonly permissions: Permissions;
}

export type Place = { readonly channel: number; readonly topic: string } | { readonly people: readonly number[] };

export interface Message {
  readonly id: number;
  readonly sender: number;
  /** In seconds, by the model's clock. */
  readonly sentAt: number;
  place: Place;
  content: string;
  isWidget: boolean;
  /** Flags of each account that received the message. */
  readonly rows: Map<number, Set<string>>;
  readonly reactors: Set<number>;
}

export interface Group {
  readonly id: number;
  readonly name: string;
  readonly members: Set<number>;
  readonly subgroups: Set<number>;
  isActive: boolean;
  readonly permissions: Permissions;
}

/** The state that an organization should have according to the protocol's rules. */
export class Model {
  readonly accounts: Account[] = [];
  readonly channels: Channel[] = [];
  readonly groups: Group[] = [];
  /** Ids of the system groups, by name. */
  readonly systemGroups = new Map<string, number>();
  readonly messages = new Map<number, Message>();
  /** The model's clock: by how many seconds the server's clock was advanced. */
  now = 0;
  readonly realm = { permissions: {} as Permissions, allowsEditing: true };
  /** Groups of people who have exchanged direct messages, even if these were deleted since. */
  readonly conversations = new Set<string>();

  account(id: number): Account | undefined {
    return this.accounts.find((one) => one.id === id);
  }

  channel(id: number): Channel {
    const found = this.channels.find((one) => one.id === id);
    if (found === undefined) throw new Error(`no channel ${id} in the model`);
    return found;
  }

  group(id: number): Group | undefined {
    return this.groups.find((one) => one.id === id);
  }

  systemGroup(name: string): number {
    const id = this.systemGroups.get(`role:${name}`);
    if (id === undefined) throw new Error(`no group of the role ${name}`);
    return id;
  }

  /** Returns the messages of a topic, oldest first. */
  inTopic(channel: number, topic: string): Message[] {
    const key = topicKey(topic);
    return [...this.messages.values()].filter(
      ({ place }) => "channel" in place && place.channel === channel && topicKey(place.topic) === key,
    );
  }

  policyOf(account: Account, channel: number, topic: string): number {
    return account.policies.get(policyKey(channel, topic))?.policy ?? 0;
  }

  setPolicy(account: Account, channel: number, topic: string, policy: number): void {
    const key = policyKey(channel, topic);
    if (policy === 0) account.policies.delete(key);
    else account.policies.set(key, { channel, topic: topicKey(topic), policy });
  }
}

/** Takes the topic policies that the protocol doesn't determine from the server's state. */
export function settleDoubts({ policies, doubts }: Account, state: Json): void {
  for (const key of doubts) policies.delete(key);
  for (const { stream_id, topic_name, visibility_policy: policy } of state.user_topics) {
    const topic = topic_name === state.realm_empty_topic_display_name ? "" : topicKey(topic_name);
    const key = policyKey(stream_id, topic);
    if (doubts.has(key)) policies.set(key, { channel: stream_id, topic, policy });
  }
  doubts.clear();
}

/** Returns the same key for topics that differ only in case (conventions.md 8). */
export const topicKey = (topic: string) => topic.trim().normalize("NFC").toLowerCase();
export const policyKey = (channel: number, topic: string) => `${channel}/${topicKey(topic)}`;
