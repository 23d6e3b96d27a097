import { describe, expect, test } from "vitest";
import { VISIBILITY } from "../../../../src/web/model/channels/topics.ts";
import type { Message } from "../../../../src/web/model/message.ts";
import { matches } from "../../../../src/web/model/messages/matches.ts";
import { type FeedRoute, type Term, termsOf } from "../../../../src/web/model/routes/place.ts";
import { channel, direct, IRIS, MIA, message, NOAH, sampleState, subscription } from "../../support/sample-state.ts";

const state = sampleState({
  subscriptions: [subscription(1, "general"), subscription(2, "noisy", { is_muted: true })],
  never_subscribed: [channel(3, "web", { is_web_public: true }), channel(4, "secret", { invite_only: true })],
  user_topics: [
    { stream_id: 1, topic_name: "muted", last_updated: 1, visibility_policy: VISIBILITY.muted },
    { stream_id: 2, topic_name: "followed", last_updated: 1, visibility_policy: VISIBILITY.followed },
  ],
});

const is = (operand: string): Term => ({ operator: "is", operand });
const inHome: Term = { operator: "in", operand: "home" };

describe("matches", () => {
  test.each<[string, Term[], Message, boolean | undefined]>([
    ["all", [], message(1), true],
    ["a channel", [{ operator: "channel", operand: 1 }], message(1), true],
    ["another channel", [{ operator: "channel", operand: 2 }], message(1), false],
    ["a topic in another case", [{ operator: "topic", operand: "HELLO" }], message(1), true],
    [
      "a topic composed in another way",
      [{ operator: "topic", operand: "caf\u00e9" }],
      message(1, { subject: "cafe\u0301" }),
      true,
    ],
    ["a topic, and direct messages", [{ operator: "topic", operand: "" }], direct(1, [NOAH]), false],
    ["its participants", [{ operator: "dm", operand: [MIA, IRIS] }], direct(1, [IRIS, NOAH, MIA]), true],
    ["the user among its participants", [{ operator: "dm", operand: [MIA, NOAH] }], direct(1, [NOAH, MIA]), true],
    ["only some of its participants", [{ operator: "dm", operand: [MIA] }], direct(1, [IRIS, NOAH, MIA]), false],
    ["only the user", [{ operator: "dm", operand: [] }], direct(1, [NOAH]), true],
    ["one of its participants", [{ operator: "dm-including", operand: MIA }], direct(1, [IRIS, NOAH, MIA]), true],
    ["its sender", [{ operator: "sender", operand: "me" }], message(1), true],
    [
      "a mention",
      [{ operator: "mentions", operand: MIA }],
      message(1, { content: `<p><span class="user-mention" data-user-id="${MIA}">@Mia</span></p>` }),
      true,
    ],
    [
      "a silent mention",
      [{ operator: "mentions", operand: MIA }],
      message(1, { content: `<p><span class="user-mention silent" data-user-id="${MIA}">Mia</span></p>` }),
      false,
    ],
    ["another sender", [{ operator: "sender", operand: MIA }], message(1), false],
    ["unread messages", [is("unread")], message(1, { flags: ["read"] }), false],
    ["starred messages", [is("starred")], message(1, { flags: ["starred"] }), true],
    ["mentions with all others", [is("mentioned")], message(1, { flags: ["stream_wildcard_mentioned"] }), true],
    ["alert words", [is("alerted")], message(1), false],
    ["resolved topics", [is("resolved")], message(1, { subject: "✔ done" }), true],
    ["followed topics", [is("followed")], message(1, { stream_id: 2, subject: "Followed" }), true],
    ["muted topics", [is("muted")], message(1, { subject: "muted" }), true],
    ["no direct messages", [{ ...is("dm"), negated: true }], message(1), true],
    ["home, without muted topics", [inHome], message(1, { stream_id: 2 }), false],
    ["home, with a mention in a muted topic", [inHome], message(1, { stream_id: 2, flags: ["mentioned"] }), true],
    ["home, with an unmuted topic", [inHome], message(1, { stream_id: 2, subject: "followed" }), true],
    ["public channels", [{ operator: "channels", operand: "public" }], message(1), true],
    [
      "public channels, not private",
      [{ operator: "channels", operand: "public" }],
      message(1, { stream_id: 4 }),
      false,
    ],
    ["web-public channels", [{ operator: "channels", operand: "web-public" }], message(1, { stream_id: 3 }), true],
    ["reactions", [{ operator: "has", operand: "reaction" }], message(1), false],
    ["words", [{ operator: "search", operand: "tea" }], message(1), undefined],
    ["no words", [{ operator: "search", operand: "tea", negated: true }], message(1), undefined],
    ["words that are not in the message", [{ operator: "search", operand: "tea" }, is("dm")], message(1), false],
    ["links", [{ operator: "has", operand: "link" }], message(1), undefined],
  ])("%s", (_, terms, one, answer) => {
    expect(matches(terms, one, state)).toBe(answer);
  });
});

test.each<[FeedRoute, Term[]]>([
  [{ view: "combined" }, [inHome]],
  [{ view: "mentions" }, [is("mentioned")]],
  [{ view: "channel", channel: 1, near: 5 }, [{ operator: "channel", operand: 1 }]],
  [
    { view: "topic", channel: 1, topic: "" },
    [
      { operator: "channel", operand: 1 },
      { operator: "topic", operand: "" },
    ],
  ],
  [{ view: "direct", users: [MIA] }, [{ operator: "dm", operand: [MIA] }]],
  [{ view: "search", terms: [is("unread")] }, [is("unread")]],
])("termsOf returns the narrow of %o", (place, terms) => {
  expect(termsOf(place)).toEqual(terms);
});
