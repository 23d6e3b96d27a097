import { describe, expect, test } from "vitest";
import { apply } from "../../../../src/web/model/apply.ts";
import { hasCalls } from "../../../../src/web/model/calls/calls.ts";
import { canPost } from "../../../../src/web/model/channels/channel-permissions.ts";
import { outsideName } from "../../../../src/web/model/channels/outside-links.ts";
import {
  canEndLink,
  canInviteOutside,
  canUpload,
  isWithinAccess,
  lastEnd,
  openLinks,
  outsideHome,
  writesAtOnce,
} from "../../../../src/web/model/channels/outside-rules.ts";
import type { AnyEvent } from "../../../../src/web/model/event.ts";
import type { OutsideAccess, OutsideLink, State } from "../../../../src/web/model/state.ts";
import { channel, GUS, MIA, NOAH, OMAR, sampleState, subscription, user } from "../../support/sample-state.ts";

const link = (link_id: number, more: Partial<OutsideLink> = {}): OutsideLink => ({
  ...{ link_id, channel_id: 1, topic: null, expires_at: 100 * link_id, creator_id: MIA, user_ids: [] },
  ...more,
});

const told = (op: "add" | "update", outside_link: OutsideLink): AnyEvent => ({
  ...{ type: "outside_links", op, outside_link },
});

const access = (more: Partial<OutsideAccess> = {}): OutsideAccess => ({
  ...{ link_id: 1, channel_id: 1, topic: null, history: false, expires_at: 100, inviter_id: MIA },
  ...{ can_post: true, can_upload: false, can_call: false, can_keep: false, wants_to_stay: null, devices: [] },
  ...{ can_get_mail: false, mail: null, let_in: [] },
  ...more,
});

const idsOf = (links: readonly OutsideLink[]) => links.map(({ link_id }) => link_id);

describe("open links", () => {
  test("follow events, and are dropped with their channel", () => {
    const state = sampleState({ outside_links: [link(1)], outside_access: null });
    expect(apply(state, told("add", link(2)))).toEqual(["outside"]);
    apply(state, told("add", link(3, { channel_id: 2 })));
    apply(state, told("update", link(2, { expires_at: 900, user_ids: [NOAH] })));
    expect(lastEnd(openLinks(state, 1))).toBe(900);
    apply(state, { type: "outside_links", op: "remove", link_id: 2 });
    expect(idsOf(openLinks(state, 1))).toEqual([1]);
    apply(state, { type: "stream", op: "delete", streams: [], stream_ids: [1] } as unknown as AnyEvent);
    expect(idsOf(state.outside_links ?? [])).toEqual([3]);
  });

  test("to a topic are listed for that topic in any letter case, but not for its channel", () => {
    const state = sampleState({ outside_links: [link(1), link(2, { topic: "Logo" }), link(3, { channel_id: 2 })] });
    expect(idsOf(openLinks(state, 1))).toEqual([1]);
    expect(idsOf(openLinks(state, 1, "logo"))).toEqual([1, 2]);
    expect(idsOf(openLinks(state, 1, "tea"))).toEqual([1]);
    expect(openLinks(state, 4)).toEqual([]);
  });
});

describe("names of people outside", () => {
  test("lose the (outside) mark only for guests", () => {
    expect(outsideName({ full_name: "Ana (outside)", is_guest: true })).toBe("Ana");
    expect(outsideName({ full_name: "Ana", is_guest: true })).toBeUndefined();
    expect(outsideName({ full_name: "Ana (outside)", is_guest: false })).toBeUndefined();
  });
});

describe("an outside-invitation link", () => {
  const design = subscription(1, "design");
  const noahs = (more: Partial<State> = {}) =>
    sampleState({ user_id: NOAH, subscriptions: [design], realm_can_create_outside_links_group: 6, ...more });

  test("requires the organization's permission", () => {
    expect(canInviteOutside(noahs(), design)).toBe(false);
    expect(canInviteOutside(noahs({ realm_can_create_outside_links_group: 3 }), design)).toBe(true);
    expect(canInviteOutside(noahs({ user_id: OMAR, is_admin: true }), design)).toBe(true);
  });

  test("can't be created by guests, in archived channels, or by users who can't read the channel", () => {
    const open = { realm_can_create_outside_links_group: 2 };
    expect(canInviteOutside(noahs({ ...open, user_id: GUS, is_guest: true }), design)).toBe(false);
    expect(canInviteOutside(noahs(open), { ...design, is_archived: true })).toBe(false);
    const secret = channel(9, "secret", { invite_only: true });
    expect(canInviteOutside(noahs({ ...open, never_subscribed: [secret] }), secret)).toBe(false);
  });

  test("can be revoked by its creator and by administrators", () => {
    expect(canEndLink(noahs(), link(1, { creator_id: NOAH }))).toBe(true);
    expect(canEndLink(noahs(), link(1))).toBe(false);
    expect(canEndLink(noahs({ user_id: OMAR, is_admin: true }), link(1))).toBe(true);
  });
});

describe("a person outside", () => {
  const design = subscription(1, "design");
  const ana = (more: Partial<OutsideAccess> = {}) =>
    sampleState({ subscriptions: [design], outside_access: access(more), realm_users: [user(NOAH, "Ana (outside)")] });

  test("starts in the channel's feed, in its only conversation, or in the topic", () => {
    expect(outsideHome(ana(), access())).toEqual({ view: "channel", channel: 1 });
    expect(outsideHome(ana(), access({ topic: "logo" }))).toEqual({ view: "topic", channel: 1, topic: "logo" });
    const chat = sampleState({ subscriptions: [subscription(1, "design", { topics_policy: "empty_topic_only" })] });
    expect(outsideHome(chat, access())).toEqual({ view: "topic", channel: 1, topic: "" });
  });

  test("can write without choosing a topic if the channel requires none, unlike members", () => {
    expect(writesAtOnce(ana(), 1)).toBe(true);
    const strict = subscription(1, "design", { topics_policy: "disable_empty_topic" });
    expect(writesAtOnce({ ...ana(), subscriptions: [strict] }, 1)).toBe(false);
    expect(writesAtOnce(ana(), undefined)).toBe(false);
    expect(writesAtOnce(sampleState({ subscriptions: [design], outside_access: null }), 1)).toBe(false);
  });

  test("can view only the channel that the link opens", () => {
    expect(isWithinAccess({ view: "topics", channel: 1 }, access())).toBe(true);
    expect(isWithinAccess({ view: "topic", channel: 1, topic: "tea" }, access())).toBe(true);
    expect(isWithinAccess({ view: "board", channel: 1 }, access())).toBe(false);
    expect(isWithinAccess({ view: "channel", channel: 2 }, access())).toBe(false);
    expect(isWithinAccess({ view: "inbox" }, access())).toBe(false);
    expect(isWithinAccess({ view: "direct", users: [MIA] }, access())).toBe(false);
  });

  test("can view only the topic that the link opens", () => {
    const logo = access({ topic: "logo" });
    expect(isWithinAccess({ view: "topic", channel: 1, topic: "Logo" }, logo)).toBe(true);
    expect(isWithinAccess({ view: "topic", channel: 1, topic: "tea" }, logo)).toBe(false);
    expect(isWithinAccess({ view: "topics", channel: 1 }, logo)).toBe(false);
    expect(isWithinAccess({ view: "channel", channel: 1 }, logo)).toBe(false);
  });

  test("has the permissions that the link grants, even after they change", () => {
    const calls = { server_calls: { mode: "mesh", limit: 6 } } as const;
    const state: State = { ...ana(), ...calls };
    expect([canPost(state, design), canUpload(state), hasCalls(state)]).toEqual([true, false, false]);
    const changed = access({ can_post: false, can_upload: true, can_call: true });
    expect(apply(state, { type: "outside_links", op: "access", outside_access: changed })).toEqual(["outside"]);
    expect([canPost(state, design), canUpload(state), hasCalls(state)]).toEqual([false, true, true]);
    expect(canUpload(sampleState({ outside_access: null }))).toBe(true);
  });
});
