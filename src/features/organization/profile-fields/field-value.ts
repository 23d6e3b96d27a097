import * as v from "valibot";
import { parseNamed } from "../../../api/issue.ts";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { MAX_LONG_VALUE_LENGTH, MAX_SHORT_VALUE_LENGTH } from "../../../protocol/text-lengths.ts";
import { isWebAddress } from "../../../protocol/web-address.ts";
import type { Realm } from "../../../realm/realm.ts";
import { tryForeignJson } from "../../../util/foreign-json.ts";
import { isCalendarDay } from "../../../util/time.ts";
import { findUser } from "../accounts/accounts.ts";
import { canAccessUser } from "../accounts/guest-visibility.ts";
import { choicesOf } from "./field-data.ts";
import { FieldType } from "./field-types.ts";
import type { FieldRow } from "./rows.ts";

/** Value of a field as sent by a client. Null and empty values remove the stored one. */
const sentValueSchema = v.nullable(
  v.union([boundedText("description"), boundedList(v.pipe(v.number(), v.integer()), "names")]),
);
export type SentValue = v.InferOutput<typeof sentValueSchema>;

export const sentValuesSchema = v.pipe(
  boundedList(v.object({ id: v.pipe(v.number(), v.integer()), value: sentValueSchema }), "names"),
  v.check((values) => values.length <= limits.organization.profile_fields, "{} has too many values."),
);

export const fieldIdsSchema = v.pipe(
  boundedList(v.pipe(v.number(), v.integer()), "names"),
  v.check((ids) => ids.length <= limits.organization.profile_fields, "{} has too many values."),
);

export const isEmpty = (value: SentValue): value is null | "" =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

type FieldToCheck = Pick<FieldRow, "type" | "name" | "field_data">;

/** Checks a value, and returns it as stored and sent: a string, regardless of the type (users-groups-org.md 6). */
export function checkValue(realm: Realm, field: FieldToCheck, value: SentValue): string {
  const { type, name } = field;
  switch (type) {
    case FieldType.shortText:
    case FieldType.externalAccount:
    case FieldType.pronouns:
      return parseNamed(name, v.pipe(v.string(), v.maxCodePoints(MAX_SHORT_VALUE_LENGTH)), value);
    case FieldType.longText:
      return parseNamed(name, v.pipe(v.string(), v.maxCodePoints(MAX_LONG_VALUE_LENGTH)), value);
    case FieldType.select:
      return checkChoice(field, parseNamed(name, v.string(), value));
    case FieldType.date:
      return checkDate(name, parseNamed(name, v.string(), value));
    case FieldType.url:
      return checkUrl(name, parseNamed(name, v.string(), value));
    case FieldType.user:
      return checkUsers(realm, name, value);
    default:
      return type satisfies never;
  }
}

function checkChoice({ name, field_data }: FieldToCheck, value: string): string {
  if (!Object.hasOwn(choicesOf(field_data), value)) throw badRequest(`'${value}' is not a valid choice for '${name}'.`);
  return value;
}

function checkDate(name: string, value: string): string {
  if (!isCalendarDay(value)) throw badRequest(`${name} is not a date`);
  return value;
}

const MAX_URL_CHARACTERS = 2048;

function checkUrl(name: string, value: string): string {
  if (value.length > MAX_URL_CHARACTERS || !isWebAddress(value)) throw badRequest(`${name} is not a URL`);
  return value;
}

/** Checks a list of user ids. Clients send it as an array, or as a JSON string as in events. */
function checkUsers(realm: Realm, name: string, value: SentValue): string {
  const list = typeof value === "string" ? tryForeignJson(value) : value;
  const ids = parseNamed(name, v.pipe(v.array(v.pipe(v.number(), v.integer())), v.maxLength(100)), list);
  for (const id of ids) {
    const user = findUser(realm, id);
    if (user === undefined || !canAccessUser(realm, realm.caller?.actor ?? null, user)) {
      throw badRequest(`Invalid user ID: ${id}`);
    }
    if (user.is_active === 0) throw badRequest(`User with ID ${id} is deactivated`);
    if (user.bot_type !== null) throw badRequest(`User with ID ${id} is a bot`);
  }
  return JSON.stringify(ids);
}
