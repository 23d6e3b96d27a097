import * as v from "valibot";
import { uuid as uuidSchema } from "../../archive-format/tables/values.ts";
import type { WrittenRow } from "../../archive-format/tables.ts";
import { BotType, Role, roleSchema } from "../../protocol/roles.ts";
import { timeZoneSchema } from "../../protocol/time-zone.ts";
import { EmailVisibility } from "../../protocol/user-settings.ts";
import { cleanName } from "../text.ts";
import { addPicture, avatarPaths } from "./pictures.ts";
import type { Row } from "./row.ts";
import { userSettingsOf } from "./settings.ts";
import type { ZulipImport } from "./source.ts";

const MAX_NAME_LENGTH = 100;
const DUMMIES = "zerver_userprofile_mirrordummy";

/** Registers all users, before any row refers to them. */
export async function findUsers(source: ZulipImport): Promise<void> {
  for (const table of ["zerver_userprofile", DUMMIES, "zerver_userprofile_crossrealm"]) {
    for await (const row of source.rows(table, { as: "users" })) {
      const id = row.id();
      if (id === undefined) continue;
      if (source.users.has(id)) source.leaveOut(row, "users: doubled id");
      source.users.add(id);
      const last = row.flag("long_term_idle") === true ? (row.integer("last_active_message_id") ?? 0) : undefined;
      if (last !== undefined) source.idleSince.set(id, last);
      if (table === DUMMIES || row.flag("is_active") === false) source.deactivated.add(id);
    }
  }
}

export async function convertUsers(source: ZulipImport): Promise<void> {
  const work = {
    source,
    avatars: await avatarPaths(source),
    statuses: await statusesOf(source),
    addresses: new Set<string>(),
  };
  const written = new Set<number>();
  for (const table of ["zerver_userprofile", DUMMIES]) {
    for await (const row of source.rows(table)) {
      const id = row.id();
      if (id === undefined) source.leaveOut(row, "users: no id");
      if (id === undefined || written.has(id)) continue;
      written.add(id);
      await source.write("users", await userOf(row, id, work), row.place);
    }
  }
  for await (const row of source.rows("zerver_userprofile_crossrealm")) {
    const id = row.id();
    if (id === undefined || written.has(id)) continue;
    written.add(id);
    await source.write("users", systemBot(row, id), row.place);
  }
}

export async function addUnknownSender(source: ZulipImport, id: number, place: string): Promise<void> {
  source.users.add(id);
  source.leaveOut(place, "users: unknown sender, who becomes a deactivated account");
  const row = { ...nobody(id), full_name: `Unknown user ${id}`, is_active: false, is_placeholder: true };
  await source.write("users", row, place);
}

const nobody = (id: number) => ({
  id,
  delivery_email: null,
  role: Role.member,
  date_joined: 0,
});

const systemNames = ["notification-bot", "emailgateway", "welcome-bot"] as const;

/**
 * Converts one of the server's own bots, which belong to no organization. Bots that aren't listed above no longer
 * exist, and become placeholders.
 */
function systemBot(row: Row, id: number): WrittenRow<"users"> {
  const address = row.text("email") ?? "";
  const system = systemNames.find((name) => address.startsWith(`${name}@`));
  const name = cleanName(address.split("@")[0] ?? "", MAX_NAME_LENGTH) || `System bot ${id}`;
  const bot = { ...nobody(id), full_name: name, bot_type: BotType.generic };
  return system === undefined
    ? { ...bot, is_active: false, is_placeholder: true }
    : { ...bot, is_active: true, system };
}

interface Work {
  readonly source: ZulipImport;
  readonly avatars: ReadonlyMap<number, string>;
  readonly statuses: ReadonlyMap<number, Row>;
  /** Email addresses in use, in lowercase. */
  readonly addresses: Set<string>;
}

async function userOf(row: Row, id: number, work: Work): Promise<WrittenRow<"users">> {
  const { source } = work;
  const role = row.integer("role");
  if (!v.is(roleSchema, role)) source.leaveOut(row, "users: unknown role, which becomes that of members");
  const visibility = row.integer("email_address_visibility");
  const isBot = row.flag("is_bot") === true;
  const botType = row.integer("bot_type");
  const timezone = row.text("timezone") ?? "";
  if (!v.is(timeZoneSchema, timezone)) source.leaveOut(`${row.place} timezone`, "no value of a setting");
  const owner = isBot ? source.userIn(row, "bot_owner") : undefined;
  if (isBot && owner === undefined && row.id("bot_owner") !== undefined)
    source.leaveOut(row, "users: unknown owner of a bot");
  const isVisibility = v.is(v.picklist(Object.values(EmailVisibility)), visibility);
  const avatar = await avatarOf(row, id, work);
  const status = work.statuses.get(id);
  const uuid = row.text("uuid");
  return {
    id,
    delivery_email: accountEmail(row, work),
    full_name: cleanName(row.text("full_name") ?? "", MAX_NAME_LENGTH) || `User ${id}`,
    role: v.is(roleSchema, role) ? role : Role.member,
    is_active: !source.deactivated.has(id) && row.flag("is_mirror_dummy") !== true,
    bot_type: !isBot ? null : v.is(v.picklist(Object.values(BotType)), botType) ? botType : BotType.generic,
    bot_owner_id: owner ?? null,
    timezone: v.is(timeZoneSchema, timezone) ? timezone : "",
    date_joined: row.past("date_joined", source.conversion.now) ?? 0,
    ...(isVisibility && { email_visibility: visibility }),
    ...(avatar !== undefined && { avatar }),
    settings: isBot
      ? {}
      : userSettingsOf(row, (name) => source.leaveOut(`${row.place} ${name}`, "no value of a setting")),
    ...(v.is(uuidSchema, uuid) && { uuid }),
    ...(status !== undefined && { status: statusOf(status, source) }),
  };
}

/** Returns the email address that identifies the account after the import. */
function accountEmail(row: Row, { source, addresses }: Work): string | null {
  const address = (row.text("delivery_email") ?? row.text("email") ?? "").trim();
  const key = address.toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(address) || address.length > 250) {
    source.leaveOut(row, "users: no address");
    return null;
  }
  if (addresses.has(key)) {
    source.leaveOut(row, "users: an address that another one has");
    return null;
  }
  addresses.add(key);
  return address;
}

async function avatarOf(row: Row, id: number, { source, avatars }: Work): Promise<string | undefined> {
  if (row.text("avatar_source") !== "U") return undefined;
  const path = avatars.get(id);
  if (path !== undefined) return await addPicture(source, { path, member: `files/avatars/${id}`, owner: id });
  source.leaveOut(row, "missing file");
  return undefined;
}

async function statusesOf(source: ZulipImport): Promise<Map<number, Row>> {
  const found = new Map<number, Row>();
  for await (const row of source.rows("zerver_userstatus")) {
    const user = source.userIn(row, "user_profile");
    const isEmpty = (row.text("status_text") ?? "") === "" && (row.text("emoji_name") ?? "") === "";
    if (user !== undefined && !isEmpty) found.set(user, row);
  }
  return found;
}

function statusOf(row: Row, source: ZulipImport) {
  const [name, code, type] = ["emoji_name", "emoji_code", "reaction_type"].map((column) => row.text(column) ?? "");
  const status = { status_text: cleanName(row.text("status_text") ?? "", 60) };
  if (name === "" || name === undefined) return status;
  if (type === "realm_emoji" && !source.emoji.has(Number(code))) {
    source.leaveOut(row, "unknown emoji");
    return status;
  }
  return { ...status, emoji_name: name, emoji_code: code ?? "", reaction_type: type ?? "" };
}
