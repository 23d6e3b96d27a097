import * as v from "valibot";
import { lengthLimits } from "../../protocol/limits.ts";
import { count, fileMember, groupMembers, id, permissions, seconds, settings, text, word } from "./values.ts";

/** The organization's single row. Settings that refer to groups or channels contain archive ids, or null for none. */
export const organization = v.object({
  name: text(40),
  description: text(1000),
  settings,
  new_user_settings: v.optional(settings, {}),
  icon: v.optional(fileMember),
  logo: v.optional(fileMember),
  night_logo: v.optional(fileMember),
  date_created: v.optional(seconds),
});

export const profile_fields = v.object({
  id,
  type: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(8)),
  name: text(40),
  hint: v.optional(text(80), ""),
  /** JSON as a string, as in the protocol. Empty if the field's type needs no data. */
  field_data: v.optional(text(10_000), ""),
  order: count,
  display_in_profile_summary: v.optional(v.boolean(), false),
  use_for_user_matching: v.optional(v.boolean(), false),
  required: v.optional(v.boolean(), false),
  editable_by_user: v.optional(v.boolean(), true),
});

/** For a user field, a JSON list of user ids. */
export const profile_values = v.object({ user_id: id, field_id: id, value: text(10_000) });

/**
 * System groups are also rows, so that values can refer to them. They are identified by `role:...`, and their member
 * lists are ignored.
 */
export const groups = v.object({
  id,
  name: text(100),
  description: v.optional(text(1024), ""),
  creator_id: v.optional(v.nullable(id), null),
  date_created: v.optional(v.nullable(seconds), null),
  deactivated: v.optional(v.boolean(), false),
  is_system: v.optional(v.boolean(), false),
  members: groupMembers,
  subgroups: v.optional(groupMembers, []),
  permissions: v.optional(permissions, {}),
});

export const custom_emoji = v.object({
  id,
  name: text(200),
  author_id: v.optional(v.nullable(id), null),
  deactivated: v.optional(v.boolean(), false),
  animated: v.optional(v.boolean(), false),
  file: fileMember,
  /** Still image of an animated emoji. */
  still: v.optional(fileMember),
});

/** In the order they are applied. */
export const linkifiers = v.object({
  pattern: text(10_000),
  url_template: text(2048),
  example_input: v.optional(v.nullable(text(2048)), null),
  reverse_template: v.optional(v.nullable(text(2048)), null),
  alternative_url_templates: v.optional(v.pipe(v.array(text(2048)), v.maxLength(100)), []),
});
export const playgrounds = v.object({ name: text(1000), pygments_language: word, url_template: text(2048) });
export const domains = v.object({ domain: text(500), allow_subdomains: v.boolean() });

export const channel_folders = v.object({
  id,
  name: text(lengthLimits.max_channel_folder_name_length),
  description: v.optional(text(lengthLimits.max_channel_folder_description_length), ""),
  creator_id: v.optional(v.nullable(id), null),
  date_created: v.optional(seconds),
  order: count,
  is_archived: v.optional(v.boolean(), false),
});
