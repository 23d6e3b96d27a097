import type { Organization } from "../seed/people.ts";
import { Random } from "../seed/random.ts";
import { someWords } from "../seed/vocabulary.ts";
import type { Server } from "../server/server.ts";
import { MARK } from "./recorded.ts";

/** A topic whose messages all contain a mark. */
export interface MarkedTopic {
  readonly hash: string;
  readonly mark: string;
}

interface Written {
  readonly name: string;
  /** The mark in the messages, without its prefix. Defaults to the topic's name. */
  readonly marked?: string;
  readonly messages?: number;
}

/** Writes messages in a topic of a channel that everyone is subscribed to. */
export async function writeTopic(
  server: Server,
  { people, channels }: Organization,
  { name, marked = name, messages = 60 }: Written,
): Promise<MarkedTopic> {
  const [channel] = channels;
  if (channel === undefined) throw new Error("the organization has no channel");
  const random = new Random(messages);
  for (let at = 1; at <= messages; at++) {
    const content = `${someWords(random, 5 + random.below(30))} ${MARK}${marked}`;
    const sender = people[at % 7] ?? server.owner;
    await server.call("POST", "/messages", { type: "channel", to: channel.id, topic: name, content }, sender);
  }
  return { hash: `#narrow/channel/${channel.id}/topic/${name}`, mark: `${MARK}${marked}` };
}

interface Topics {
  readonly channel: number;
  readonly count: number;
  /** Messages per topic. */
  readonly messages: number;
}

const AT_ONCE = 500;

/** Fills a channel with topics. The server's test endpoints must be enabled. */
export async function fillTopics(
  server: Server,
  { people }: Organization,
  { channel, count, messages }: Topics,
): Promise<MarkedTopic[]> {
  const random = new Random(channel);
  const names = Array.from({ length: count }, (_, at) => `${someWords(random, 2)} ${channel}-${at}`);
  const drafts = Array.from({ length: count * messages }, (_, at) => ({
    sender: people[at % 7]?.id ?? 0,
    to: channel,
    topic: names[at % count] ?? "",
    content: `${someWords(random, 5 + random.below(30))} ${MARK}${channel}-${at % count}`,
  }));
  for (let from = 0; from < drafts.length; from += AT_ONCE) {
    await server.call("POST", "/testing/messages", { messages: drafts.slice(from, from + AT_ONCE) });
  }
  return names.map((name, at) => ({
    hash: `#narrow/channel/${channel}/topic/${name.replaceAll(" ", ".20")}`,
    mark: `${MARK}${channel}-${at}`,
  }));
}
