import { describe, expect, test } from "vitest";
import {
  type Filter,
  type NarrowChannel,
  type NarrowLookups,
  parseTerms,
  resolveNarrow,
} from "../../../../../src/features/messages/core/narrow/index.ts";
import { toChannelId, toConversationId, toUserId } from "../../../../../src/protocol/ids.ts";

const channel = (id: number, fullHistory: boolean): NarrowChannel => ({
  channel: toChannelId(id),
  conversation: toConversationId(100 + id),
  fullHistory,
});
const open = channel(1, true);
const guarded = channel(2, false);
const other = channel(3, true);
const placeOf = ({ channel, conversation }: NarrowChannel) => ({ channel, conversation });

const lookups: NarrowLookups = {
  viewer: toUserId(10),
  isGuest: false,
  channelById: (id) => [open, guarded, other].find((each) => each.channel === id),
  channelByName: (name) => ({ open, guarded, "77": other })[name],
  channels: (kind) => (kind === "public" ? [open, other] : []),
  userById: (id) => (id < 20 ? toUserId(id) : undefined),
  userByEmail: (email) => (email === "eve@example.org" ? toUserId(11) : undefined),
  directConversation: (members) => (members.length < 4 ? toConversationId(Number(members.join(""))) : undefined),
  directConversationsIncluding: (user, { groupsOnly }) => [toConversationId(groupsOnly ? 900 + user : 800 + user)],
  location: (id) => {
    if (id === 1) return { kind: "channel", channel: guarded.channel, topic: "Moved Here" };
    return id === 2 ? { kind: "direct", participants: [toUserId(10), toUserId(12)] } : undefined;
  },
};

type Wire = Parameters<typeof parseTerms>[0];
const resolve = (narrow: Wire, changed: Partial<NarrowLookups> = {}): Filter =>
  resolveNarrow(parseTerms(narrow), { ...lookups, ...changed });
const conditionsOf = (narrow: Wire) => resolve(narrow).conditions.map(({ negated, ...test }) => test);
const conversations = (...ids: number[]) => ({ kind: "conversations", ids });

describe("[messages 5] resolving names", () => {
  test.each<[Wire, object[]]>([
    [[["channel", 1]], [conversations(101)]],
    [[["channel", "guarded"]], [conversations(102)]],
    [[["channel", "77"]], [conversations(103)]],
    [[["channel", "2"]], [conversations(102)]],
    [[["channels", "public"]], [conversations(101, 103)]],
    [[["topic", "Lunch"]], [{ kind: "topic", key: "lunch" }]],
    [[["topic", ""]], [{ kind: "topic", key: "" }]],
    [[["topic", "General Chat"]], [{ kind: "topic", key: "" }]],
    [[["dm", [12, 11, 12]]], [conversations(101112)]],
    [[["dm", "eve@example.org"]], [conversations(1011)]],
    [[["dm", []]], [conversations(10)]],
    [[["dm", [10]]], [conversations(10)]],
    [[["dm", [11, 12, 13]]], [conversations()]],
    [[["dm-including", 11]], [conversations(811)]],
    [[["group-pm-with", "eve@example.org"]], [conversations(911)]],
    [[["sender", "me"]], [{ kind: "sender", id: 10 }]],
    [[["sender", "eve@example.org"]], [{ kind: "sender", id: 11 }]],
    [[["id", 5]], [{ kind: "ids", ids: [5] }]],
    [[["near", 5]], []],
    [[["in", "all"]], []],
    [
      [
        ["in", "home"],
        ["in", "home"],
      ],
      [{ kind: "home" }],
    ],
  ])("converts %j", (narrow, expected) => expect(conditionsOf(narrow)).toEqual(expected));

  test.each<[Wire, string]>([
    [[["channel", 4]], "unknown channel 4"],
    [[["channel", "nowhere"]], "unknown channel nowhere"],
    [[{ operator: "channel", operand: "nowhere", negated: true }], "unknown channel nowhere"],
    [[["sender", 50]], "unknown user 50"],
    [[["dm-including", "nobody@example.org"]], "unknown user nobody@example.org"],
    [[["dm", [11, 50]]], "unknown user in 11,50"],
  ])("refuses %j", (narrow, desc) => expect(() => resolve(narrow)).toThrow(`Invalid narrow operator: ${desc}`));
});

describe("[messages 4] the search base", () => {
  const history = (...channels: NarrowChannel[]) => ({ kind: "history", channels: channels.map(placeOf) });
  const not = (operator: string, operand: string | number) => ({ operator, operand, negated: true });
  test.each<[string, Wire, object]>([
    ["no terms", [], { kind: "own" }],
    ["a channel with open history", [["channel", 1]], history(open)],
    ["a channel with protected history", [["channel", 2]], { kind: "own" }],
    ["all channels except one", [not("channel", 1)], { kind: "own" }],
    ["public channels", [["channels", "public"]], history(open, other)],
    ["web-public channels", [["channels", "web-public"]], { kind: "own" }],
    ["all except public channels", [not("channels", "public")], { kind: "own" }],
    [
      "a channel among public ones",
      [
        ["channels", "public"],
        ["channel", 3],
      ],
      history(other),
    ],
    [
      "two channels",
      [
        ["channel", 1],
        ["channel", 3],
      ],
      history(),
    ],
    [
      "a channel with open and one with protected history",
      [
        ["channel", 1],
        ["channel", 2],
      ],
      history(open),
    ],
    [
      "with a topic and a sender",
      [
        ["channel", 1],
        ["topic", "x"],
        ["sender", "me"],
      ],
      history(open),
    ],
    [
      "resolved topics",
      [
        ["channel", 1],
        ["is", "resolved"],
      ],
      history(open),
    ],
    [
      "a flag of the user",
      [
        ["channel", 1],
        ["is", "unread"],
      ],
      { kind: "own" },
    ],
    ["a negated state", [["channel", 1], not("is", "starred")], { kind: "own" }],
    [
      "followed topics",
      [
        ["channel", 1],
        ["is", "followed"],
      ],
      { kind: "own" },
    ],
    [
      "home",
      [
        ["channel", 1],
        ["in", "home"],
      ],
      history(open),
    ],
  ])("is resolved for %s", (_, narrow, base) => expect(resolve(narrow).base).toEqual(base));

  test("does not include the history of all public channels for guests", () => {
    expect(resolve([["channels", "public"]], { isGuest: true }).base).toEqual({ kind: "own" });
    expect(resolve([["channel", 1]], { isGuest: true }).base).toEqual(history(open));
  });
});

describe("[messages 5] the operator `with`", () => {
  const moved = [conversations(102), { kind: "topic", key: "moved here" }];
  test.each<[string, Wire, object[]]>([
    ["alone selects the conversation", [["with", 1]], moved],
    [
      "replaces channel and topic",
      [
        ["channel", 1],
        ["topic", "old"],
        ["with", 1],
      ],
      moved,
    ],
    [
      "replaces a direct conversation",
      [
        ["dm", [11]],
        ["with", 2],
      ],
      [conversations(1012)],
    ],
    [
      "leaves other terms",
      [
        ["channel", 1],
        ["is", "starred"],
        ["with", 1],
      ],
      [...moved, { kind: "is", what: "starred" }],
    ],
    [
      "a message that cannot be seen leaves channel and topic",
      [
        ["channel", 1],
        ["topic", "old"],
        ["with", 9],
      ],
      [conversations(101), { kind: "topic", key: "old" }],
    ],
    [
      "a message that cannot be seen leaves a direct message conversation",
      [
        ["dm", [11]],
        ["with", 9],
      ],
      [conversations(1011)],
    ],
  ])("resolves %s", (_, narrow, expected) => expect(conditionsOf(narrow)).toEqual(expected));

  test.each<[Wire]>([
    [[["with", 9]]],
    [
      [
        ["channel", 1],
        ["with", 9],
      ],
    ],
    [
      [
        ["is", "dm"],
        ["with", 9],
      ],
    ],
  ])("is refused in %j, which names no conversation", (narrow) =>
    expect(() => resolve(narrow)).toThrow("Invalid narrow operator: Invalid 'with' operator"),
  );

  test("decides the search base by the channel of the message", () => {
    expect(
      resolve([
        ["channel", 1],
        ["topic", "x"],
        ["with", 1],
      ]).base,
    ).toEqual({ kind: "own" });
  });
});
