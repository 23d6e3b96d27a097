import { describe, expect, it } from "vitest";
import type { Client } from "../../../src/web/client/client.ts";
import { mentionsIn } from "../../../src/web/model/completion/candidate.ts";
import { isSameTarget, isShownIn, type Target, targetOf } from "../../../src/web/model/routes/conversation.ts";
import type { State } from "../../../src/web/model/state.ts";
import { lengthOf, manyMentioned, messageProblem } from "../../../src/web/views/compose/problems.ts";
import { conversationOfTarget } from "../../../src/web/views/compose/target/target.ts";
import { runCommand } from "../../../src/web/views/compose/use-send.ts";
import { takesLinearTime } from "../../support/linear-time.ts";

const ME = 10;
const EVERYONE = 1;
const NOBODY = 2;

const user = (user_id: number, full_name: string, more = {}) => ({
  user_id,
  full_name,
  is_bot: false,
  role: 400,
  ...more,
});
const channel = (stream_id: number, more = {}) => ({
  stream_id,
  name: `channel ${stream_id}`,
  is_archived: false,
  invite_only: false,
  is_web_public: false,
  subscriber_count: 3,
  topics_policy: "inherit",
  can_send_message_group: EVERYONE,
  ...more,
});
const everybody = { allow_everyone_group: true };

/** The relevant parts of a state. */
const stateWith = (more = {}) =>
  ({
    user_id: ME,
    is_guest: false,
    max_message_length: 20,
    max_topic_length: 10,
    realm_topics_policy: "allow_empty_topic",
    realm_direct_message_permission_group: EVERYONE,
    realm_direct_message_initiator_group: EVERYONE,
    realm_can_mention_many_users_group: NOBODY,
    realm_users: [user(ME, "Iris"), user(11, "Omar"), user(12, "hubot", { is_bot: true })],
    realm_non_active_users: [user(20, "Teresa")],
    cross_realm_bots: [],
    realm_bots: [],
    realm_user_groups: [
      { id: EVERYONE, name: "role:everyone", members: [ME, 11, 20], direct_subgroup_ids: [], is_system_group: true },
      { id: NOBODY, name: "role:nobody", members: [], direct_subgroup_ids: [], is_system_group: true },
    ],
    server_supported_permission_settings: {
      realm: { direct_message_permission_group: everybody, can_mention_many_users_group: everybody },
      stream: { can_send_message_group: everybody },
      group: {},
    },
    subscriptions: [
      channel(1),
      channel(2, { topics_policy: "disable_empty_topic" }),
      channel(3, { topics_policy: "empty_topic_only" }),
      channel(4, { can_send_message_group: NOBODY }),
      channel(5, { is_archived: true }),
      channel(6, { subscriber_count: 200 }),
    ],
    unsubscribed: [],
    never_subscribed: [],
    ...more,
  }) as unknown as State;

const topic = (id: number | undefined, name = "lunch"): Target => ({ kind: "topic", channel: id, topic: name });
const direct = (...users: number[]): Target => ({ kind: "direct", users });

describe("sending a message is prevented by", () => {
  it.each<[string, Target | undefined, string, string | undefined]>([
    ["nothing if it is complete", topic(1), "hi", undefined],
    ["no text", topic(1), " \n", "empty"],
    ["no target", undefined, "hi", "noTarget"],
    ["no channel", topic(undefined), "hi", "noChannel"],
    ["no topic if the channel requires one", topic(2, " "), "hi", "noTopic"],
    ["nothing if topics can be empty", topic(1, ""), "hi", undefined],
    ["a topic if the channel allows only the empty one", topic(3), "hi", "onlyEmptyTopic"],
    ["a topic that is too long", topic(1, "a".repeat(11)), "hi", "topicTooLong"],
    ["a text that is too long", topic(1), "a".repeat(21), "tooLong"],
    ["nothing if only trailing spaces exceed the limit", topic(1), `${"a".repeat(20)}  `, undefined],
    ["a channel where the user cannot post, before anything else", topic(4), "", "mayNotPost"],
    ["an archived channel", topic(5), "", "archived"],
    ["a wildcard mention if the user cannot use one", topic(6), "@**all** hi", "mayNotMentionAll"],
    ["nothing if a wildcard mentions few users", topic(1), "@**all** hi", undefined],
    ["no recipients", direct(), "hi", "noPeople"],
    ["nothing for a recipient", direct(11), "hi", undefined],
    ["nothing for oneself", direct(ME), "hi", undefined],
    ["a deactivated recipient", direct(11, 20), "hi", "deactivated"],
  ])("%s", (_, target, text, expected) => {
    expect(messageProblem(stateWith(), { target, text, uploading: false })?.kind).toBe(expected);
  });

  it("a new topic where the user cannot create any", () => {
    const topics = new Set(["lunch", ""]);
    const kindFor = (name: string) =>
      messageProblem(stateWith(), { target: topic(1, name), text: "hi", uploading: false, topics })?.kind;
    expect([kindFor(" LUNCH"), kindFor(""), kindFor("dinner")]).toEqual([undefined, undefined, "noNewTopic"]);
  });

  it("unfinished uploads", () => {
    expect(messageProblem(stateWith(), { target: topic(1), text: "hi", uploading: true })?.kind).toBe("uploading");
  });

  it("too many waiting messages, once there is text", () => {
    const kindFor = (text: string) =>
      messageProblem(stateWith(), { target: topic(1), text, uploading: false, isFull: true })?.kind;
    expect([kindFor(""), kindFor("hi")]).toEqual(["empty", "full"]);
  });

  it("disabled direct messages, except to bots", () => {
    const state = stateWith({ realm_direct_message_permission_group: NOBODY });
    const kindFor = (target: Target) => messageProblem(state, { target, text: "hi", uploading: false })?.kind;
    expect(kindFor(direct(11))).toBe("directsOff");
    expect(kindFor(direct(12))).toBeUndefined();
    expect(kindFor(direct(ME))).toBeUndefined();
  });
});

it("manyMentioned counts the channel's subscribers for a wildcard mention if there are many", () => {
  expect(manyMentioned(stateWith(), topic(6), "@**everyone** look")).toBe(200);
  expect(manyMentioned(stateWith(), topic(6), "@_**everyone** look")).toBeUndefined();
  expect(manyMentioned(stateWith(), topic(6), "`@**everyone**`")).toBeUndefined();
  expect(manyMentioned(stateWith(), topic(1), "@**everyone** look")).toBeUndefined();
});

it("mentionsIn returns only mentions that notify", () => {
  expect(mentionsIn("@**Ada|12**, (@**Omar**) @*crew* me@**x** @_**Iris** `@**no**`")).toEqual([
    { kind: "person", name: "Ada", id: 12 },
    { kind: "person", name: "Omar", id: undefined },
    { kind: "group", name: "crew", id: undefined },
  ]);
});

it.each(["@**all**\n", "@**all** ", "@**all** `@**all**` "])(
  "mentionsIn takes linear time for many %j",
  async (part) => {
    const texts = new Map([200, 20_000].map((length) => [length, part.repeat(length / part.length)]));
    expect(await takesLinearTime((length) => mentionsIn(texts.get(length) ?? ""), 20_000)).toBe(true);
  },
);

it.each(["/constructor", "/deploy"])("%s is sent as text, because it isn't a command of the client", (text) => {
  expect(runCommand({} as Client, text)).toBe(false);
});

it("the length of a text counts characters outside the basic plane once", () => {
  expect(lengthOf("a😀b")).toBe(3);
  expect(lengthOf("\ud83d")).toBe(1);
});

describe("compose targets", () => {
  it("are derived from the current view", () => {
    expect(targetOf({ view: "topic", channel: 1, topic: "a" }, ME)).toEqual(topic(1, "a"));
    expect(targetOf({ view: "topics", channel: 1 }, ME)).toEqual(topic(1, ""));
    expect(targetOf({ view: "direct", users: [] }, ME)).toEqual(direct(ME));
    expect(targetOf({ view: "direct", users: [ME, 11] }, ME)).toEqual(direct(11));
    expect(targetOf({ view: "inbox" }, ME)).toBeUndefined();
  });

  it("are equal regardless of topic case and user order", () => {
    expect(isSameTarget(topic(1, "Lunch "), topic(1, "lunch"))).toBe(true);
    expect(isSameTarget(topic(1), topic(2))).toBe(false);
    expect(isSameTarget(direct(11, 12), direct(12, 11))).toBe(true);
    expect(isSameTarget(direct(11), topic(1))).toBe(false);
  });

  it("are conversations when they are complete", () => {
    expect(conversationOfTarget(topic(1, " a "), ME)).toEqual({ kind: "topic", channel: 1, topic: "a" });
    expect(conversationOfTarget(topic(undefined), ME)).toBeUndefined();
    expect(conversationOfTarget(direct(), ME)).toBeUndefined();
    expect(conversationOfTarget(direct(ME), ME)).toEqual({ kind: "direct", users: [] });
    expect(conversationOfTarget(direct(12, 11), ME)).toEqual({ kind: "direct", users: [11, 12] });
  });

  it("are shown in views where their messages appear", () => {
    expect(isShownIn({ view: "channel", channel: 1 }, topic(1), ME)).toBe(true);
    expect(isShownIn({ view: "channel", channel: 2 }, topic(1), ME)).toBe(false);
    expect(isShownIn({ view: "directs" }, direct(11), ME)).toBe(true);
    expect(isShownIn({ view: "combined" }, topic(1), ME)).toBe(true);
    expect(isShownIn({ view: "inbox" }, topic(1), ME)).toBe(false);
  });
});
