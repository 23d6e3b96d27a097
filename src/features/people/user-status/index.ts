import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { boolean, integer, optional, text, textParameter, type Values } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { readsLevelForm } from "../../../protocol/client-dialect.ts";
import { shownEmoji } from "../../../protocol/emoji.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { MAX_STATUS_LENGTH } from "../../../protocol/text-lengths.ts";
import { hasLevelForm } from "../../../realm/events/queue-client.ts";
import { on, type Realm } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { accessUser, accessUserToChange } from "../../organization/accounts/access.ts";
import { profileDeletedHook, userBecameVisibleHook } from "../../organization/accounts/hooks.ts";
import { resolveEmoji } from "../../organization/emoji/emoji.ts";
import { emojiIdentity } from "../../organization/emoji/emoji-params.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { changeOwnSettings, settingChangedHook } from "../user-settings/user-settings.ts";
import { statusChanged, statusFields } from "./events.ts";
import {
  changeStatus,
  clearStatus,
  emitStatusTo,
  type StatusRow,
  schema,
  statusArchive,
  statusFor,
  visibleStatuses,
} from "./user-status.ts";

const statusParams = {
  status_text: optional(textParameter(v.pipe(v.string(), v.trim(), v.maxCodePoints(MAX_STATUS_LENGTH)))),
  emoji_name: optional(text("name")),
  ...emojiIdentity,
};

/** Returns the status fields that a request changes. An empty emoji name clears the emoji (seed 4.13). */
function statusChange(
  realm: Realm,
  { status_text, emoji_name, emoji_code, reaction_type }: Values<typeof statusParams>,
): Partial<StatusRow> {
  const text = status_text === undefined ? {} : { status_text };
  if (emoji_name === "") return { ...text, emoji_name: "", emoji_code: "", reaction_type: "unicode_emoji" };
  if (emoji_name !== undefined) return { ...text, ...resolveEmoji(realm, { emoji_name, emoji_code, reaction_type }) };
  if (emoji_code || reaction_type)
    throw badRequest("Client must pass emoji_name if they pass either emoji_code or reaction_type.");
  return text;
}

const noNewValues = () => badRequest("Client did not pass any new values.");

const updateOwnStatusEndpoint = action({
  route: "POST /users/me/status",
  by: "human",
  params: { ...statusParams, away: optional(boolean) },
  run({ realm, actor, params: { away, ...given } }) {
    const change = statusChange(realm, given);
    if (away === undefined && Object.keys(change).length === 0) throw noNewValues();
    if (away !== undefined)
      changeOwnSettings(realm, accessUser(realm, actor, actor.user_id), { presence_enabled: !away });
    if (Object.keys(change).length > 0) changeStatus(realm, actor.user_id, change);
  },
});

const updateStatusOfEndpoint = action({
  route: "POST /users/:user_id/status",
  by: "administrator",
  params: { user_id: integer, ...statusParams },
  run({ realm, actor, params: { user_id, ...given } }) {
    const user = accessUserToChange(realm, actor, user_id);
    const change = statusChange(realm, given);
    if (Object.keys(change).length === 0) throw noNewValues();
    changeStatus(realm, user.id, change);
    if (user.id !== actor.user_id)
      audit(realm, "user.status_changed_by_other", { of: accountEntity(user), details: { ...change } });
  },
});

const getStatusEndpoint = action({
  route: "GET /users/:user_id/status",
  params: { user_id: integer },
  reply: { status: v.object(statusFields) },
  run({ realm, actor, params, request }) {
    const status = statusFor(realm, accessUser(realm, actor, params.user_id).id);
    return { status: shownEmoji(status, readsLevelForm(request.client)) };
  },
});

const statusStateSlice = stateSlice({
  types: ["user_status"],
  outside: true,
  collect: ({ realm, actor }) => (actor === null ? {} : visibleStatuses(realm, actor)),
  shape: (collected, client) => ({
    user_status: Object.fromEntries(
      Object.entries(collected).map(([user, status]) => [user, shownEmoji(status, hasLevelForm(client))]),
    ),
  }),
});

/** User statuses: a text and an emoji. */
export const status = feature({
  name: "status",
  schema,
  archive: statusArchive,
  endpoints: [updateOwnStatusEndpoint, updateStatusOfEndpoint, getStatusEndpoint],
  events: [statusChanged],
  // Older clients show a user without `presence_enabled` as `away`.
  handlers: [
    on(settingChangedHook, (realm, user, name, value) => {
      if (name === "presence_enabled") changeStatus(realm, user.id, {}, !value);
    }),
    on(userBecameVisibleHook, emitStatusTo),
    on(profileDeletedHook, (realm, { id }) => clearStatus(realm, id)),
  ],
  state: [statusStateSlice],
});
