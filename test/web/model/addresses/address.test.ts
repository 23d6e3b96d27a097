import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hashForRoute, homePlace, placeOfAddress } from "../../../../src/web/model/addresses/address.ts";
import { placeOfTerms, type Route, type Term } from "../../../../src/web/model/routes/place.ts";
import { placeOfSearch } from "../../../../src/web/model/search/parse-search.ts";
import type { State } from "../../../../src/web/model/state.ts";
import { channel, IRIS, MIA, NOAH, sampleState, subscription } from "../../support/sample-state.ts";

const state = sampleState({
  subscriptions: [subscription(1, "general"), subscription(5, "R&D / v1.2 (new)"), subscription(6, "東京")],
  never_subscribed: [channel(7, "2016-plans")],
});

const topic = (name: string, more: object = {}): Route => ({ view: "topic", channel: 1, topic: name, ...more });
const search = (...terms: Term[]): Route => ({ view: "search", terms });
const term = (operator: string, operand: Term["operand"], more: object = {}): Term => ({ operator, operand, ...more });

describe("addressOf matches the URLs of Zulip's clients", () => {
  test.each<[string, Route]>([
    ["#inbox", { view: "inbox" }],
    ["#recent", { view: "recent" }],
    ["#feed", { view: "combined" }],
    ["#narrow/near/12", { view: "combined", near: 12 }],
    ["#narrow/is/mentioned", { view: "mentions" }],
    ["#narrow/is/starred/near/3", { view: "starred", near: 3 }],
    ["#narrow/has/reaction/sender/me", { view: "reactions" }],
    ["#topics/channel/1-general", { view: "topics", channel: 1 }],
    ["#board/channel/1-general", { view: "board", channel: 1 }],
    ["#narrow/channel/1-general", { view: "channel", channel: 1 }],
    ["#narrow/channel/5-R.26D-.2F-v1.2E2-.28new.29", { view: "channel", channel: 5 }],
    ["#narrow/channel/6-.E6.9D.B1.E4.BA.AC", { view: "channel", channel: 6 }],
    ["#narrow/channel/99", { view: "channel", channel: 99 }],
    ["#narrow/channel/1-general/topic/hello/near/12", topic("hello", { near: 12 })],
    ["#narrow/channel/1-general/topic/", topic("")],
    ["#narrow/channel/1-general/topic/.E2.9C.94.20a.2Fb.3F", topic("✔ a/b?")],
    ["#narrow/channel/1-general/topic/a/with/7", topic("a", { with: 7 })],
    ["#narrow/is/dm", { view: "directs" }],
    ["#narrow/dm/7-Mia-Example", { view: "direct", users: [MIA] }],
    ["#narrow/dm/3,7-group", { view: "direct", users: [IRIS, MIA] }],
    ["#narrow/dm/6-Noah-Example", { view: "direct", users: [] }],
    ["#narrow/search/tea.20.22with.20milk.22", search(term("search", 'tea "with milk"'))],
    [
      "#narrow/-channel/1-general/sender/7-Mia-Example/is/unread",
      search(term("channel", 1, { negated: true }), term("sender", MIA), term("is", "unread")),
    ],
    ["#narrow/dm-including/7-Mia-Example", search(term("dm-including", MIA))],
    ["#narrow/channels/public", search(term("channels", "public"))],
    ["#drafts", { view: "drafts" }],
    ["#scheduled", { view: "scheduled" }],
    ["#reminders", { view: "reminders" }],
    ["#channels", { view: "channels" }],
    ["#channels/new", { view: "channels", section: "new" }],
    ["#channels/1/general", { view: "channels", channel: 1 }],
    ["#channels/1/general/subscribers", { view: "channels", channel: 1, section: "subscribers" }],
    ["#settings", { view: "settings" }],
    ["#settings/notifications", { view: "settings", section: "notifications" }],
    ["#organization/users/active", { view: "settings", section: "organization/users/active" }],
    ["#groups/your", { view: "settings", section: "groups/your" }],
    ["#about-parley", { view: "about" }],
  ])("%s", (address, place) => {
    expect(hashForRoute(place, state)).toBe(address);
    expect(placeOfAddress(address, state)).toEqual(place);
  });
});

describe("placeOfAddress resolves older and alternative URLs", () => {
  test.each<[string, Route]>([
    ["#narrow/stream/1-general/subject/hello", topic("hello")],
    ["#narrow/stream/general/topic/hello", topic("hello")],
    ["#narrow/stream/R.26D-.2F-v1.2E2-.28new.29", { view: "channel", channel: 5 }],
    ["#narrow/channel/1-its-older-name", { view: "channel", channel: 1 }],
    ["#narrow/channel/2016-plans", { view: "channel", channel: 7 }],
    ["#narrow/topic/hello/channel/1-general", topic("hello")],
    ["#narrow/channel/1-general/topic/%E2%9C%94%20a", topic("✔ a")],
    ["#narrow/pm-with/7-mia", { view: "direct", users: [MIA] }],
    ["#narrow/pm-with/6,7,3-group", { view: "direct", users: [IRIS, MIA] }],
    ["#narrow/is/private", { view: "directs" }],
    ["#narrow/in/home", { view: "combined" }],
    ["#narrow/from/7-Mia", search(term("sender", MIA))],
    ["#narrow/group-pm-with/7-Mia", search(term("dm-including", MIA))],
    ["#narrow/streams/public", search(term("channels", "public"))],
    ["#all_messages", { view: "combined" }],
    ["#recent_topics", { view: "recent" }],
    ["#streams/1/general", { view: "channels", channel: 1 }],
    ["inbox", { view: "inbox" }],
  ])("%s", (address, place) => {
    expect(placeOfAddress(address, state)).toEqual(place);
  });
});

test.each([
  ...["", "#", "#nowhere", "#inbox/more", "#narrow/weather/rain", "#narrow/channel", "#narrow/channel/nobody-knows"],
  ...["#narrow/topic/.ZZ", "#narrow/near/soon", "#narrow/is/green", "#narrow/dm/nobody", "#settings/.E2", "#toString"],
])("placeOfAddress returns nothing for %s", (address) => {
  expect(placeOfAddress(address, state)).toBeUndefined();
});

const id = fc.integer({ min: 1, max: 1_000_000 });
const text = fc.string({ unit: "grapheme", maxLength: 20 });
const near = fc.option(
  id.map((message) => ({ near: message })),
  { nil: {} },
);
const terms = fc.array(
  fc.oneof(
    fc.record({ operator: fc.constantFrom("channel", "near", "id", "with", "sender"), operand: id }),
    fc.record({ operator: fc.constantFrom("topic", "search"), operand: text }),
    fc.record({ operator: fc.constant("is"), operand: fc.constantFrom("unread", "dm", "followed", "resolved") }),
    fc.record({ operator: fc.constant("dm"), operand: fc.uniqueArray(id, { minLength: 1 }).map(ascending) }),
    fc.record({
      operator: fc.constant("has"),
      operand: fc.constantFrom("link", "reaction"),
      negated: fc.constant(true),
    }),
  ),
  { minLength: 1, maxLength: 5 },
);
function ascending(ids: number[]): number[] {
  return ids.filter((one) => one !== NOAH).sort((a, b) => a - b);
}
const section = fc.stringMatching(/^[a-z][a-z-]{0,8}$/);
const place = fc.oneof<fc.Arbitrary<Route>[]>(
  fc.record({ view: fc.constantFrom("inbox", "recent", "drafts", "scheduled", "reminders", "about") }),
  fc
    .tuple(fc.constantFrom("combined", "mentions", "starred", "reactions", "directs"), near)
    .map(([view, at]) => ({ view, ...at })),
  fc.record({ view: fc.constantFrom("topics", "board"), channel: id }),
  fc.tuple(id, text, near).map(([at, name, more]) => ({ view: "topic", channel: at, topic: name, ...more })),
  fc.tuple(fc.uniqueArray(id), near).map(([users, more]) => ({ view: "direct", users: ascending(users), ...more })),
  terms.map((list) => placeOfTerms(list.filter(({ operator }) => operator !== "near"))),
  fc.record({ view: fc.constant("channels"), channel: id, section }),
  fc.record({ view: fc.constant("settings"), section }),
);

test("placeOfAddress is the inverse of addressOf", () => {
  const leads = fc.property(place, (one) => {
    expect(placeOfAddress(hashForRoute(one, state), state)).toEqual(one);
  });
  void fc.assert(leads, { numRuns: 1000 });
});

test("placeOfAddress accepts any malformed URL without an error", () => {
  const odd = fc.array(fc.oneof(text, fc.constantFrom("narrow", "channel", "dm", "near", "1", "topic", "%", ".")));
  const holds = (path: readonly string[]) => placeOfAddress(`#${path.join("/")}`, state) !== null;
  void fc.assert(fc.property(odd, holds));
});

test.each([
  ["inbox", "inbox"],
  ["recent_topics", "recent"],
  ["all_messages", "combined"],
])("homePlace opens the client at %s", (web_home_view, view) => {
  const settings = { ...state.user_settings, web_home_view } as State["user_settings"];
  expect(homePlace(sampleState({ user_settings: settings }))).toEqual({ view });
});

test.each([
  [[{ operator: "near", operand: 7 }], { view: "combined", near: 7 }],
  [
    [
      { operator: "channel", operand: 1 },
      { operator: "near", operand: 7 },
      { operator: "topic", operand: "hello" },
    ],
    { view: "topic", channel: 1, topic: "hello", near: 7 },
  ],
  [
    [
      { operator: "search", operand: "a" },
      { operator: "near", operand: 7 },
    ],
    { view: "search", terms: [{ operator: "search", operand: "a" }], near: 7 },
  ],
])("placeOfSearch opens a search with a near term at that message: %j", (terms, place) => {
  expect(placeOfSearch(terms)).toEqual(place);
});
