import { describe, expect, test } from "vitest";
import type { Term } from "../../../../src/web/model/routes/place.ts";
import { directoryOf } from "../../../../src/web/model/search/directory.ts";
import { NameIndex } from "../../../../src/web/model/search/name-index.ts";
import { searchText } from "../../../../src/web/model/search/parse-search.ts";
import { type Searchable, type Suggestion, suggest } from "../../../../src/web/model/search/suggest.ts";

const people = new Map([
  [10, "Iris Kellner"],
  [11, "Ada Ames"],
  [12, "Omar Haddad"],
]);
const channels = new Map([
  [1, "general"],
  [2, "design"],
]);

const directory = directoryOf({
  user_id: 10,
  subscriptions: [...channels].map(([stream_id, name]) => ({ stream_id, name })),
  unsubscribed: [],
  never_subscribed: [],
  realm_users: [...people].map(([user_id, full_name]) => ({ user_id, full_name, email: "", delivery_email: null })),
  realm_non_active_users: [],
  cross_realm_bots: [],
});

const all: Searchable = {
  directory,
  people: new NameIndex(people.keys(), (id) => ({ name: people.get(id) ?? "" })),
  channels: new NameIndex(channels.keys(), (id) => ({ name: channels.get(id) ?? "" })),
  topics: new NameIndex(
    [
      { channel: 1, topic: "lunch" },
      { channel: 2, topic: "logo drafts" },
      { channel: 2, topic: "lunch room" },
    ],
    ({ channel, topic }) => ({ name: topic, more: channels.get(channel) ?? "" }),
  ),
  recent: [[{ operator: "search", operand: "invoice" }]],
  describe: ({ operator, operand }) => (operator === "is" && operand === "unread" ? "ungelesene Nachrichten" : ""),
};

const shown = (suggestion: Suggestion): string => {
  switch (suggestion.kind) {
    case "words":
      return `"${suggestion.text}"`;
    case "operator":
      return `${suggestion.negated ? "-" : ""}${suggestion.operator}:…`;
    case "recent":
      return `again ${searchText(suggestion.terms, directory)}`;
    case "terms":
      return searchText(suggestion.terms, directory);
  }
};

const inGeneral: Term[] = [{ operator: "channel", operand: 1 }];

describe("search suggestions", () => {
  test.each<[string, readonly Term[], string[]]>([
    [
      "",
      [],
      [
        "again invoice",
        ...["channel", "topic", "sender", "mentions", "dm", "has", "is", "channels"].map((one) => `${one}:…`),
      ],
    ],
    ["", inGeneral, ["topic:…", "sender:…", "mentions:…", "dm:…", "has:…", "is:…", "channels:…"]],
    ["channel:", [], ["channel:design", "channel:general"]],
    ["channel:ge", [], ["channel:general"]],
    ["sen", [{ operator: "sender", operand: 10 }], ['"sen"']],
    ["sen", [{ operator: "sender", operand: 10, negated: true }], ['"sen"', "sender:…"]],
    ["-channel:ge", [], ["-channel:general"]],
    ["topic:lu", [], ["channel:general topic:lunch", 'channel:design topic:"lunch room"']],
    ["topic:lu", inGeneral, ["topic:lunch"]],
    ["-topic:lu", inGeneral, ["-topic:lunch"]],
    ["sender:m", [], ["sender:me", 'sender:"Ada Ames"', 'sender:"Omar Haddad"']],
    ["mentions:m", [], ["mentions:me", 'mentions:"Ada Ames"', 'mentions:"Omar Haddad"']],
    ["-mentions:om", inGeneral, ['-mentions:"Omar Haddad"']],
    ["mentio", [], ['"mentio"', "mentions:…", "is:mentioned"]],
    ["dm:om", [], ['dm:"Omar Haddad"']],
    ['dm:"omar haddad,a', [], ['dm:"Ada Ames,Omar Haddad"']],
    ["has:", [], ["has:link", "has:image", "has:attachment", "has:reaction", "has:assistant"]],
    ["is:un", [], ["is:unread"]],
    ["is:unge", [], ["is:unread"]],
    ["near:5", [], ["near:5"]],
    ["near:x", [], []],
    ["desi", [], ['"desi"', "channel:design"]],
    ["unge", [], ['"unge"', "is:unread"]],
    ["plan om", [], ['"plan om"', 'sender:"Omar Haddad"', 'dm:"Omar Haddad"']],
    ["-om", [], ['"-om"', '-sender:"Omar Haddad"']],
    ["chann", [], ['"chann"', "channel:…", "channels:…"]],
    ["chann", inGeneral, ['"chann"', "channels:…"]],
    ['"an exact', [], ['""an exact"']],
    ["plan ", inGeneral, ['"plan"', "topic:…", "sender:…", "mentions:…", "dm:…", "has:…", "is:…", "channels:…"]],
  ])("complete the typed %s after the terms %j", (typed, terms, expected) => {
    expect(suggest(typed, terms, all).map(shown)).toEqual(expected);
  });
});
