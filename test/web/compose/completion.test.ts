import { describe, expect, it } from "vitest";
import type {
  Candidate,
  Group,
  NamedChannel,
  NamedEmoji,
  Person,
} from "../../../src/web/model/completion/candidate.ts";
import { type Completable, type CompletionContext, complete } from "../../../src/web/model/completion/complete.ts";
import { completionEdit, topicsOfChannelEdit } from "../../../src/web/model/completion/completion-edit.ts";
import { timeChoices, typedTime, writtenTime } from "../../../src/web/model/completion/times.ts";
import { triggerAt } from "../../../src/web/model/completion/trigger.ts";
import { indexed } from "../../../src/web/model/match.ts";
import { changed, field } from "./marked-field.ts";

describe("triggerAt for the text before the caret", () => {
  const none = undefined;
  it.each([
    ["@", { kind: "mention", typed: "", silent: false }],
    ["hi @iris sm", { kind: "mention", typed: "iris sm", silent: false }],
    ["(@_om", { kind: "mention", typed: "om", silent: true }],
    ["@**Om", { kind: "mention", typed: "Om", silent: false }],
    ["@*crew", { kind: "mention", typed: "crew", silent: false }],
    ["@**Omar** ", none],
    ["me@example", none],
    ["@ iris", none],
    ["@iris, and", none],
    ["`@iris", none],
    ["`a` @iris", { kind: "mention", typed: "iris", silent: false }],
    ["```\n@iris", none],
    ["```quote\n@iris", { kind: "mention", typed: "iris", silent: false }],
    ["```\ncode\n```\n@iris", { kind: "mention", typed: "iris", silent: false }],
    ["#gen", { kind: "channel", typed: "gen" }],
    ["#**gen", { kind: "channel", typed: "gen" }],
    ["#**general>lu", { kind: "topic", typed: "lu", channel: "general" }],
    ["#>lu", { kind: "topic", typed: "lu", channel: undefined }],
    ["#general>", { kind: "topic", typed: "", channel: "general" }],
    ["# head", none],
    ["a#gen", none],
    ["#gen @iris", { kind: "mention", typed: "iris", silent: false }],
    [":ta", { kind: "emoji", typed: "ta" }],
    [":t", none],
    [":+1", { kind: "emoji", typed: "+1" }],
    ["10:30", none],
    ["https://example", none],
    [":cat::do", { kind: "emoji", typed: "do" }],
    ["/po", { kind: "command", typed: "po" }],
    ["a /po", none],
    ["```py", { kind: "language", typed: "py", fence: "```" }],
    ["a\n~~~~c++", { kind: "language", typed: "c++", fence: "~~~~" }],
    ["```\ncode\n```", none],
    ["````quote\n```js", { kind: "language", typed: "js", fence: "```" }],
    ["<time:", { kind: "time", typed: "" }],
    ["at <time:14:30", { kind: "time", typed: "14:30" }],
    ["<time:2026-01-01>", none],
  ])("%j", (text, expected) => {
    const found = triggerAt(text, text.length);
    if (expected === none) expect(found).toBeUndefined();
    else expect(found).toMatchObject(expected);
  });
});

const person = (id: number, name: string, more: Partial<Person> = {}): Person => ({
  id,
  name,
  email: `user${id}@example.org`,
  isBot: false,
  ...more,
});
const people = [
  person(1, "Iris Haddad"),
  person(2, "Omar Haddad"),
  person(3, "Zoë Iriarte"),
  person(4, "佐藤 由美"),
  person(5, "Ada Smith"),
  person(6, "Ada Smith"),
  person(7, "hubot", { isBot: true }),
  person(8, "Miriam Adair"),
];
const groups: Group[] = [
  { id: 1, name: "crew", description: "", mentionable: true },
  { id: 2, name: "captains", description: "", mentionable: false },
];
const channels: NamedChannel[] = [
  { id: 1, name: "general", description: "" },
  { id: 2, name: "engineering", description: "" },
  { id: 3, name: "R&D", description: "" },
  { id: 4, name: "new generation", description: "" },
];
const emoji: NamedEmoji[] = ["smile", "smiley_cat", "tada", "heart_eyes"].map((name) => ({
  name,
  aliases: name === "tada" ? ["party"] : [],
  type: "unicode_emoji",
  code: name,
  picture: undefined,
}));

const all: Completable = {
  people: indexed(people, ({ name, email }) => [name, email]),
  groups: indexed(groups, ({ name }) => [name]),
  channels: indexed(channels, ({ name }) => [name]),
  emoji: indexed(emoji, ({ name, aliases }) => [name, ...aliases]),
  commands: indexed([{ name: "deploy_2", description: "Puts it there", usage: "WHAT" }], ({ name }) => [name]),
  topicsOf: (channel) =>
    indexed(channel === 1 ? ["lunch", "Café plans", "plan b", "a > b", ""] : [], (topic) => [topic]),
};
const near: CompletionContext = {
  channel: 1,
  inGroup: false,
  mayMentionAll: true,
  distanceOfPerson: () => 5,
  distanceOfChannel: () => 5,
  distanceOfEmoji: () => 5,
  now: new Date(2026, 2, 4, 10, 15),
};

function label(candidate: Candidate): string {
  switch (candidate.kind) {
    case "person":
      return candidate.person.name;
    case "group":
      return `*${candidate.group.name}`;
    case "wildcard":
      return `!${candidate.wildcard}`;
    case "channel":
      return `#${candidate.channel.name}`;
    case "topic":
      return `${candidate.channel.name}>${candidate.topic}`;
    case "emoji":
      return `:${candidate.emoji.name}`;
    case "command":
      return `/${candidate.command}`;
    case "bot command":
      return `/${candidate.command.name}`;
    case "language":
      return candidate.language;
    case "time":
      return candidate.choice;
  }
}

function labels(
  text: string,
  surroundings: Partial<CompletionContext> = {},
  things: Partial<Completable> = {},
): string[] {
  const trigger = triggerAt(text, text.length);
  if (trigger === undefined) throw new Error("nothing is completed there");
  return complete(trigger, { ...all, ...things }, { ...near, ...surroundings }).map(label);
}

describe("completion candidates", () => {
  it("include users by the start of any word of their names, ignoring accents and case", () => {
    expect(labels("@iri")).toEqual(["Iris Haddad", "Zoë Iriarte", "Miriam Adair"]);
    expect(labels("@zoe")).toEqual(["Zoë Iriarte"]);
    expect(labels("@由")).toEqual(["佐藤 由美"]);
    expect(labels("@om had")).toEqual(["Omar Haddad"]);
  });

  it("include users by address, after those found by name", () => {
    expect(labels("@user3")).toEqual(["Zoë Iriarte"]);
  });

  it("put the nearest users first among equal matches", () => {
    expect(labels("@had", { distanceOfPerson: (id) => (id === 2 ? 0 : 5) })).toEqual(["Omar Haddad", "Iris Haddad"]);
    expect(labels("@ada", { distanceOfPerson: (id) => (id === 8 ? 0 : 5) })).toEqual([
      "Miriam Adair",
      "Ada Smith",
      "Ada Smith",
    ]);
  });

  it("include groups that the user can mention, and all groups for silent mentions", () => {
    expect(labels("@c")).toContain("*crew");
    expect(labels("@c")).not.toContain("*captains");
    expect(labels("@_ca")).toEqual(["*captains"]);
  });

  it("include only wildcards that have a meaning in the current conversation", () => {
    expect(labels("@top")).toContain("!topic");
    expect(labels("@_top")).toEqual([]);
    expect(labels("@al", { channel: undefined, inGroup: true })).toContain("!all");
    expect(labels("@al", { channel: undefined })).not.toContain("!all");
    expect(labels("@", { mayMentionAll: false })).not.toContain("!all");
    expect(labels("@to", { mayMentionAll: false })).toContain("!topic");
    expect(labels("@")).toEqual(expect.arrayContaining(["!all", "*crew"]));
  });

  it("include channels, starting with those that have a word beginning with the text", () => {
    expect(labels("#gen")).toEqual(["#general", "#new generation"]);
    expect(labels("#ne")).toEqual(["#new generation", "#engineering", "#general"]);
  });

  it("include topics of the named channel, or of the current one", () => {
    expect(labels("#**general>pl")).toEqual(["general>Café plans", "general>plan b"]);
    expect(labels("#>lu")).toEqual(["general>lunch"]);
    expect(labels("#>lu", { channel: undefined })).toEqual([]);
    expect(labels("#**nowhere>lu")).toEqual([]);
  });

  it("include emoji by all of their names", () => {
    expect(labels(":smi")).toEqual([":smile", ":smiley_cat"]);
    expect(labels(":cat")).toEqual([":smiley_cat"]);
    expect(labels(":party")).toEqual([":tada"]);
    expect(labels(":smi", { distanceOfEmoji: ({ name }) => (name === "smiley_cat" ? 0 : 5) })).toEqual([
      ":smiley_cat",
      ":smile",
    ]);
  });

  it("include commands and code languages", () => {
    expect(labels("/")).toEqual([
      "/me",
      "/poll",
      "/todo",
      "/dark",
      "/light",
      "/fluid-width",
      "/fixed-width",
      "/deploy_2",
    ]);
    expect(labels("/fluid-w")).toEqual(["/fluid-width"]);
    expect(labels("/dep")).toEqual(["/deploy_2"]);
    expect(labels("/deploy_2")).toEqual(["/deploy_2"]);
    expect(labels("```py")[0]).toBe("python");
    expect(labels("```")).toEqual([]);
  });

  it("include future times, and the time being typed", () => {
    expect(labels("<time:")).toEqual(["now", "hour", "evening", "tomorrow", "monday", "choose"]);
    expect(labels("<time:", { now: new Date(2026, 2, 4, 20) })).not.toContain("evening");
    expect(labels("<time:14:30")).toEqual(["written", "choose"]);
  });
});

describe("times in the composer", () => {
  const now = new Date(2026, 2, 4, 10, 15);
  it.each([
    ["14:30", new Date(2026, 2, 4, 14, 30)],
    ["09:00", new Date(2026, 2, 5, 9)],
    ["2026-04-01", new Date(2026, 3, 1, 9)],
    ["2026-04-01 18:05", new Date(2026, 3, 1, 18, 5)],
    ["2026-02-31", undefined],
    ["25:00", undefined],
    ["soon", undefined],
  ])("are parsed from %j", (typed, expected) => {
    expect(typedTime(typed, now)).toEqual(expected);
  });

  it("are written with the UTC offset", () => {
    const written = writtenTime(now);
    expect(written).toMatch(/^2026-03-04T10:15:00[+-]\d\d:\d\d$/);
    expect(new Date(written)).toEqual(now);
  });

  it("never resolve next Monday to today", () => {
    const monday = new Date(2026, 2, 9, 8);
    expect(timeChoices(monday).find(({ choice }) => choice === "monday")?.at).toEqual(new Date(2026, 2, 16, 9));
  });
});

describe("an inserted completion", () => {
  const naming = {
    countOfName: (name: string) => people.filter((one) => one.name === name).length,
    emptyTopicName: "general chat",
  };
  const put = (text: string, candidate: Candidate) => {
    const before = field(text);
    const trigger = triggerAt(before.text, before.end);
    return trigger && changed(before, completionEdit(candidate, trigger, before, naming));
  };
  const anna = person(9, "Anna");
  const [general, , research] = channels as [NamedChannel, NamedChannel, NamedChannel];

  it.each<[string, Candidate, string]>([
    ["hi @an¦", { kind: "person", person: anna }, "hi @**Anna** ¦"],
    ["hi @an¦ and", { kind: "person", person: anna }, "hi @**Anna** ¦and"],
    ["@**an¦**", { kind: "person", person: anna }, "@**Anna** ¦"],
    ["@_an¦", { kind: "person", person: anna }, "@_**Anna** ¦"],
    ["@ada¦", { kind: "person", person: person(6, "Ada Smith") }, "@**Ada Smith|6** ¦"],
    ["@all¦", { kind: "person", person: person(7, "all") }, "@**all|7** ¦"],
    ["@cr¦", { kind: "group", group: { id: 1, name: "crew", description: "", mentionable: true } }, "@*crew* ¦"],
    ["@al¦", { kind: "wildcard", wildcard: "all" }, "@**all** ¦"],
    ["#ge¦", { kind: "channel", channel: general }, "#**general** ¦"],
    ["#r¦", { kind: "channel", channel: research }, "[#R&#38;D](#narrow/channel/3-R.26D) ¦"],
    ["#**general>l¦", { kind: "topic", channel: general, topic: "lunch" }, "#**general>lunch** ¦"],
    ["#**general>¦", { kind: "topic", channel: general, topic: "" }, "#**general>** ¦"],
    [
      "#**general>a¦",
      { kind: "topic", channel: general, topic: "a > b" },
      "[#general &#62; a &#62; b](#narrow/channel/1-general/topic/a.20.3E.20b) ¦",
    ],
    [
      "#**general>a¦",
      { kind: "topic", channel: general, topic: "row@12" },
      "[#general &#62; row@12](#narrow/channel/1-general/topic/row.4012) ¦",
    ],
    [":ta¦", { kind: "emoji", emoji: emoji[2] as NamedEmoji }, ":tada: ¦"],
    ["/p¦", { kind: "command", command: "poll" }, "/poll ¦"],
    ["/d¦", { kind: "bot command", command: { name: "deploy", description: "", usage: "" } }, "/deploy ¦"],
    ["```py¦", { kind: "language", language: "python" }, "```python\n¦\n```"],
    ["```py¦\nx\n```", { kind: "language", language: "python" }, "```python\n¦x\n```"],
    ["```py¦\n\n```\nx\n```", { kind: "language", language: "python" }, "```python\n¦\n```\n\n```\nx\n```"],
    ["```sp¦", { kind: "language", language: "spoiler" }, "```spoiler ¦\n\n```"],
  ])("replaces the typed text and places the caret in %j", (text, candidate, expected) => {
    expect(put(text, candidate)).toBe(expected);
  });

  it("of a channel chosen with > continues with its topics", () => {
    const before = field("see #gen¦");
    const trigger = triggerAt(before.text, before.end);
    expect(trigger && changed(before, topicsOfChannelEdit("general", trigger, before))).toBe("see #**general>¦");
  });
});
