import * as v from "valibot";
import { boundedText } from "../../protocol/bounded.ts";
import { limits } from "../../protocol/limit-table.ts";
import { LAST_SECOND } from "../../protocol/limits.ts";
import { archiveLimits } from "../archive-limits.ts";

/** An id within the archive. Those of messages are 32 bits long, and others are no longer. */
export const id = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(0xffff_ffff));

/** Seconds since 1970. */
export const seconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LAST_SECOND));

/** A text of at most so many code points, without NUL, which no text of the protocol has. */
export const text = (most: number) =>
  v.pipe(
    v.string(),
    v.maxCodePoints(most),
    v.check((value) => !value.includes("\0"), "it has a NUL"),
  );

export const word = text(100);

/** A UUID in its usual form. */
export const uuid = v.pipe(v.string(), v.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, "it is no UUID"));

/** A whole number that is a count, a choice, or a place in an order. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));

export const ids = v.pipe(v.array(id), v.maxLength(archiveLimits.ids_in_row));

/** The ids of users or groups, in ascending order or not. */
export const groupMembers = v.pipe(v.array(id), v.maxLength(archiveLimits.group_members));

/** The holder of a permission: the archive's id of a group, or lists of users and groups. */
const groupValue = v.union([id, v.strictObject({ direct_members: ids, direct_subgroups: ids })]);

/** Permissions by their names in the protocol, `can_...`. */
export const permissions = v.pipe(v.record(boundedText("word"), groupValue), v.maxEntries(200));

/** The name of the member that is a file. */
export const fileMember = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(/^files(?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)+$/, "it is no name of a file in an archive"),
);

const depthOf = (value: unknown, depth = 1): number =>
  typeof value !== "object" || value === null || depth > archiveLimits.json_depth
    ? depth
    : Object.values(value).reduce<number>((most, one) => Math.max(most, depthOf(one, depth + 1)), depth);

/** A value that whoever uses it checks by the rules of its endpoint. */
const json = v.pipe(
  v.unknown(),
  v.check((value) => depthOf(value) <= archiveLimits.json_depth, "it is nested too deeply"),
);

/** Settings by their names in the protocol. */
export const settings = v.pipe(v.record(boundedText("word"), json), v.maxEntries(1000));

/** An emoji, as reactions and statuses name it; the code of a custom one is its id in `custom_emoji`. */
export const emoji = { emoji_name: text(200), emoji_code: text(200), reaction_type: word };

/** The assistant that has written something in a person's name. */
export const assistant = v.optional(v.object({ name: text(limits.text.name) }));
