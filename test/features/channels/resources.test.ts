import { describe, expect, test } from "vitest";
import { channelIdOf, makeChannel } from "../../support/channels.ts";
import { eventsDuring } from "../../support/events-during.ts";
import { casts } from "../../support/organization.ts";
import type { Json, Person } from "../../support/person.ts";

const newCast = casts();

/** A permission: a group id, or users and groups. */
const PERMISSIONS = [
  "can_add_subscribers_group",
  "can_administer_channel_group",
  "can_change_board_group",
  "can_create_topic_group",
  "can_delete_any_message_group",
  "can_delete_own_message_group",
  "can_move_messages_out_of_channel_group",
  "can_move_messages_within_channel_group",
  "can_remove_subscribers_group",
  "can_resolve_topics_group",
  "can_send_message_group",
  "can_subscribe_group",
];

const channelFields = (known: object): Json => ({
  stream_id: expect.any(Number),
  date_created: expect.any(Number),
  is_archived: false,
  is_recently_active: expect.any(Boolean),
  stream_weekly_traffic: null,
  subscriber_count: expect.any(Number),
  first_message_id: null,
  folder_id: null,
  stream_post_policy: 1,
  is_announcement_only: false,
  default_push_notifications: false,
  closed_to_assistants: false,
  ...Object.fromEntries(PERMISSIONS.map((name) => [name, expect.anything()])),
  ...known,
});

describe("[2.7] a channel", () => {
  const made = {
    name: "garden",
    description: "Of *plants*",
    rendered_description: "<p>Of <em>plants</em></p>",
    invite_only: true,
    is_web_public: false,
    history_public_to_subscribers: true,
    message_retention_days: 30,
    topics_policy: "disable_empty_topic",
  };
  const { name, description, invite_only, history_public_to_subscribers, message_retention_days, topics_policy } = made;
  const subscribe = (who: Person, people: readonly Person[], more: object = {}) =>
    who.ok(
      who.post("/users/me/subscriptions", {
        subscriptions: [{ name, description }],
        principals: people.map(({ id }) => id),
        ...{ invite_only, history_public_to_subscribers, message_retention_days, topics_policy },
        ...more,
      }),
    );

  test("is included in a subscription event with its user's own settings", async () => {
    const { iris, noah, mia } = await newCast();
    const [events = []] = await eventsDuring([noah], () =>
      subscribe(iris, [iris, noah, mia], {
        can_administer_channel_group: { direct_members: [noah.id], direct_subgroups: [] },
      }),
    );
    const added = events.find(({ type, op }) => type === "subscription" && op === "add");
    expect(added.subscriptions).toHaveLength(1);
    const [subscription] = added.subscriptions;
    expect(subscription).toEqual({
      ...channelFields({ ...made, creator_id: iris.id }),
      first_message_id: subscription.first_message_id,
      subscribers: [iris.id, noah.id, mia.id].sort((a, b) => a - b),
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      is_muted: false,
      in_home_view: true,
      pin_to_top: false,
      desktop_notifications: null,
      audible_notifications: null,
      push_notifications: null,
      email_notifications: null,
      wildcard_mentions_notify: null,
    });
    expect(subscription.can_administer_channel_group).toEqual({ direct_members: [noah.id], direct_subgroups: [] });
    for (const permission of PERMISSIONS) {
      const value = subscription[permission];
      if (typeof value === "number") continue;
      expect(Object.keys(value).sort(), permission).toEqual(["direct_members", "direct_subgroups"]);
    }
  });

  test("is sent without its subscribers unless they are requested", async () => {
    const { noah, mia } = await newCast();
    const without = await mia.queue({ event_types: ["subscription"] });
    const partial = await mia.queue({ event_types: ["subscription"], include_subscribers: "partial" });
    await subscribe(noah, [mia], { message_retention_days: undefined });
    const told = async (queue: typeof without) => (await queue.events()).at(-1).subscriptions[0];
    expect(await told(without)).not.toHaveProperty("subscribers");
    const some = await told(partial);
    expect(some.partial_subscribers ?? some.subscribers).toContain(mia.id);
  });

  test("has no creator if the server created it", async () => {
    const { noah } = await newCast();
    const { stream } = await noah.ok(noah.get(`/streams/${await channelIdOf(noah, "general")}`));
    expect(stream.creator_id === null || typeof stream.creator_id === "number").toBe(true);
    expect(stream).toMatchObject({ invite_only: false, history_public_to_subscribers: true, topics_policy: "inherit" });
  });

  test("has the personal settings of each subscriber", async () => {
    const { noah, mia } = await newCast();
    const id = await makeChannel(noah, "garden", [noah, mia]);
    const wanted = {
      color: "#aabbcc",
      is_muted: true,
      pin_to_top: true,
      desktop_notifications: true,
      audible_notifications: false,
      push_notifications: true,
      email_notifications: false,
      wildcard_mentions_notify: true,
    };
    const subscription_data = Object.entries(wanted).map(([property, value]) => ({ stream_id: id, property, value }));
    await noah.ok(noah.post("/users/me/subscriptions/properties", { subscription_data }));
    const own = async (who: Person) => {
      const { subscriptions } = await who.ok(who.get("/users/me/subscriptions"));
      return subscriptions.find(({ stream_id }: Json) => stream_id === id);
    };
    expect(await own(noah)).toMatchObject({ ...wanted, in_home_view: false });
    expect(await own(mia)).toMatchObject({ is_muted: false, in_home_view: true, pin_to_top: false });
  });
});

describe("[2.8] the visibility policy of a topic", () => {
  test("is a number from 0 to 3, set per channel and topic", async () => {
    const { noah, mia } = await newCast();
    const [one, other] = [await makeChannel(noah, "one", [noah]), await makeChannel(noah, "other", [noah])];
    const wanted = [
      [one, "coffee", 1],
      [one, "tea", 2],
      [other, "tea", 3],
    ] as const;
    for (const [stream_id, topic, visibility_policy] of wanted)
      await noah.ok(noah.post("/user_topics", { stream_id, topic, visibility_policy }));
    const topicsOf = async (who: Person): Promise<Json[]> =>
      (await who.ok(who.post("/register", { fetch_event_types: ["user_topic"] }))).user_topics;
    expect(await topicsOf(noah)).toEqual(
      wanted.map(([stream_id, topic_name, visibility_policy]) => ({
        ...{ stream_id, topic_name, visibility_policy },
        last_updated: expect.any(Number),
      })),
    );
    expect(await topicsOf(mia)).toEqual([]);
    await noah.ok(noah.post("/user_topics", { stream_id: one, topic: "tea", visibility_policy: 0 }));
    expect(await topicsOf(noah)).toHaveLength(2);
    for (const visibility_policy of [-1, 4]) {
      const { status, body } = await noah.post("/user_topics", { stream_id: one, topic: "tea", visibility_policy });
      expect([status, body.code]).toEqual([400, "BAD_REQUEST"]);
    }
  });
});
