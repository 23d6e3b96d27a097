import * as v from "valibot";
import { roleSchema } from "../../../protocol/roles.ts";

/** Values of a user's custom profile fields, by field id (seed 2.5). */
const profileDataSchema = v.record(v.string(), v.object({ value: v.string(), rendered_value: v.optional(v.string()) }));
export type ProfileData = v.InferOutput<typeof profileDataSchema>;

/** A user in API replies (seed 2.5). */
export const memberSchema = v.strictObject({
  user_id: v.number(),
  email: v.string(),
  delivery_email: v.nullable(v.string()),
  full_name: v.string(),
  date_joined: v.string(),
  is_owner: v.boolean(),
  is_admin: v.boolean(),
  is_guest: v.boolean(),
  is_bot: v.boolean(),
  bot_type: v.nullable(v.number()),
  bot_owner_id: v.nullable(v.number()),
  role: roleSchema,
  timezone: v.string(),
  avatar_url: v.nullable(v.string()),
  avatar_version: v.number(),
  is_imported_stub: v.boolean(),
  is_deleted: v.boolean(),
  is_active: v.boolean(),
  profile_data: v.optional(profileDataSchema),
});
