import * as v from "valibot";
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
import type { SettingDefinition } from "../../../../src/protocol/setting-table.ts";
import { type UserSettingName, userSettingNames, userSettingTable } from "../../../../src/protocol/user-settings.ts";
import { groupIds, makeGroup } from "../../../support/groups.ts";
import type { Json } from "../../../support/json.ts";
import { organization, realm } from "../../../support/organization.ts";
import { Person } from "../../../support/person.ts";
import { client_capabilities } from "../../../support/seen-by.ts";
import { archiveOf } from "./archive-of.ts";
import { archiveWith, importArchive } from "./importing.ts";

const CHANNELS = [
  ...(["moderation_request_channel_id", "new_stream_announcements_stream_id"] as const),
  ...(["signup_announcements_stream_id", "zulip_update_announcements_stream_id"] as const),
];

/** Values of all kinds. At least one of them fits any setting that is neither a boolean nor a choice. */
const VALUES = [
  true,
  7,
  13,
  100,
  "de",
  "ding",
  "Europe/Berlin",
  "https://meet.example",
  ["chat.example"],
  ["https://a.example"],
];

const registered = (who: Person): Promise<Json> => who.ok(who.post("/register", { client_capabilities }));

/** What each parameter sets, and why those that aren't named after a setting move or stay. */
const others = {
  "PATCH /realm": {
    authentication_methods: "moves: what is on and off",
    giphy_rating: "is an earlier name of another setting",
  },
  "PATCH /settings": {
    full_name: "moves with the account",
    email: "moves with the account",
    old_password: "is no setting: its hash moves with secrets",
    new_password: "is no setting: its hash moves with secrets",
    target_users: "is no setting: it says whose settings are set",
    second_factor_code: "is no setting: it comes with a change of the address",
  },
};

function otherValue(name: RealmSettingName | UserSettingName): unknown {
  // No limit.
  if (name === "message_content_edit_limit_seconds") return null;
  const { schema, default: initial }: SettingDefinition = { ...realmSettingTable, ...userSettingTable }[name];
  if (typeof initial === "boolean") return !initial;
  const choices =
    schema.type === "picklist" && "options" in schema && Array.isArray(schema.options) ? schema.options : VALUES;
  const value: unknown = choices.find((choice) => choice !== initial && v.is(schema, choice));
  if (value === undefined) throw new Error(`no value for ${name}`);
  return value;
}

test("the lists of settings to import contain every setting of the API", () => {
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

test("an import moves every setting of the organization, of new accounts and of accounts, and every permission", async () => {
  const { iris, mia } = await realm();
  const cooks = await makeGroup(iris, "cooks", [mia]);
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "harbour" }], invite_only: true }));
  const { stream_id: harbour } = await iris.ok(iris.get("/get_stream_id", { stream: "harbour" }));
  const groups = await groupIds(iris);

  const channels: readonly string[] = CHANNELS;
  const settings: Record<string, unknown> = {};
  // A setting with only one value can't change.
  for (const name of realmSettingNames.filter((one) => one !== "default_avatar_source")) {
    settings[name] = channels.includes(name) ? harbour : otherValue(name);
  }
  for (const name of realmPermissionNames) {
    const rule: PermissionRule = realmPermissions[name].rule;
    const [allowed] = rule.allowed_system_groups.filter((group) => group !== rule.default_group_name);
    const value = rule.require_system_group
      ? groups[allowed ?? ""]
      : { direct_members: [mia.id], direct_subgroups: [cooks] };
    settings[name] = { new: value };
  }
  await iris.ok(iris.patch("/realm", { ...settings }));
  const own: Record<string, unknown> = {};
  const forNew: Record<string, unknown> = {};
  for (const name of userSettingNames) {
    own[name] = otherValue(name);
    if (userSettingTable[name].realmDefaultChangeable) forNew[name] = own[name];
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
  const target_users = { user_ids: [after.user_id], skip_if_already_edited: true };
  await owner.ok(owner.patch("/settings", { target_users, enter_sends: own["enter_sends"] === false }));
  expect((await registered(there)).user_settings.enter_sends).toEqual(own["enter_sends"]);
});

test("an import sets the authentication methods, unless no existing owner could log in with them", async () => {
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
