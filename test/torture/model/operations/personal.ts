import * as fc from "fast-check";
import { one, operation, topic } from "../operation.ts";
import { canPost, readsChannel } from "../rules.ts";
import type { World } from "../world.ts";

const LATER = 4_000_000_000;

/** Requests about drafts and scheduled messages: messages.md 12 and 14. */
export const personal = [
  operation("draft", 4, fc.record({ who: one, channel: fc.option(one), topic }), async (world, drawn) => {
    const account = world.anybody(drawn.who);
    const place =
      drawn.channel === null
        ? { type: "private", to: [account.id], topic: "" }
        : { type: "stream", to: [world.anyChannel(drawn.channel).id], topic: drawn.topic };
    const body = await world.attempt(
      "write a draft",
      account,
      drawn.channel === null || readsChannel(world.model, account, world.anyChannel(drawn.channel)) || undefined,
      account.client.post("/drafts", { drafts: [{ ...place, content: "not yet", timestamp: 1 }] }),
    );
    if (body !== undefined) for (const id of body.ids) account.drafts.set(id, place);
  }),
  operation(
    "change a draft",
    4,
    fc.record({ who: one, whose: one, draft: one, ends: fc.boolean() }),
    async (world, { who, whose, draft: n, ends }) => {
      const account = world.anybody(who);
      const ids = [...world.anyAccount(whose).drafts.keys(), ...account.drafts.keys()];
      if (ids.length === 0) return;
      const id = ids[n % ids.length] as number;
      const path = `/drafts/${id}`;
      const body = await world.attempt(
        `${ends ? "delete" : "change"} draft ${id}`,
        account,
        account.drafts.has(id),
        ends
          ? account.client.delete(path)
          : account.client.patch(path, { draft: { type: "", to: [], topic: "", content: "perhaps", timestamp: 2 } }),
      );
      if (body !== undefined && ends) account.drafts.delete(id);
    },
  ),
  operation("schedule", 2, fc.record({ who: one, channel: one, topic }), async (world, drawn) => {
    const account = world.anybody(drawn.who);
    const channel = world.anyChannel(drawn.channel);
    const body = await world.attempt(
      `schedule a message to ${channel.name} > ${drawn.topic}`,
      account,
      canPost(world.model, account, channel),
      account.client.post("/scheduled_messages", {
        ...{ type: "channel", to: channel.id, topic: drawn.topic, content: "later" },
        scheduled_delivery_timestamp: LATER,
      }),
    );
    if (body !== undefined) account.scheduled.set(body.scheduled_message_id, { channel: channel.id });
  }),
  operation(
    "change a scheduled message",
    2,
    fc.record({ who: one, whose: one, message: one, ends: fc.boolean() }),
    async (world, { who, whose, message: n, ends }) => {
      const account = world.anybody(who);
      const ids = [...world.anyAccount(whose).scheduled.keys(), ...account.scheduled.keys()];
      if (ids.length === 0) return;
      const id = ids[n % ids.length] as number;
      const path = `/scheduled_messages/${id}`;
      const isMine = account.scheduled.has(id);
      const body = await world.attempt(
        `${ends ? "take back" : "put off"} scheduled message ${id}`,
        account,
        isMine && !ends ? undefined : isMine,
        ends ? account.client.delete(path) : account.client.patch(path, { scheduled_delivery_timestamp: LATER + 1 }),
      );
      if (body !== undefined && ends) account.scheduled.delete(id);
    },
  ),
  operation("change own profile", 6, fc.record({ who: one, what: one, n: fc.nat(3) }), async (world, drawn) => {
    const account = world.anybody(drawn.who);
    const [what, send] = CHANGES[drawn.what % CHANGES.length] as Change;
    await world.attempt(what, account, undefined, send(account.client, drawn.n, world));
  }),
];

type Speak = ReturnType<World["anybody"]>["client"];
type Change = readonly [what: string, send: (who: Speak, n: number, world: World) => ReturnType<Speak["post"]>];

/** Changes that no rule depends on. Events and registrations only have to agree on them. */
const CHANGES: readonly Change[] = [
  [
    "set a status",
    (who, n) =>
      who.post(
        "/users/me/status",
        n === 0
          ? { status_text: "", emoji_name: "" }
          : { status_text: `out ${n}`, ...(n > 1 && { emoji_name: "octopus" }) },
      ),
  ],
  ["be there", (who, n) => who.post("/users/me/presence", { status: n > 1 ? "active" : "idle", last_update_id: -1 })],
  [
    "set the alert words",
    (who, n) =>
      n === 0
        ? who.delete("/users/me/alert_words", { alert_words: ["quayside 1"] })
        : who.post("/users/me/alert_words", { alert_words: [`quayside ${n}`] }),
  ],
  [
    "change a setting",
    (who, n) =>
      who.patch("/settings", {
        color_scheme: (n % 3) + 1,
        enter_sends: n > 1,
        enable_stream_desktop_notifications: n === 2,
        wildcard_mentions_notify: n !== 3,
      }),
  ],
  ["show oneself or not", (who, n) => who.patch("/settings", { presence_enabled: n > 0 })],
  ["show the address", (who, n) => who.patch("/settings", { email_address_visibility: [1, 2, 3, 4][n] })],
  [
    "take another name",
    (who, n, world) =>
      who.patch(
        "/settings",
        n === 0
          ? {}
          : {
              timezone: ["Europe/Lisbon", "Asia/Tokyo", ""][n - 1] ?? "",
              enter_sends: world.model.accounts.length > n,
            },
      ),
  ],
  [
    "pin a view",
    (who, n) =>
      n === 0
        ? who.delete("/navigation_views/narrow%2F1")
        : who.post("/navigation_views", { fragment: `narrow/${n}`, is_pinned: n > 1, name: `view ${n}` }),
  ],
  [
    "describe a channel",
    (who, n, world) => who.patch(`/streams/${world.anyChannel(n).id}`, { description: `About **${n}**` }),
  ],
  [
    "name a channel's colour",
    (who, n, world) =>
      who.post("/users/me/subscriptions/properties", {
        subscription_data: [
          {
            stream_id: world.anyChannel(n).id,
            property: ["color", "pin_to_top", "push_notifications", "desktop_notifications"][n],
            value: n === 0 ? "#aabbcc" : n > 1,
          },
        ],
      }),
  ],
  [
    "make a folder",
    (who, n, world) => who.post("/channel_folders/create", { name: world.newName(`folder ${n}`), description: "" }),
  ],
  ["change a default", (who, n) => who.patch("/realm/user_settings_defaults", { color_scheme: (n % 3) + 1 })],
  [
    "change the organization",
    (who, n) =>
      who.patch("/realm", { description: `Number ${n}`, waiting_period_threshold: 0, enable_read_receipts: n > 1 }),
  ],
  [
    "add a linkifier",
    (who, n) =>
      who.post("/realm/filters", { pattern: `#${n}-(?P<id>[0-9]+)`, url_template: "https://example.com/{id}" }),
  ],
  [
    "add a playground",
    (who, n) =>
      who.post("/realm/playgrounds", {
        name: `Play ${n}`,
        pygments_language: "Python",
        url_template: "https://example.com/{code}",
      }),
  ],
  ["add a profile field", (who, n) => who.post("/realm/profile_fields", { name: `Field ${n}`, field_type: 1 })],
  [
    "make a bot",
    (who, _, world) =>
      who.post("/bots", { full_name: world.newName("Bot"), short_name: world.newName("bot").replace(" ", "") }),
  ],
  [
    "make a channel a default",
    (who, n, world) =>
      n < 2
        ? who.post("/default_streams", { stream_id: world.anyChannel(n).id })
        : who.delete("/default_streams", { stream_id: world.anyChannel(n).id }),
  ],
  [
    "describe a group",
    (who, n, world) => who.patch(`/user_groups/${world.anyGroup(n)?.id ?? 1}`, { description: `Group ${n}` }),
  ],
];
