import { expect, test } from "vitest";
import {
  legacyUserSettingNames,
  type UserSettingName,
  userSettingNames,
  userSettingTable,
} from "../../../../src/protocol/user-settings.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { casts, PASSWORD, realm } from "../../../support/organization.ts";
import { Person } from "../../../support/person.ts";

const newCast = casts();

/** A value other than the default for each setting. */
const OTHER: Partial<Record<UserSettingName, unknown>> = {
  default_language: "de",
  email_notifications_batching_period_seconds: 300,
  emojiset: "text",
  notification_sound: "ding",
  resolved_topic_notice_auto_read_policy: "never",
  timezone: "Europe/Berlin",
  twenty_four_hour_time: true,
  web_animate_image_previews: "always",
  web_font_size_px: 18,
  web_home_view: "recent_topics",
  web_line_height_percent: 120,
};
const other = (name: UserSettingName) => {
  const initial = userSettingTable[name].default;
  if (typeof initial === "boolean") return !initial;
  return OTHER[name] ?? (initial === 1 ? 2 : 1);
};

test("[users 5] every setting can be changed, sends an event to the user's own clients only, and is stored", async () => {
  const { noah, mia } = await newCast();
  const changes = Object.fromEntries(userSettingNames.map((name) => [name, other(name)]));
  const [own = [], others = []] = await eventsDuring([noah, mia], () => noah.ok(noah.patch("/settings", changes)));
  const told = own.filter(({ type }) => type === "user_settings");
  expect(Object.fromEntries(told.map(({ property, value }) => [property, value]))).toEqual(changes);
  expect(others.filter(({ type }) => type === "user_settings")).toEqual([]);
  const { user_settings } = await noah.ok(noah.post("/register", { fetch_event_types: ["user_settings"] }));
  expect(user_settings).toMatchObject(changes);
});

test("[users 5] an unchanged value sends no event, and a request without parameters is not an error", async () => {
  const { noah } = await newCast();
  const [seen = []] = await eventsDuring([noah], async () => {
    await noah.ok(noah.patch("/settings", { enter_sends: false, color_scheme: 1 }));
    await noah.ok(noah.patch("/settings"));
  });
  expect(seen).toEqual([]);
});

test("[users 5] the default time format is null, meaning the language's own, but false for older clients", async () => {
  const { noah } = await newCast();
  const [modern, old] = [
    await noah.queue({ client_capabilities: { notification_settings_null: true, user_settings_object: true } }),
    await noah.queue(),
  ];
  expect(modern.state.user_settings.twenty_four_hour_time).toBe(null);
  expect(old.state.twenty_four_hour_time).toBe(false);
  for (const choice of [true, null]) await noah.ok(noah.patch("/settings", { twenty_four_hour_time: choice }));
  const told = async (queue: typeof old, type: string) => (await queue.events()).filter((event) => event.type === type);
  expect(await told(modern, "user_settings")).toMatchObject([{ value: true }, { value: null }]);
  expect(await told(old, "update_display_settings")).toMatchObject([{ setting: true }, { setting: false }]);
});

test("[6] the event of a language change has the language's name", async () => {
  const { noah } = await newCast();
  const [seen = []] = await eventsDuring([noah], () => noah.ok(noah.patch("/settings", { default_language: "de" })));
  expect(seen).toMatchObject([{ property: "default_language", value: "de", language_name: "Deutsch" }]);
});

test("[users 5] a language tag that no language can have is refused", async () => {
  const { iris } = await newCast();
  for (const path of ["/settings", "/realm"]) {
    const refused = await iris.patch(path, { default_language: "en-12" });
    expect(refused).toMatchObject({ status: 400, body: { msg: "Invalid language 'en-12'" } });
  }
});

test("[6] other users get a new time zone as part of the profile", async () => {
  const { noah, mia } = await newCast();
  const [seen = []] = await eventsDuring([mia], () => noah.ok(noah.patch("/settings", { timezone: "Asia/Kolkata" })));
  expect(seen).toMatchObject([
    { type: "realm_user", op: "update", person: { user_id: noah.id, email: noah.email, timezone: "Asia/Kolkata" } },
  ]);
});

test("[register 3] clients older than user_settings get the settings and events under the older names", async () => {
  const { noah } = await newCast();
  const old = await noah.queue({ client_capabilities: { notification_settings_null: true } });
  for (const group of ["display", "notifications"] as const) {
    for (const name of legacyUserSettingNames(group)) expect(old.state).toHaveProperty(name);
  }
  expect(old.state).toHaveProperty("emojiset_choices");
  expect(old.state).toHaveProperty("available_notification_sounds");
  const modern = await noah.queue({
    client_capabilities: { notification_settings_null: true, user_settings_object: true },
  });
  expect(modern.state).not.toHaveProperty("enter_sends");
  await noah.ok(noah.patch("/settings", { enter_sends: true, enable_sounds: false, default_language: "fr" }));
  const withoutId = ({ id: _, ...event }: { id: number }) => event;
  const forms = (await old.events()).map(withoutId);
  expect(forms).toContainEqual({
    type: "update_display_settings",
    user: noah.email,
    setting_name: "enter_sends",
    setting: true,
  });
  expect(forms).toContainEqual({
    type: "update_display_settings",
    user: noah.email,
    setting_name: "default_language",
    setting: "fr",
    language_name: "français",
  });
  expect(forms).toContainEqual({
    type: "update_global_notifications",
    user: noah.email,
    notification_name: "enable_sounds",
    setting: false,
  });
  expect(new Set((await modern.events()).map(({ type }) => type))).toEqual(new Set(["user_settings"]));
});

test.each([
  [{ color_scheme: 9 }, "Invalid color_scheme"],
  [{ enter_sends: "yes" }, "enter_sends is not valid JSON"],
  [{ web_font_size_px: 11 }, "web_font_size_px is too small"],
  [{ web_font_size_px: 21 }, "web_font_size_px is too large"],
  [{ emojiset: "wingdings" }, "Invalid emojiset"],
  [{ timezone: "Mars/Olympus" }, "Invalid timezone"],
  [{ notification_sound: "gong" }, "Invalid notification sound 'gong'"],
  [{ email_notifications_batching_period_seconds: 0 }, "Invalid email batching period: 0 seconds"],
  [{ full_name: "x" }, "Name too short!"],
])("[users 5] changing the setting to %j is refused", async (wrong, msg) => {
  const { noah } = await newCast();
  const { status, body } = await noah.patch("/settings", wrong);
  expect([status, body.msg]).toEqual([400, msg]);
});

test("text settings can be JSON strings or plain text", async () => {
  const { noah } = await newCast();
  await noah.ok(noah.patch("/settings", { web_home_view: '"all_messages"', emojiset: "twitter" }));
  const { user_settings } = await noah.ok(noah.post("/register", { fetch_event_types: ["user_settings"] }));
  expect(user_settings).toMatchObject({ web_home_view: "all_messages", emojiset: "twitter" });
});

test("the older routes still work, and unknown parameters are reported as ignored", async () => {
  const { noah } = await newCast();
  await noah.ok(noah.patch("/settings/display", { enter_sends: true }));
  const reply = await noah.ok(noah.patch("/settings/notifications", { enable_sounds: false, volume: 11 }));
  expect(reply.ignored_parameters_unsupported).toEqual(["volume"]);
});

test("[users 4.2] users can change their own name, unless the organization forbids this", async () => {
  const { iris, noah, mia } = await realm();
  const [seen = []] = await eventsDuring([mia], () => noah.ok(noah.patch("/settings", { full_name: " Noah N. " })));
  expect(seen).toMatchObject([{ type: "realm_user", person: { user_id: noah.id, full_name: "Noah N." } }]);
  await iris.ok(iris.patch("/realm", { name_changes_disabled: true }));
  expect((await noah.patch("/settings", { full_name: "Other" })).body.msg).toBe(
    "Name changes are disabled in this organization.",
  );
  await noah.ok(noah.patch("/settings", { full_name: "Noah N." }));
  await iris.ok(iris.patch("/settings", { full_name: "Iris I." }));
});

test("[users 4.3] a change of email_address_visibility sends an event to each class of viewers", async () => {
  const { omar, mona, noah, mia, gus, host } = await newCast();
  const dummy = `user${mia.id}@${host}`;
  const persons = (events: { type: string; person?: object }[]) =>
    events.filter(({ type }) => type === "realm_user").map(({ person }) => person);
  const user_id = mia.id;

  const toModerators = await eventsDuring([omar, mona, noah, gus, mia], () =>
    mia.ok(mia.patch("/settings", { email_address_visibility: 5 })),
  );
  const renamed = { user_id, new_email: dummy };
  const lost = { user_id, delivery_email: null };
  expect(toModerators.map(persons)).toEqual([[renamed], [renamed], [lost, renamed], [lost, renamed], [renamed]]);

  const toMembers = await eventsDuring([omar, mona, noah, gus, mia], () =>
    mia.ok(mia.patch("/settings", { email_address_visibility: 2 })),
  );
  expect(toMembers.map(persons)).toEqual([[], [], [{ user_id, delivery_email: mia.email }], [], []]);

  const toAll = await eventsDuring([omar, gus], () => mia.ok(mia.patch("/settings", { email_address_visibility: 1 })));
  const open = { user_id, new_email: mia.email };
  expect(toAll.map(persons)).toEqual([[open], [{ user_id, delivery_email: mia.email }, open]]);
});

test("[users 5] [security 9.4] changing the password requires the old one", async () => {
  const { host, noah } = await realm();
  const change = (old_password: string | undefined, new_password: string) =>
    noah.patch("/settings", { old_password, new_password });
  expect((await change("wrong", "a better password")).body.msg).toBe("Wrong password!");
  expect((await change(undefined, "a better password")).body.msg).toBe("Wrong password!");
  expect((await change(PASSWORD, "weak")).body.msg).toBe("New password is too weak!");
  await noah.ok(change(PASSWORD, "a better password"));
  const login = (password: string) =>
    new Person(host, "", "").post("/fetch_api_key", { username: noah.email, password });
  expect((await login(PASSWORD)).status).toBe(401);
  expect((await login("a better password")).status).toBe(200);
});

test("[conventions 6] guesses of the old password are rate-limited like logins", async () => {
  const { noah } = await realm();
  const guess = (i: number) =>
    noah.patch("/settings", { old_password: `guess ${i}`, new_password: "a better password" });
  for (let i = 0; i < 5; i++) expect((await guess(i)).body.msg).toBe("Wrong password!");
  expect((await guess(5)).body.code).toBe("RATE_LIMIT_HIT");
});

test("[users 5] an address does not change before it is confirmed by email", async () => {
  const { iris, noah } = await realm();
  const change = async (email: string) => (await noah.patch("/settings", { email, old_password: PASSWORD })).body.msg;
  expect(await change(noah.email)).toBe("");
  expect(await change("mia@example.com")).toBe("Email is already in use.");
  expect(await change("noah@elsewhere.example")).toBe("");
  await iris.ok(iris.patch("/realm", { email_changes_disabled: true }));
  expect(await change("noah@elsewhere.example")).toBe("Email address changes are disabled in this organization.");
});

test("[users 5] bots have settings too, but only a bot's owner can change its name and address", async () => {
  const { iris, gus, noah, bot } = await newCast();
  const helper = await bot(noah);
  await iris.ok(iris.patch("/settings", { enter_sends: true }));
  await gus.ok(gus.patch("/settings", { enter_sends: true }));
  await eventsDuring([helper, noah], () => helper.ok(helper.patch("/settings", { send_read_receipts: false })));
  expect((await helper.ok(helper.post("/register"))).user_settings.send_read_receipts).toBe(false);
  for (const fields of [
    { full_name: "Helper" },
    { email: "helper@example.com" },
    { old_password: PASSWORD, new_password: "another password" },
    { email_address_visibility: 4 },
  ]) {
    expect((await helper.patch("/settings", fields)).body).toMatchObject({
      code: "BAD_REQUEST",
      msg: "This endpoint does not accept bot requests.",
    });
  }
  const hook = await bot(noah, { bot_type: 2 });
  expect((await hook.patch("/settings", { send_read_receipts: false })).body.msg).toBe(
    "This API is not available to incoming webhook bots.",
  );
});

test("[messages 9] a bot that disables read receipts is omitted from them", async () => {
  const { noah, iris, bot } = await realm();
  await iris.ok(iris.patch("/realm", { enable_read_receipts: true }));
  const helper = await bot(noah);
  const { id } = await noah.ok(noah.post("/messages", { type: "direct", to: [helper.id], content: "hello" }));
  await helper.ok(helper.post("/messages/flags", { op: "add", flag: "read", messages: [id] }));
  const readers = async () => (await noah.ok(noah.get(`/messages/${id}/read_receipts`))).user_ids;
  expect(await readers()).toEqual([helper.id]);
  await helper.ok(helper.patch("/settings", { send_read_receipts: false }));
  expect(await readers()).toEqual([]);
});
