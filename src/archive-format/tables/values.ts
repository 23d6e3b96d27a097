import * as v from "valibot";
import { boundedText } from "../../protocol/bounded.ts";
import { limits } from "../../protocol/limit-table.ts";
import { LAST_SECOND } from "../../protocol/limits.ts";
import { archiveLimits } from "../archive-limits.ts";

export const id = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(0xffff_ffff));

export const seconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LAST_SECOND));

/** A string of at most `most` code points, without NUL, which the protocol never allows. */
export const text = (most: number) =>
  v.pipe(
    v.string(),
    v.maxCodePoints(most),
    v.check((value) => !value.includes("\0"), "it has a NUL"),
  );

export const word = text(100);

export const uuid = v.pipe(v.string(), v.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, "it is no UUID"));

/** A whole number: a count, a choice, or a position. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));

export const ids = v.pipe(v.array(id), v.maxLength(archiveLimits.ids_in_row));

export const groupMembers = v.pipe(v.array(id), v.maxLength(archiveLimits.group_members));

/** Holder of a permission: the archive id of a group, or lists of users and groups. */
const groupValue = v.union([id, v.strictObject({ direct_members: ids, direct_subgroups: ids })]);

/** Permissions by protocol name, `can_...`. */
export const permissions = v.pipe(v.record(boundedText("word"), groupValue), v.maxEntries(200));

export const fileMember = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(/^files(?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)+$/, "it is no name of a file in an archive"),
);

const depthOf = (value: unknown, depth = 1): number =>
  typeof value !== "object" || value === null || depth > archiveLimits.json_depth
    ? depth
    : Object.values(value).reduce<number>((most, one) => Math.max(most, depthOf(one, depth + 1)), depth);

/** A JSON value. The code that uses it validates it with the rules of the corresponding endpoint. */
const json = v.pipe(
  v.unknown(),
  v.check((value) => depthOf(value) <= archiveLimits.json_depth, "it is nested too deeply"),
);

/** Settings by protocol name. */
export const settings = v.pipe(v.record(boundedText("word"), json), v.maxEntries(1000));

/** The code of a custom emoji is its id in `custom_emoji`. */
export const emoji = { emoji_name: text(200), emoji_code: text(200), reaction_type: word };

/** The assistant that wrote something on a user's behalf. */
export const assistant = v.optional(v.object({ name: text(limits.text.name) }));
