import { describe, expect, test } from "vitest";
import { apply } from "../../../src/web/model/apply.ts";
import { derived } from "../../../src/web/model/capability.ts";
import type { AnyEvent } from "../../../src/web/model/event.ts";
import { typingIn } from "../../../src/web/model/people/typing.ts";
import { directKey, topicKey } from "../../../src/web/model/routes/conversation.ts";
import { channel, IRIS, MIA, message, NOAH, sampleState } from "../support/sample-state.ts";

const tell = (state: ReturnType<typeof sampleState>, event: object) => apply(state, event as AnyEvent);
const update = (person: object) => ({ type: "realm_user", op: "update", person });

describe("apply returns the changed parts of the state for", () => {
  test.each([
    ["an event of an unknown kind", { type: "weather", op: "rain" }, []],
    ["a name", update({ user_id: MIA, full_name: "Mia Other" }), ["users"]],
    ["the user's own name", update({ user_id: NOAH, full_name: "Noah Other" }), ["account", "users"]],
    ["a deactivated account", update({ user_id: MIA, is_active: false }), ["users", "groups", "channels"]],
    ["a message that was already read", { type: "message", message: message(1), flags: ["read"] }, []],
    ["a message", { type: "message", message: message(1), flags: [] }, ["unread"]],
    ["a star", { type: "update_message_flags", op: "add", flag: "starred", messages: [1] }, ["starred"]],
    ["a new channel", { type: "stream", op: "create", streams: [channel(9, "new")] }, ["channels"]],
    ["an alert word", { type: "alert_words", alert_words: ["tea"] }, ["account"]],
  ])("%s", (_, event, changed) => {
    expect(tell(sampleState(), event)).toEqual(changed);
  });
});

test("a deactivated account loses its permissions and groups", () => {
  const state = sampleState({ never_subscribed: [channel(9, "x", { can_send_message_group: only(MIA, IRIS) })] });
  state.realm_can_create_groups = only(MIA);
  tell(state, update({ user_id: MIA, is_active: false }));
  expect(state.realm_non_active_users.map(({ user_id }) => user_id)).toEqual([MIA]);
  expect(state.realm_user_groups.some(({ members }) => members.includes(MIA))).toBe(false);
  expect(state.never_subscribed[0]?.can_send_message_group).toEqual(only(IRIS));
  expect(state.realm_can_create_groups).toEqual(only());
});

const only = (...direct_members: number[]) => ({ direct_members, direct_subgroups: [] });

test("a channel is in exactly one list: never subscribed, subscribed, unsubscribed", () => {
  const state = sampleState();
  const where = () => [state.subscriptions, state.unsubscribed, state.never_subscribed].map((list) => list.map(idOf));
  const idOf = ({ stream_id }: { readonly stream_id: number }) => stream_id;
  tell(state, { type: "stream", op: "create", streams: [channel(9, "new", { subscriber_count: 4 })] });
  expect(where()).toEqual([[1, 2], [], [9]]);
  tell(state, { type: "subscription", op: "peer_add", stream_ids: [9], user_ids: [IRIS, MIA] });
  expect(state.never_subscribed[0]?.subscriber_count).toBe(2);
  tell(state, { type: "subscription", op: "add", subscriptions: [{ ...channel(9, "new"), color: "#ff0000" }] });
  expect(where()).toEqual([[1, 2, 9], [], []]);
  tell(state, { type: "subscription", op: "remove", subscriptions: [{ stream_id: 9, name: "new" }] });
  expect(where()).toEqual([[1, 2], [9], []]);
});

describe("typing users", () => {
  const typing = (op: string, user_id: number, where: object) => ({
    ...{ type: "typing", op, message_type: "direct", sender: { user_id, email: "" } },
    ...where,
  });
  const here = { recipients: [{ user_id: NOAH }, { user_id: MIA }, { user_id: IRIS }] };

  test("are listed by conversation, in the order they started", () => {
    const state = sampleState();
    expect(tell(state, typing("start", MIA, here))).toEqual(["typing"]);
    tell(state, typing("start", IRIS, here));
    tell(state, typing("start", IRIS, { stream_id: 1, topic: "Hello" }));
    expect(typingIn(state, directKey([IRIS, MIA]))).toEqual([MIA, IRIS]);
    expect(typingIn(state, topicKey(1, "hello"))).toEqual([IRIS]);
    expect(tell(state, typing("stop", MIA, here))).toEqual(["typing"]);
    expect(tell(state, typing("stop", MIA, here))).toEqual([]);
    expect(typingIn(state, directKey([IRIS, MIA]))).toEqual([IRIS]);
  });

  test("do not include the user", () => {
    const state = sampleState();
    expect(tell(state, typing("start", NOAH, here))).toEqual([]);
    expect(typingIn(state, directKey([IRIS, MIA]))).toEqual([]);
  });

  test("stop when their message arrives", () => {
    const state = sampleState();
    tell(state, typing("start", MIA, { stream_id: 1, topic: "hello" }));
    tell(state, { type: "message", message: message(1, { sender_id: MIA }), flags: ["read"] });
    expect(typingIn(state, topicKey(1, "hello"))).toEqual([]);
  });
});

test("derived values are recomputed only after a change in their dependencies", () => {
  let times = 0;
  const count = derived(["users"], (state) => {
    times += 1;
    return state.realm_users.length;
  });
  const state = sampleState();
  expect([count(state), count(state), times]).toEqual([6, 6, 1]);
  tell(state, { type: "alert_words", alert_words: [] });
  expect([count(state), times]).toEqual([6, 1]);
  tell(state, update({ user_id: MIA, is_active: false }));
  expect([count(state), times]).toEqual([5, 2]);
  expect([count(sampleState()), times]).toEqual([6, 3]);
});
