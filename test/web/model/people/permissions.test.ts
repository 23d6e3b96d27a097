import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  canAddSubscribers,
  canAdminister,
  canPost,
  canSubscribe,
} from "../../../../src/web/model/channels/channel-permissions.ts";
import { canRead, canResolve } from "../../../../src/web/model/channels/channel-rules.ts";
import type { ChannelMessage, Message } from "../../../../src/web/model/message.ts";
import {
  canDelete,
  canEdit,
  canReact,
  canReply,
  directLock,
  movesOf,
  secondsLeftToEdit,
} from "../../../../src/web/model/messages/message-permissions.ts";
import {
  canAddMembers,
  canJoinGroup,
  canLeaveGroup,
  canManageGroup,
  canMentionGroup,
  membersOf,
  ownGroups,
  systemGroup,
} from "../../../../src/web/model/people/group-members.ts";
import { groupsOf, isMember } from "../../../../src/web/model/people/groups.ts";
import { hasPermission } from "../../../../src/web/model/people/permissions.ts";
import { followClock } from "../../../../src/web/model/server-time.ts";
import type { Channel, State } from "../../../../src/web/model/state.ts";
import {
  channel,
  direct,
  GUS,
  group,
  IRIS,
  MIA,
  MONA,
  message,
  NOAH,
  OMAR,
  sampleState,
  subscription,
  user,
} from "../../support/sample-state.ts";

const only = (...direct_members: number[]) => ({ direct_members, direct_subgroups: [] });
const [MEMBERS, MODERATORS, NOBODY] = [3, 5, 8];

const ROLES = {
  [IRIS]: { is_owner: true, is_admin: true, is_moderator: true },
  [OMAR]: { is_admin: true, is_moderator: true },
  [MONA]: { is_moderator: true },
  [NOAH]: {},
  [MIA]: {},
  [GUS]: { is_guest: true },
};
const seenBy = (id: keyof typeof ROLES, more: Partial<State> = {}) =>
  sampleState({ user_id: id, ...ROLES[id], ...more });

describe("user groups", () => {
  const state = sampleState();
  state.realm_user_groups.push(
    group(20, "cats", { members: [MIA], direct_subgroup_ids: [21] }),
    group(21, "kittens", { members: [NOAH] }),
    group(22, "gone", { deactivated: true }),
  );
  test("include the members of their subgroups", () => {
    expect([...membersOf(state, 20)]).toEqual([MIA, NOAH]);
    expect([...membersOf(state, 3)].sort()).toEqual([IRIS, OMAR, MONA, NOAH, MIA]);
    expect(isMember(state, 20, NOAH)).toBe(true);
    expect(isMember(state, 21, MIA)).toBe(false);
    expect([...groupsOf(state, OMAR)].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });
  test("of the system are recognized by their names", () => {
    expect(systemGroup(state, "role:moderators")?.id).toBe(MODERATORS);
    expect(ownGroups(state).map(({ name }) => name)).toEqual(["cats", "kittens"]);
  });
  test.each([
    ["manage", canManageGroup, [IRIS, MIA]],
    ["add members", canAddMembers, [IRIS, MIA, NOAH]],
    ["join", canJoinGroup, [IRIS, MONA, MIA, NOAH]],
    ["leave", canLeaveGroup, [IRIS, OMAR, MONA, NOAH, MIA]],
    ["mention", canMentionGroup, [IRIS, OMAR, MONA]],
  ])("let exactly the permitted users %s", (_, can, who) => {
    const cats = group(20, "cats", {
      can_manage_group: only(MIA),
      can_add_members_group: only(NOAH),
      can_join_group: only(MONA, GUS),
      can_mention_group: MODERATORS,
    });
    const ids = [IRIS, OMAR, MONA, NOAH, MIA, GUS] as const;
    const found = ids.filter((id) => can(seenBy(id), cats)).sort();
    expect(found).toEqual([...who].sort());
  });
});

test.each([
  ["includes a member by the group", NOAH, MEMBERS, true],
  ["includes an owner by a subgroup of a subgroup", IRIS, MEMBERS, true],
  ["excludes an owner if the group has no members", IRIS, NOBODY, false],
  ["includes a user by name", MIA, only(MIA), true],
  ["excludes a guest if guests cannot have it", GUS, only(GUS), false],
] as const)("hasPermission %s", (_, id, value, expected) => {
  expect(hasPermission(seenBy(id, { realm_can_create_groups: value as never }), "can_create_groups")).toBe(expected);
});

describe("channel permissions", () => {
  const open = channel(9, "open");
  const closed = channel(9, "closed", { invite_only: true });
  const mine = (one: Channel): Partial<State> => ({ subscriptions: [subscription(one.stream_id, one.name, one)] });

  test.each<[string, (state: State, one: Channel) => boolean, keyof typeof ROLES, Channel, Partial<State>, boolean]>([
    ["a member reads a public channel", canRead, NOAH, open, {}, true],
    ["a guest doesn't read a public channel", canRead, GUS, open, {}, false],
    ["a subscribed guest reads it", canRead, GUS, open, mine(open), true],
    ["an administrator doesn't read a private channel", canRead, OMAR, closed, {}, false],
    ["a user who can subscribe to it reads it", canRead, NOAH, { ...closed, can_subscribe_group: MEMBERS }, {}, true],
    ["a member posts without a subscription", canPost, NOAH, open, {}, true],
    ["a member doesn't post in an archived channel", canPost, NOAH, { ...open, is_archived: true }, {}, false],
    [
      "a member doesn't post if only moderators can",
      canPost,
      NOAH,
      { ...open, can_send_message_group: MODERATORS },
      {},
      false,
    ],
    [
      "a moderator posts if only moderators can",
      canPost,
      MONA,
      { ...open, can_send_message_group: MODERATORS },
      {},
      true,
    ],
    ["everyone resolves topics", canResolve, NOAH, open, {}, true],
    [
      "a member doesn't resolve topics if the organization restricts it",
      canResolve,
      NOAH,
      open,
      { realm_can_resolve_topics_group: 5 },
      false,
    ],
    [
      "a member resolves topics if the channel allows it",
      canResolve,
      NOAH,
      { ...open, can_resolve_topics_group: MEMBERS },
      { realm_can_resolve_topics_group: 5 },
      true,
    ],
    ["an administrator administers a channel", canAdminister, OMAR, closed, {}, true],
    [
      "a channel's own administrator administers it",
      canAdminister,
      NOAH,
      { ...open, can_administer_channel_group: 3 },
      {},
      true,
    ],
    ["a member doesn't administer a channel", canAdminister, NOAH, open, {}, false],
    ["a guest doesn't subscribe", canSubscribe, GUS, open, {}, false],
    ["a guest subscribes to a web-public channel", canSubscribe, GUS, { ...open, is_web_public: true }, {}, true],
    ["a member adds others to a public channel", canAddSubscribers, NOAH, open, {}, true],
    ["a member doesn't add others to a private channel of other users", canAddSubscribers, NOAH, closed, {}, false],
    ["a member adds others to a private channel of their own", canAddSubscribers, NOAH, closed, mine(closed), true],
  ])("%s", (_, can, id, one, more, expected) => {
    const state = seenBy(id, { never_subscribed: more.subscriptions === undefined ? [one] : [], ...more });
    expect(can(state, one)).toBe(expected);
  });
});

describe("message permissions", () => {
  const now = 1_700_000_000;
  const aged = (seconds: number, more: Partial<ChannelMessage> = {}) =>
    message(1, { timestamp: now - seconds, ...more });
  const archived = { subscriptions: [subscription(1, "general", { is_archived: true })] };
  type Can = (state: State, message: Message, now: number) => boolean;

  test.each<[string, Can, keyof typeof ROLES, Message, Partial<State>, boolean]>([
    ["one's own message is edited within the limit", canEdit, NOAH, aged(600), {}, true],
    ["one's own message is not edited after the limit", canEdit, NOAH, aged(601), {}, false],
    [
      "one's own message is edited at any time without a limit",
      canEdit,
      NOAH,
      aged(1e6),
      { realm_message_content_edit_limit_seconds: null },
      true,
    ],
    ["another user's message is never edited", canEdit, IRIS, aged(1), {}, false],
    [
      "no message is edited if the organization disabled it",
      canEdit,
      NOAH,
      aged(1),
      { realm_allow_message_editing: false },
      false,
    ],
    ["no message is edited in an archived channel", canEdit, NOAH, aged(1), archived, false],
    ["a poll is not edited", canEdit, NOAH, aged(1, { submessages: [poll()] }), {}, false],
    ["one's own message is deleted within the limit", canDelete, NOAH, aged(600), {}, true],
    ["one's own message is not deleted after the limit", canDelete, NOAH, aged(601), {}, false],
    ["an administrator deletes any", canDelete, OMAR, aged(1e6), {}, true],
    ["a member deletes no messages of others", canDelete, MIA, aged(1), {}, false],
    ["a member deletes messages of their bots", canDelete, MIA, aged(1, { sender_id: 30 }), withBot(), true],
    ["a member deletes messages if the channel allows it", canDelete, MIA, aged(1), permissive(), true],
    [
      "one's own message is not deleted if the organization disabled it",
      canDelete,
      NOAH,
      aged(1),
      { realm_can_delete_own_message_group: 8 },
      false,
    ],
    ["everyone reacts", canReact, GUS, aged(1e6), {}, true],
    ["no one reacts in an archived channel", canReact, IRIS, aged(1), archived, false],
    ["everyone replies to a direct message", canReply, GUS, direct(1, [GUS, NOAH]), {}, true],
    ["no one replies if direct messages are disabled", canReply, GUS, direct(1, [GUS, NOAH]), withoutDirects(), false],
    ["no one replies in an archived channel", canReply, IRIS, aged(1), archived, false],
  ])("%s", (_, can, id, one, more, expected) => {
    expect(can(seenBy(id, more), one, now)).toBe(expected);
  });

  test.each<[string, keyof typeof ROLES, number | undefined, Partial<State>, { rename: boolean; out: boolean }]>([
    ["by everyone between topics, by members between channels", GUS, 60, {}, { rename: true, out: false }],
    ["by members everywhere", NOAH, 60, {}, { rename: true, out: true }],
    ["for a week", NOAH, 604_801, {}, { rename: false, out: false }],
    ["by moderators without a limit", MONA, 1e7, {}, { rename: true, out: true }],
    [
      "of a topic of any age, because the server decides which messages move",
      NOAH,
      undefined,
      {},
      { rename: true, out: true },
    ],
    ["nowhere from an archived channel", MONA, 60, archived, { rename: false, out: false }],
    [
      "to other channels only",
      NOAH,
      60,
      { realm_can_move_messages_between_topics_group: 8 },
      { rename: false, out: true },
    ],
  ])("allow moves %s", (_, id, age, more, expected) => {
    const moved = { stream_id: 1, ...(age !== undefined && { timestamp: now - age }) };
    expect(movesOf(seenBy(id, more), moved, now)).toEqual(expected);
  });

  test("limit the remaining time for an edit", () => {
    expect(secondsLeftToEdit(sampleState(), aged(500), now)).toBe(100);
    expect(secondsLeftToEdit(sampleState(), aged(5000), now)).toBe(0);
    const endless = sampleState({ realm_message_content_edit_limit_seconds: null });
    expect(secondsLeftToEdit(endless, aged(5000), now)).toBeUndefined();
  });

  test("use the server's clock", () => {
    vi.useFakeTimers({ now: (now + 3600) * 1000, toFake: ["Date"] });
    followClock({ seconds_ahead: 3600 });
    onTestFinished(() => {
      vi.useRealTimers();
      followClock({});
    });
    expect(canEdit(seenBy(NOAH), aged(600))).toBe(true);
    expect(canEdit(seenBy(NOAH), aged(601))).toBe(false);
  });
});

const poll = () => ({ id: 1, message_id: 1, sender_id: NOAH, msg_type: "widget", content: "{}" });
const withBot = (): Partial<State> => ({
  realm_users: [user(MIA, "Mia"), user(30, "Bot", { is_bot: true, bot_owner_id: MIA })],
});
const withoutDirects = (): Partial<State> => ({ realm_direct_message_permission_group: NOBODY });
const permissive = (): Partial<State> => ({
  subscriptions: [subscription(1, "general", { can_delete_any_message_group: MEMBERS })],
});

test.each([
  ["everyone", 2, [MIA], true],
  ["no one", NOBODY, [MIA], false],
  ["moderators if none is a recipient", MODERATORS, [MIA], false],
  ["moderators if one is a recipient", MODERATORS, [MIA, MONA], true],
  ["oneself, with anyone", { direct_members: [NOAH], direct_subgroups: [] }, [MIA], true],
  ["no one but oneself", NOBODY, [], true],
])("directLock allows direct messages for %s", (_, value, users, expected) => {
  const state = sampleState({ realm_direct_message_permission_group: value as never });
  expect(directLock(state, users)).toBe(expected ? undefined : "take-part");
});

test.each<[string, Partial<State>, number[], ReturnType<typeof directLock>]>([
  ["not with other users", {}, [MIA, MONA], "begin"],
  ["with users who have written before", known([MIA, MONA]), [MONA, MIA], undefined],
  ["not with a new user among them", known([MIA, MONA]), [MIA], "begin"],
  ["with oneself", {}, [], undefined],
  ["with anyone if the list of conversations is incomplete", known(...Array(1000).fill([GUS])), [MIA], undefined],
])("directLock without permission to start conversations: %s", (_, more, users, expected) => {
  const state = sampleState({ realm_direct_message_initiator_group: NOBODY, ...more });
  expect(directLock(state, users)).toBe(expected);
});

function known(...conversations: number[][]): Partial<State> {
  return {
    recent_private_conversations: conversations.map((users) => ({
      user_ids: users.toSorted((a, b) => a - b),
      max_message_id: 1,
    })),
  };
}
