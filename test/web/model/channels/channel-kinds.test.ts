import { describe, expect, test } from "vitest";
import {
  channelLock,
  consequencesOf,
  obstacleTo,
  permissionLock,
  retentionLock,
  topicsLock,
} from "../../../../src/web/model/channels/channel-administration.ts";
import { channelKind } from "../../../../src/web/model/channels/channel-kinds.ts";
import type { State } from "../../../../src/web/model/state.ts";
import { channel, IRIS, NOAH, OMAR, sampleState, subscription } from "../../support/sample-state.ts";

const organization: Partial<State> = {
  ...{ realm_default_streams: [], realm_default_stream_groups: [], realm_moderation_request_channel_id: -1 },
  ...{ server_web_public_streams_enabled: true, realm_enable_spectator_access: true },
  ...{ realm_can_create_web_public_channel_group: 7, realm_can_set_delete_message_policy_group: 5 },
  realm_can_set_topics_policy_group: 3,
};
const noah = sampleState(organization);
const omar = sampleState({ ...organization, user_id: OMAR, is_admin: true });
const iris = sampleState({ ...organization, user_id: IRIS, is_admin: true, is_owner: true });

const open = subscription(1, "general");
const shared = subscription(3, "shared", { invite_only: true });
const closed = subscription(4, "closed", { invite_only: true, history_public_to_subscribers: false });
const web = subscription(5, "web", { is_web_public: true });

test("kindOf distinguishes four kinds of channel", () => {
  expect([open, shared, closed, web].map(channelKind)).toEqual(["public", "private-shared", "private", "web-public"]);
});

test("consequencesOf lists the effects of a change of channel kind", () => {
  expect(consequencesOf("public", "private")).toEqual(["othersLose", "earlierHidden"]);
  expect(consequencesOf("public", "web-public")).toEqual(["webReads"]);
  expect(consequencesOf("web-public", "private-shared")).toEqual(["webEnds", "othersLose"]);
  expect(consequencesOf("private", "public")).toEqual(["othersRead", "earlierShown", "guestsStay"]);
  expect(consequencesOf("private", "private-shared")).toEqual(["earlierShown"]);
  expect(consequencesOf("private-shared", "private")).toEqual(["earlierHidden"]);
  expect(consequencesOf("public", "public")).toEqual([]);
});

describe("obstacleTo for a change of channel kind", () => {
  test("reports missing access, a disabled kind, or missing permission", () => {
    const foreign = channel(9, "foreign", { invite_only: true });
    expect(obstacleTo(omar, foreign, "public")).toBe("content");
    expect(obstacleTo({ ...iris, realm_enable_spectator_access: false }, open, "web-public")).toBe("web");
    expect(obstacleTo(iris, open, "web-public")).toBeUndefined();
    expect(obstacleTo(omar, open, "web-public")).toBe("permission");
    expect(obstacleTo({ ...noah, realm_can_create_private_channel_group: 6 }, open, "private")).toBe("permission");
    expect(obstacleTo({ ...omar, realm_can_create_private_channel_group: 8 }, open, "private")).toBeUndefined();
    expect(obstacleTo(noah, web, "public")).toBeUndefined();
  });

  test("reports a limit on who starts topics, which would reveal hidden topics in a private channel", () => {
    const limited = { ...shared, can_create_topic_group: 3 };
    const seen = { ...omar, subscriptions: [shared] };
    expect([shared, limited].map((one) => obstacleTo(seen, one, "private"))).toEqual([undefined, "topics"]);
    const locks = [shared, closed, { ...closed, can_create_topic_group: 3 }].map((one) =>
      permissionLock(omar, one, "can_create_topic_group"),
    );
    expect(locks).toEqual([undefined, "history", undefined]);
  });

  test("reports that the channel is a default channel, or receives reports", () => {
    const groups = [{ id: 1, name: "start", description: "", streams: [1] }];
    expect(obstacleTo({ ...omar, realm_default_streams: [1] }, open, "private")).toBe("default");
    expect(obstacleTo({ ...omar, realm_default_stream_groups: groups }, open, "private")).toBe("default");
    expect(
      obstacleTo({ ...omar, realm_moderation_request_channel_id: 3, subscriptions: [shared] }, shared, "public"),
    ).toBe("moderation");
  });
});

test("channel locks name the permission that the user lacks to change a setting", () => {
  const own = subscription(1, "own", {
    can_administer_channel_group: { direct_members: [NOAH], direct_subgroups: [] },
  });
  expect([noah, omar].map((state) => channelLock(state, open))).toEqual(["administer", undefined]);
  expect([channelLock(noah, own), retentionLock(noah, own), topicsLock(noah, own)]).toEqual([
    undefined,
    "owners",
    undefined,
  ]);
  expect(topicsLock({ ...noah, realm_can_set_topics_policy_group: 6 }, own)).toBe("topics");
  expect(permissionLock(noah, own, "can_send_message_group")).toBeUndefined();
  expect(permissionLock(noah, own, "can_delete_any_message_group")).toBe("deleting");
  expect(permissionLock(omar, channel(9, "foreign", { invite_only: true }), "can_subscribe_group")).toBe("content");
  expect(retentionLock(iris, open)).toBeUndefined();
});
