import { expect, test } from "vitest";
import { features } from "../../../../src/features.ts";
import {
  type PermissionRule,
  realmPermissionNames,
  realmPermissions,
} from "../../../../src/protocol/permission-settings.ts";
import {
  type RealmSettingName,
  realmSettingNames,
  realmSettingTable,
} from "../../../../src/protocol/realm-settings.ts";
import { userSettingNames, userSettingTable } from "../../../../src/protocol/user-settings.ts";
import type { Json } from "../../../support/json.ts";
import { organization, realm } from "../../../support/organization.ts";
import { Person } from "../../../support/person.ts";
import { client_capabilities } from "../../../support/seen-by.ts";
import { archiveOf } from "./archive-of.ts";
import { archiveWith, importArchive } from "./importing.ts";

/** Values other than the defaults; those of settings that are on or off are the opposite. */
const realmValues: { readonly [Name in RealmSettingName]?: unknown } = {
  default_code_block_language: "python",
  default_language: "de",
  description: "where we were",
  digest_weekday: 4,
  giphy_rating: 3,
  jitsi_server_url: "https://meet.example",
  message_content_delete_limit_seconds: 60,
  message_content_edit_limit_seconds: null,
  message_edit_history_visibility_policy: "moves",
  message_retention_days: 999,
  move_messages_between_streams_limit_seconds: 120,
  move_messages_within_stream_limit_seconds: 180,
  name: "Moved",
  org_type: 30,
  second_factor_required_role: 100,
  topics_policy: "disable_empty_topic",
  video_chat_provider: 0,
  waiting_period_threshold: 7,
  welcome_message_custom_text: "hello",
};
const CHANNELS = [
  ...(["moderation_request_channel_id", "new_stream_announcements_stream_id"] as const),
  ...(["signup_announcements_stream_id", "zulip_update_announcements_stream_id"] as const),
];

const userValues: { readonly [name: string]: unknown } = {
  automatically_follow_topics_policy: 1,
  automatically_unmute_topics_in_muted_streams_policy: 1,
  color_scheme: 2,
  default_language: "de",
  demote_inactive_streams: 2,
  desktop_icon_count_display: 2,
  email_address_visibility: 3,
  email_notifications_batching_period_seconds: 300,
  emojiset: "twitter",
  notification_sound: "ding",
  realm_name_in_email_notifications_policy: 2,
  resolved_topic_notice_auto_read_policy: "never",
  timezone: "Europe/Berlin",
  user_list_style: 2,
  web_animate_image_previews: "always",
  web_channel_default_view: 2,
  web_font_size_px: 18,
  web_home_view: "all_messages",
  web_line_height_percent: 160,
  web_mark_read_on_scroll_policy: 2,
  web_stream_unreads_count_display_policy: 1,
};

const registered = (who: Person): Promise<Json> => who.ok(who.post("/register", { client_capabilities }));

/** What the parameters are that set something, and why those that do not name a setting move or stay. */
const others = {
  "PATCH /realm": { authentication_methods: "moves: what is on and off" },
  "PATCH /settings": {
    full_name: "moves with the account",
    email: "moves with the account",
    old_password: "is no setting: its hash moves with secrets",
    new_password: "is no setting: its hash moves with secrets",
    second_factor_code: "is no setting: it comes with a change of the address",
  },
};

/** The value that is not the default; by a function, where it names something. */
function otherValue(name: string, initial: unknown, values: Readonly<Record<string, unknown>>): unknown {
  const value = typeof initial === "boolean" ? !initial : values[name];
  if (value === undefined) throw new Error(`no value for ${name}`);
  return value;
}

test("the settings that move are all that there are", () => {
  const names = (route: string) => {
    const endpoint = features.flatMap((feature) => feature.endpoints ?? []).find((one) => one.route === route);
    return Object.keys(endpoint?.params ?? {});
  };
  const permissions: readonly string[] = realmPermissionNames;
  const known = [...realmSettingNames, ...permissions, ...Object.keys(others["PATCH /realm"])];
  expect(names("PATCH /realm").toSorted()).toEqual(known.toSorted());
  const ofAccounts = [...userSettingNames, ...Object.keys(others["PATCH /settings"])];
  expect(names("PATCH /settings").toSorted()).toEqual(ofAccounts.toSorted());
});

test("every setting moves: of the organization, of new accounts, of an account; and every permission", async () => {
  const { iris, mia } = await realm();
  const { group_id: cooks } = await iris.ok(
    iris.post("/user_groups/create", { name: "cooks", description: "", members: [mia.id] }),
  );
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "harbour" }], invite_only: true }));
  const { stream_id: harbour } = await iris.ok(iris.get("/get_stream_id", { stream: "harbour" }));
  const { user_groups } = await iris.ok(iris.get("/user_groups"));
  const groupNamed = (name: string) => user_groups.find((group: Json) => group.name === name).id;

  const channels: readonly string[] = CHANNELS;
  const settings: Record<string, unknown> = {};
  for (const name of realmSettingNames) {
    settings[name] = channels.includes(name) ? harbour : otherValue(name, realmSettingTable[name].default, realmValues);
  }
  for (const name of realmPermissionNames) {
    const rule: PermissionRule = realmPermissions[name].rule;
    const [allowed] = rule.allowed_system_groups.filter((group) => group !== rule.default_group_name);
    const value = rule.require_system_group
      ? groupNamed(allowed ?? "")
      : { direct_members: [mia.id], direct_subgroups: [cooks] };
    settings[name] = { new: value };
  }
  await iris.ok(iris.patch("/realm", { ...settings }));
  const own: Record<string, unknown> = {};
  const forNew: Record<string, unknown> = {};
  for (const name of userSettingNames) {
    const { default: initial, realmDefaultChangeable } = userSettingTable[name];
    own[name] = otherValue(name, initial, userValues);
    if (realmDefaultChangeable) forNew[name] = own[name];
  }
  await iris.ok(iris.patch("/realm/user_settings_defaults", forNew));
  await mia.ok(mia.patch("/settings", own));

  const archive = await archiveOf(iris, true);
  const { owner, host } = await organization();
  const done = await importArchive(owner, new Uint8Array(await archive.arrayBuffer()));
  expect([done.state, done.report.left_out]).toEqual(["done", []]);
  const there = new Person(host, mia.email, mia.key);
  const [before, after] = [await registered(mia), await registered(there)];
  const named = (state: Json, name: string) => {
    const groups = (ids: number[]) =>
      ids.map((id) => state.realm_user_groups.find((group: Json) => group.id === id).name);
    const people = (ids: number[]) =>
      ids.map((id) => state.realm_users.find((user: Json) => user.user_id === id).full_name);
    const value = state[`realm_${name}`];
    if (channels.includes(name)) return state.streams.find((channel: Json) => channel.stream_id === value)?.name;
    if (name.startsWith("can_") || name.endsWith("_group")) {
      if (typeof value === "number") return groups([value]);
      return [people(value.direct_members), groups(value.direct_subgroups)];
    }
    return value;
  };
  for (const name of [...realmSettingNames, ...realmPermissionNames]) {
    expect(named(before, name), name).toEqual(named(after, name));
  }
  for (const name of userSettingNames) {
    expect(after.user_settings[name], name).toEqual(own[name]);
    if (userSettingTable[name].realmDefaultChangeable)
      expect(after.realm_user_settings_defaults[name], name).toEqual(forNew[name]);
  }
});

test("authentication methods move, except where no owner who is there could come in", async () => {
  const { iris } = await realm();
  const methods = { authentication_methods: { Dev: false } };
  await iris.ok(iris.patch("/realm", methods));
  const archive = await archiveOf(iris, false);
  const { owner } = await organization();
  await importArchive(owner, new Uint8Array(await archive.arrayBuffer()));
  const { realm_authentication_methods: known } = await registered(owner);
  expect(known).toMatchObject({ Dev: { enabled: false }, Email: { enabled: true } });

  const { owner: other } = await organization();
  for (const authentication_methods of [{ Dev: false, Email: false }, "nonsense"]) {
    const rows = { organization: [{ name: "Moved", description: "", settings: { authentication_methods } }] };
    const { owner } = await organization();
    const done = await importArchive(owner, await archiveWith(rows));
    const [{ reason, places }] = done.report.left_out;
    expect([reason, places]).toEqual(["settings that cannot have such a value", ["authentication_methods"]]);
    expect((await registered(owner)).realm_authentication_methods).toEqual(
      (await registered(other)).realm_authentication_methods,
    );
  }
});
