import { describe, expect, test } from "vitest";
import { directoryOf } from "../../../../src/web/model/search/directory.ts";
import { parseSearch, searchText } from "../../../../src/web/model/search/parse-search.ts";

const person = (user_id: number, full_name: string) => ({
  user_id,
  full_name,
  email: `user${user_id}@chat.example`,
  delivery_email: `${full_name.split(" ")[0]?.toLowerCase()}@mail.example`,
});

const directory = directoryOf({
  user_id: 10,
  subscriptions: [
    { stream_id: 1, name: "general" },
    { stream_id: 2, name: "Design review" },
  ],
  unsubscribed: [],
  never_subscribed: [
    { stream_id: 3, name: 'say "hi"' },
    { stream_id: 4, name: "Resume" },
    { stream_id: 5, name: "Résumé" },
  ],
  realm_users: [
    person(10, "Iris Kellner"),
    person(11, "Ada"),
    person(12, "Omar Haddad"),
    person(13, "Zoë"),
    person(15, "Smith, Ann"),
    person(16, "Noah Adler"),
    person(17, "Noah Berg"),
    person(18, "19"),
    person(19, "18"),
  ],
  realm_non_active_users: [person(14, "Ada")],
  cross_realm_bots: [],
});

const parse = (text: string) => parseSearch(text, directory);

describe("parsing a typed search", () => {
  test.each([
    ["", []],
    ["   ", []],
    ["hello", [{ operator: "search", operand: "hello" }]],
    ["hello  world", [{ operator: "search", operand: "hello world" }]],
    ['say "two words" now', [{ operator: "search", operand: 'say "two words" now' }]],
    ['"never closed', [{ operator: "search", operand: '"never closed"' }]],
    ["at 10:30 https://example.org/a", [{ operator: "search", operand: "at 10:30 https://example.org/a" }]],
    ["-5 degrees", [{ operator: "search", operand: "-5 degrees" }]],
    ["-draft", [{ operator: "search", operand: "draft", negated: true }]],
    ["channel:general", [{ operator: "channel", operand: 1 }]],
    ["stream:GENERAL", [{ operator: "channel", operand: 1 }]],
    ["channel:resume", [{ operator: "channel", operand: 4 }]],
    ["channel:Résumé", [{ operator: "channel", operand: 5 }]],
    ["channel:2", [{ operator: "channel", operand: 2 }]],
    ['channel:"design review"', [{ operator: "channel", operand: 2 }]],
    ['channel:"say \\"hi\\""', [{ operator: "channel", operand: 3 }]],
    ['topic:""', [{ operator: "topic", operand: "" }]],
    ["subject:lunch", [{ operator: "topic", operand: "lunch" }]],
    ["sender:me", [{ operator: "sender", operand: "me" }]],
    ["from:zoe", [{ operator: "sender", operand: 13 }]],
    ["sender:omar@mail.example", [{ operator: "sender", operand: 12 }]],
    ["from:omar", [{ operator: "sender", operand: 12 }]],
    ["from:@omar", [{ operator: "sender", operand: 12 }]],
    ["sender:Ada", [{ operator: "sender", operand: 11 }]],
    ["sender:Ada|14", [{ operator: "sender", operand: 14 }]],
    ["sender:12", [{ operator: "sender", operand: 12 }]],
    ["dm:12,13", [{ operator: "dm", operand: [12, 13] }]],
    ["sender:18", [{ operator: "sender", operand: 19 }]],
    ['dm:"Omar Haddad, zoe"', [{ operator: "dm", operand: [12, 13] }]],
    ['dm:"Smith, Ann"', [{ operator: "dm", operand: [15] }]],
    ['dm:"zoe, smith, ann,Omar Haddad"', [{ operator: "dm", operand: [12, 13, 15] }]],
    ["dm:me", [{ operator: "dm", operand: [] }]],
    ["dm:zoe,me,omar@mail.example", [{ operator: "dm", operand: [12, 13] }]],
    ["dm-including:zoe", [{ operator: "dm-including", operand: 13 }]],
    ["has:links", [{ operator: "has", operand: "link" }]],
    ["IS:Private", [{ operator: "is", operand: "dm" }]],
    ["-is:muted", [{ operator: "is", operand: "muted", negated: true }]],
    ["near:12", [{ operator: "near", operand: 12 }]],
    [
      "one channel:general two -is:unread three",
      [
        { operator: "search", operand: "one two three" },
        { operator: "channel", operand: 1 },
        { operator: "is", operand: "unread", negated: true },
      ],
    ],
  ])("%s", (text, terms) => {
    expect(parse(text)).toEqual({ terms, unknown: [] });
  });

  test.each([
    ["channel:nowhere", "channel", "nowhere"],
    ["sender:nobody", "sender", "nobody"],
    ["sender:noah", "sender", "noah"],
    ["dm:zoe,nobody", "dm", "zoe,nobody"],
    ["is:purple", "is", "purple"],
    ["near:here", "near", "here"],
    ["has:", "has", ""],
  ])("%s returns unknown names separately", (text, operator, operand) => {
    expect(parse(`a ${text}`)).toEqual({
      terms: [{ operator: "search", operand: "a" }],
      unknown: [{ operator, operand }],
    });
  });
});

describe("searchText", () => {
  test.each([
    "hello world",
    'a "phrase of words" b',
    "channel:general topic:lunch",
    'channel:"Design review" topic:"a \\"b\\" c\\\\d"',
    'topic:""',
    "sender:me -sender:Ada|14 dm:Ada|11",
    "dm:me",
    'dm:"Omar Haddad,Zoë" dm-including:Zoë',
    "has:link is:unread -is:muted -old",
    "near:12",
  ])("is parsed back to the same terms: %s", (text) => {
    const { terms, unknown } = parse(text);
    expect(unknown).toEqual([]);
    expect(searchText(terms, directory)).toBe(text);
  });

  test("shows the IDs of unknown users and channels", () => {
    expect(
      searchText(
        [
          { operator: "channel", operand: 99 },
          { operator: "sender", operand: 98 },
          { operator: "dm", operand: [13, 97] },
        ],
        directory,
      ),
    ).toBe("channel:99 sender:98 dm:Zoë,97");
  });
});
