import * as v from "valibot";
import { archiveTables } from "../../../../archive/tables.ts";
import { stored } from "../../../../database/stored.ts";
import { currentEmojiCode } from "../../../../markup/index.ts";
import { toUserId } from "../../../../protocol/ids.ts";
import { EmailVisibility } from "../../../../protocol/user-settings.ts";
import { openText } from "../../../../realm/sealed-text.ts";
import { webhookSecretOf } from "../../../integrations/incoming/public.ts";
import { ownHandle } from "../../../people/passkeys/public.ts";
import { presenceOf } from "../../../people/presence/public.ts";
import { factorName } from "../../../people/second-factor/public.ts";
import { settingsIn } from "./organization-sources.ts";
import { type Source, type SourceContext, source } from "./source.ts";
import type { SourceRow } from "./source-row.ts";

const { users, bots } = archiveTables;
const readRole = (row: SourceRow) => v.parse(users.entries.role, row.number("role"));
const readKeys = stored(
  "api_keys",
  v.array(
    v.object({
      hash: v.string(),
      client: v.string(),
      created_at: v.number(),
      told_to: v.nullable(v.number()),
      last_used_at: v.nullable(v.number()),
    }),
  ),
  () => [],
);

/** The member of an account's picture. Its hash is in it, so that a picture that comes later is not taken for it. */
export const avatarMember = (row: SourceRow): string => `files/avatars/${row.number("id")}-${row.text("avatar_hash")}`;

/** What an export says of an account to everybody who may have it. */
function userRow(row: SourceRow, { filter, hasFile }: SourceContext) {
  const id = row.number("id");
  const isPrivate = filter.includesPrivateDataOf(id);
  const hasStatus = row.textOrNull("status_text") !== null;
  // An address that nobody may see is hidden, unless its owner consents.
  const hidesAddress = row.number("email_visibility") === EmailVisibility.nobody && !isPrivate;
  return {
    id,
    email: row.text("email"),
    delivery_email: hidesAddress ? null : row.text("delivery_email"),
    full_name: row.text("full_name"),
    role: readRole(row),
    is_active: row.flag("is_active"),
    bot_type: v.parse(users.entries.bot_type, row.numberOrNull("bot_type")),
    bot_owner_id: row.numberOrNull("bot_owner_id"),
    timezone: row.text("timezone"),
    date_joined: row.number("date_joined"),
    email_visibility: v.parse(users.entries.email_visibility, row.number("email_visibility")),
    ...(hasFile(avatarMember(row)) && { avatar: avatarMember(row) }),
    ...(isPrivate && { settings: settingsIn(row, "settings") }),
    ...(hasStatus && {
      status: {
        status_text: row.text("status_text"),
        emoji_name: row.text("emoji_name"),
        emoji_code: currentEmojiCode(row.text("emoji_code")),
        reaction_type: row.text("reaction_type"),
      },
    }),
    ...(row.textOrNull("system") !== null && { system: v.parse(users.entries.system, row.text("system")) }),
  };
}

export const peopleSources: readonly Source[] = [
  source({
    table: "users",
    reads: ["users", "user_settings", "user_statuses", "system_bots", "passwords", "api_keys"],
    atOnce: 100,
    reading: {
      from: "users t LEFT JOIN user_statuses s ON s.user_id = t.id",
      key: ["id"],
      columns: [
        ..."email delivery_email email_visibility full_name role is_active bot_type bot_owner_id".split(" "),
        ..."avatar_hash timezone date_joined s.status_text s.emoji_name s.emoji_code s.reaction_type".split(" "),
        "(SELECT json_group_object(name, value) FROM user_settings WHERE user_id = t.id) AS settings",
        "(SELECT name FROM system_bots WHERE user_id = t.id) AS system",
        "(SELECT hash FROM passwords WHERE user_id = t.id) AS password_hash",
        `(SELECT json_group_array(json_object('hash', hash, 'client', client, 'created_at', created_at,
           'told_to', told_to, 'last_used_at', last_used_at)) FROM api_keys WHERE user_id = t.id) AS keys`,
      ],
    },
    row(row, context) {
      const user = userRow(row, context);
      if (!context.filter.includesSecrets) return user;
      const password = row.textOrNull("password_hash");
      const keys = readKeys(row.text("keys"), user.id);
      return { ...user, ...(password !== null && { password_hash: password }), api_key_hashes: keys };
    },
  }),
  source({
    table: "bots",
    reads: ["bots", "webhook_bots"],
    reading: {
      from: "users t LEFT JOIN bots b ON b.user_id = t.id LEFT JOIN webhook_bots w ON w.user_id = t.id",
      where: "b.user_id IS NOT NULL OR w.user_id IS NOT NULL",
      key: ["id"],
      columns: `b.default_sending_channel_id b.default_events_channel_id b.default_all_public b.payload_url b.interface
        b.token b.service_name b.config_data w.secret w.topic_template w.content_template`.split(/\s+/),
    },
    row(row, { filter, realm }) {
      const secret = row.textOrNull("secret");
      const channel = (name: string) => {
        const id = row.numberOrNull(name);
        return id !== null && filter.includesChannel(id) ? id : null;
      };
      const common = {
        user_id: row.number("id"),
        default_sending_channel_id: channel("default_sending_channel_id"),
        default_events_channel_id: channel("default_events_channel_id"),
        default_all_public: row.flag("default_all_public"),
      };
      if (!filter.isWhole) return common;
      return {
        ...common,
        payload_url: row.textOrNull("payload_url"),
        interface: v.parse(bots.entries.interface, row.numberOrNull("interface")),
        service_name: row.textOrNull("service_name"),
        topic_template: row.textOrNull("topic_template"),
        content_template: row.textOrNull("content_template"),
        ...(filter.includesSecrets && {
          token: row.textOrNull("token"),
          webhook_secret: secret && webhookSecretOf(realm, toUserId(row.number("id")), secret),
          config_data: row.text("config_data"),
        }),
      };
    },
  }),
  source({
    table: "bot_commands",
    reads: ["bot_commands"],
    reading: { from: "bot_commands t", key: ["name"], columns: ["bot_id", "description", "usage"] },
    row: (row) => ({
      bot_id: row.number("bot_id"),
      name: row.text("name"),
      description: row.text("description"),
      usage: row.text("usage"),
    }),
  }),
  source({
    table: "presence",
    only: "whole",
    reads: ["presence_pages"],
    reading: { from: "users t", key: ["id"], columns: [] },
    row(row, { realm }) {
      const seen = presenceOf(realm, toUserId(row.number("id")));
      if (seen === undefined || (seen.active === null && seen.idle === null)) return undefined;
      return { user_id: row.number("id"), active_at: seen.active, idle_at: seen.idle };
    },
  }),
  source({
    table: "passkeys",
    only: "secrets",
    reads: ["passkeys"],
    reading: {
      from: "passkeys t",
      key: ["id"],
      columns: ["user_id", "credential", "public_key", "counter", "name", "created_at", "last_used_at", "handle"],
    },
    row: (row, { realm }) => ({
      user_id: row.number("user_id"),
      handle: row.textOrNull("handle") ?? ownHandle(realm, toUserId(row.number("user_id"))),
      credential: row.text("credential"),
      public_key: row.text("public_key"),
      counter: row.number("counter"),
      name: row.text("name"),
      created_at: row.number("created_at"),
      last_used_at: row.numberOrNull("last_used_at"),
    }),
  }),
  source({
    table: "second_factors",
    only: "secrets",
    reads: ["second_factors"],
    reading: { from: "second_factors t", key: ["user_id"], columns: ["secret", "since"] },
    row(row, { realm }) {
      const user_id = row.number("user_id");
      const secret = openText(realm, factorName(toUserId(user_id)), row.text("secret"));
      return { user_id, secret, since: row.number("since") };
    },
  }),
  source({
    table: "recovery_codes",
    only: "secrets",
    reads: ["recovery_codes"],
    reading: { from: "recovery_codes t", key: ["user_id", "hash"], columns: [] },
    row: (row) => ({ user_id: row.number("user_id"), hash: row.text("hash") }),
  }),
  source({
    table: "external_logins",
    only: "secrets",
    reads: ["external_logins"],
    reading: {
      from: "external_logins t",
      key: ["id"],
      columns: ["user_id", "issuer", "subject", "linked_at", "used_at"],
    },
    row: (row) => ({
      user_id: row.number("user_id"),
      issuer: row.text("issuer"),
      subject: row.text("subject"),
      linked_at: row.number("linked_at"),
      used_at: row.number("used_at"),
    }),
  }),
];
