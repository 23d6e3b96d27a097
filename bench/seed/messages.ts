import type { Channel, Size } from "./people.ts";
import { type Random, Zipf } from "./random.ts";
import { someWord, someWords, word } from "./vocabulary.ts";

/** A message in the format of POST /testing/messages. */
export interface Draft {
  readonly sender: number;
  /** A channel's id, or the ids of the recipients. */
  readonly to: number | readonly number[];
  readonly topic?: string;
  readonly content: string;
}

/** Senders and destinations of the messages. */
export interface Cast {
  /** User ids, the most talkative first. */
  readonly people: readonly number[];
  readonly channels: readonly (Channel & { readonly id: number })[];
  /** Paths of files: the first is uploaded by the first person, and so on. */
  readonly files: readonly string[];
}

const DIRECT = 0.15;
const IN_GROUPS = 0.2;
const CONTACTS = 12;
const MESSAGES_PER_TOPIC = 40;

export function* messages(cast: Cast, size: Size, random: Random): Generator<Draft, never> {
  const channels = new Zipf(cast.channels.length);
  const people = new Zipf(cast.people.length, 0.8);
  const members = cast.channels.map((channel) => new Zipf(channel.members.length, 0.8));
  const topics = cast.channels.map((_, rank) => {
    const expected = size.messages / (rank + 1) / Math.log(cast.channels.length + 1);
    return new Zipf(Math.max(3, Math.ceil(expected / MESSAGES_PER_TOPIC)), 0.9);
  });
  const person = (place: number) => cast.people[place % cast.people.length] ?? 0;
  for (;;) {
    if (random.chance(DIRECT)) {
      const place = people.pick(random);
      const count = random.chance(IN_GROUPS) ? 2 + random.below(3) : 1;
      const others = Array.from({ length: count }, () => person(place + 1 + random.below(CONTACTS)));
      yield { sender: person(place), to: [...new Set(others)], content: contentOf(place) };
      continue;
    }
    const rank = channels.pick(random);
    const channel = cast.channels[rank];
    const place = channel?.members[members[rank]?.pick(random) ?? 0] ?? 0;
    const topic = topics[rank]?.pick(random) ?? 0;
    yield { sender: person(place), to: channel?.id ?? 0, topic: topicName(topic), content: contentOf(place) };
  }

  function contentOf(place: number): string {
    const text = someWords(random, 3 + Math.floor(30 * random.next() ** 2));
    const file = cast.files[place];
    if (file !== undefined && random.chance(0.15)) return `${text} [${someWord(random)}](${file})`;
    if (random.chance(0.03)) return `@**|${person(random.below(cast.people.length))}** ${text}`;
    if (random.chance(0.05)) return `${text} https://example.org/${someWord(random)}`;
    if (random.chance(0.02)) return `${text}\n\`\`\`\n${someWords(random, 8)}\n\`\`\``;
    if (random.chance(0.03)) return `**${someWord(random)}** ${text} :tada:`;
    return text;
  }
}

/** One topic in twenty is resolved. */
const topicName = (topic: number) =>
  `${topic % 20 === 7 ? "✔ " : ""}${word(topic * 3)} ${word(topic + 11)}`.slice(0, 60);
