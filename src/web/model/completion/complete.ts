import type { ChannelId, UserId } from "../ids.ts";
import { indexed, ranked, type SearchItem } from "../match.ts";
import {
  type Candidate,
  COMMANDS,
  type Group,
  type NamedChannel,
  type NamedCommand,
  type NamedEmoji,
  type Person,
  WILDCARDS,
} from "./candidate.ts";
import { timeChoices, typedTime } from "./times.ts";
import type { Trigger } from "./trigger.ts";

/** Words that can follow a fence: the blocks of Parley's Markdown first, then languages by popularity. */
const FENCES: readonly string[] = (
  "quote spoiler math text python javascript typescript json bash sql html css java c cpp csharp go rust ruby php kotlin " +
  "swift yaml toml ini xml markdown diff dockerfile makefile nginx powershell console lua perl r scala haskell elixir " +
  "erlang clojure dart groovy julia matlab objective-c ocaml fsharp latex lisp scheme zig graphql protobuf terraform " +
  "vim viml svelte vue jsx tsx scss less sass http regex pascal fortran cobol ada asm nasm verilog vhdl wasm solidity"
).split(" ");

/** Completion indexes. They are rebuilt when their content changes, and searched on every key press. */
export interface Completable {
  readonly people: readonly SearchItem<Person>[];
  readonly groups: readonly SearchItem<Group>[];
  readonly channels: readonly SearchItem<NamedChannel>[];
  readonly emoji: readonly SearchItem<NamedEmoji>[];
  readonly commands: readonly SearchItem<NamedCommand>[];
  /** The known topics of a channel, newest first. */
  topicsOf(channel: ChannelId): readonly SearchItem<string>[];
}

/** The place where the user is writing, and the distances of people, channels and emoji from this place. */
export interface CompletionContext {
  readonly channel: ChannelId | undefined;
  readonly inGroup: boolean;
  /** True if the user can notify everyone in the channel at once. */
  readonly mayMentionAll: boolean;
  distanceOfPerson(id: UserId): number;
  distanceOfChannel(id: ChannelId): number;
  distanceOfEmoji(emoji: NamedEmoji): number;
  readonly now: Date;
}

const LIMIT = 8;

const fences = indexed(FENCES, (fence) => [fence]);
const fenceOrder = new Map(FENCES.map((fence, order) => [fence, order]));

/** The candidates for the typed text, best first. */
export function complete(trigger: Trigger, all: Completable, near: CompletionContext): readonly Candidate[] {
  switch (trigger.kind) {
    case "mention":
      return mentions(trigger, all, near);
    case "channel":
      return ranked(all.channels, trigger.typed, {
        limit: LIMIT,
        distance: ({ id }) => near.distanceOfChannel(id),
      }).map((channel) => ({ kind: "channel", channel }));
    case "topic":
      return topics(trigger, all, near);
    case "emoji":
      return ranked(all.emoji, trigger.typed, { limit: LIMIT, distance: near.distanceOfEmoji }).map((emoji) => ({
        kind: "emoji",
        emoji,
      }));
    case "command":
      return [
        ...COMMANDS.filter((command) => command.startsWith(trigger.typed)).map(
          (command) => ({ kind: "command", command }) as const,
        ),
        ...ranked(all.commands, trigger.typed, { limit: LIMIT }).map(
          (command) => ({ kind: "bot command", command }) as const,
        ),
      ];
    case "language":
      // A fence without a language is complete. Enter has to start the block rather than choose a language.
      return trigger.typed === ""
        ? []
        : ranked(fences, trigger.typed, {
            limit: LIMIT,
            distance: (fence) => fenceOrder.get(fence) ?? 0,
          }).map((language) => ({ kind: "language", language }));
    case "time":
      return times(trigger.typed, near.now);
  }
}

function mentions(
  { typed, silent }: Extract<Trigger, { kind: "mention" }>,
  all: Completable,
  near: CompletionContext,
): Candidate[] {
  // @topic is always offered, because only the server knows how many participants a topic has.
  const inChannel = near.mayMentionAll ? WILDCARDS : WILDCARDS.filter((wildcard) => wildcard === "topic");
  const allowed = near.channel === undefined ? (near.inGroup ? WILDCARDS.slice(0, 2) : []) : inChannel;
  const wildcards = silent ? [] : allowed.filter((wildcard) => wildcard.startsWith(typed.toLowerCase()));
  const groups = silent ? all.groups : all.groups.filter(({ thing }) => thing.mentionable);
  const people = ranked(all.people, typed, { limit: LIMIT, distance: ({ id }) => near.distanceOfPerson(id) });
  const candidates: Candidate[] = people.map((person) => ({ kind: "person", person }));
  const others: Candidate[] = [
    ...wildcards.slice(0, typed === "" ? 1 : undefined).map((wildcard) => ({ kind: "wildcard", wildcard }) as const),
    ...ranked(groups, typed, { limit: typed === "" ? 2 : 3 }).map((group) => ({ kind: "group", group }) as const),
  ];
  // People are mentioned most often. Some slots are reserved for groups and wildcards, so that these need less typing.
  return [...candidates.slice(0, LIMIT - others.length), ...others];
}

function topics(
  { channel: name, typed }: Extract<Trigger, { kind: "topic" }>,
  all: Completable,
  near: CompletionContext,
): Candidate[] {
  const channel = all.channels.find(({ thing }) =>
    name === undefined ? thing.id === near.channel : thing.name === name,
  );
  if (channel === undefined) return [];
  const { thing } = channel;
  return rankedTopics(all.topicsOf(thing.id), typed).map((topic) => ({ kind: "topic", channel: thing, topic }));
}

/** Topics that match the typed text, best match first. Equal matches are sorted by recency. */
export function rankedTopics(topics: readonly SearchItem<string>[], typed: string): string[] {
  const order = new Map(topics.map(({ thing }, at) => [thing, at]));
  return ranked(topics, typed, { limit: LIMIT, distance: (topic) => order.get(topic) ?? 0 });
}

function times(typed: string, now: Date): Candidate[] {
  const written = typedTime(typed, now);
  const choices: Candidate[] = timeChoices(now).map((one) => ({ kind: "time", ...one }));
  if (written !== undefined) return [{ kind: "time", choice: "written", at: written }, ...choices.slice(-1)];
  return typed.trim() === "" ? choices : choices.slice(-1);
}
