import * as v from "valibot";
import { roleSchema } from "../../../protocol/roles.ts";
import { event } from "../../../realm/events/event.ts";
import { memberSchema as person } from "./member-schema.ts";

/**
 * A new account. A client with `client_gravatar` that can see the real address gets no avatar URL, because it can
 * compute one (seed 2.5).
 */
export const userAdded = event({
  type: "realm_user",
  op: "add",
  fields: { person, third_party_avatar: v.boolean() },
  wire: { person },
  adapt: ({ person, third_party_avatar }, { client_gravatar }) =>
    third_party_avatar && client_gravatar && person.delivery_email !== null
      ? { person: { ...person, avatar_url: null } }
      : { person },
});

/** An account that a limited guest no longer sees. Its name in the event is "Unknown user". */
export const userRemoved = event({
  type: "realm_user",
  op: "remove",
  fields: { person: v.strictObject({ user_id: v.number(), full_name: v.string() }) },
});

const update = <const Fields extends v.ObjectEntries>(form: string, fields: Fields) =>
  event({
    type: "realm_user",
    op: "update",
    form,
    fields: { person: v.strictObject({ user_id: v.number(), ...fields }) },
  });

export const fullNameChanged = update("full_name", { full_name: v.string() });
export const roleChanged = update("role", { role: roleSchema });
export const timeZoneChanged = update("timezone", { email: v.string(), timezone: v.string() });
export const botOwnerChanged = update("bot_owner_id", { bot_owner_id: v.number() });
export const deliveryEmailChanged = update("delivery_email", { delivery_email: v.nullable(v.string()) });
export const apiEmailChanged = update("new_email", { new_email: v.string() });
export const activeChanged = update("is_active", { is_active: v.boolean() });
export const stubTakenOver = update("is_imported_stub", { is_imported_stub: v.literal(false) });
export const profileDeleted = update("is_deleted", { is_deleted: v.literal(true) });
export const avatarChanged = update("avatar", {
  avatar_source: v.string(),
  avatar_url: v.string(),
  avatar_url_medium: v.string(),
  avatar_version: v.number(),
});

export const events = [
  userAdded,
  userRemoved,
  fullNameChanged,
  roleChanged,
  timeZoneChanged,
  botOwnerChanged,
  deliveryEmailChanged,
  apiEmailChanged,
  activeChanged,
  stubTakenOver,
  profileDeleted,
  avatarChanged,
];
