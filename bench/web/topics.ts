import type { Organization } from "../seed/people.ts";
import { Random } from "../seed/random.ts";
import { someWords } from "../seed/vocabulary.ts";
import type { Server } from "../server/server.ts";
import { MARK } from "./recorded.ts";

/** A topic with a mark in each of its messages. */
export interface MarkedTopic {
  readonly hash: string;
  readonly mark: string;
}

/** Lets people write in a topic of a channel that everybody is in. */
export async function writeTopic(
  server: Server,
  { people, channels }: Organization,
  { name, messages = 60 }: { readonly name: string; readonly messages?: number },
): Promise<MarkedTopic> {
  const [channel] = channels;
  if (channel === undefined) throw new Error("the organization has no channel");
  const random = new Random(messages);
  for (let at = 1; at <= messages; at++) {
    const text = someWords(random, 5 + random.below(30));
    const content = `${text} ${MARK}${name}`;
    const sender = people[at % 7] ?? server.owner;
    await server.call("POST", "/messages", { type: "channel", to: channel.id, topic: name, content }, sender);
  }
  return { hash: `#narrow/channel/${channel.id}/topic/${name}`, mark: `${MARK}${name}` };
}
