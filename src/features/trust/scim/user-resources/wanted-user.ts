import type { UserId } from "../../../../protocol/ids.ts";
import { type Role, Role as Roles } from "../../../../protocol/roles.ts";
import { MAX_FULL_NAME_LENGTH } from "../../../../protocol/text-lengths.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { isEmail } from "../../../organization/accounts/email.ts";
import { roleNamed } from "../connections/rules.ts";
import { readValues, type Values } from "../protocol/attributes.ts";
import { invalidValue } from "../protocol/errors.ts";
import { linkOfUser } from "./rows.ts";
import { userAttributes } from "./user-attributes.ts";
import { attributesOf, chosenOf } from "./user-resource.ts";

export interface WantedUser {
  readonly userName: string;
  readonly externalId: string | null;
  /** Undefined if the directory sent no name. */
  readonly fullName: string | undefined;
  /** The name if the account is new. */
  readonly newName: string;
  readonly email: string;
  /** Undefined means unchanged. */
  readonly active: boolean | undefined;
  readonly role: Role | undefined;
  /** Other attributes, which are only stored to be returned to the directory. */
  readonly attributes: Values;
}

const MAX_CHARACTERS = 20_000;

/** Converts a resource to the account that the directory wants. `shown` is the name shown to the directory before. */
export function wantedUser(resource: Values, shown: Values = {}): WantedUser {
  const { userName: name, externalId, active, role, ...rest } = readValues(userAttributes, resource);
  const attributes = {
    ...rest,
    ...(rest["name"] !== undefined && { name: withoutStale(rest["name"] as Values, shown) }),
    ...(rest["emails"] !== undefined && { emails: chosenFirst(asList(rest["emails"])) }),
    ...(role !== undefined && { roles: [{ value: role }] }),
  };
  const userName = asText(name).trim();
  if (userName === "") throw invalidValue("userName can't be empty.");
  if (JSON.stringify(attributes).length > MAX_CHARACTERS) throw invalidValue("The user has too many attributes.");
  const fullName = nameAmong(givenNames(attributes));
  const newName = fullName ?? nameAmong([userName.split("@")[0] ?? "", userName]);
  if (newName === undefined) throw invalidValue("The user has no name that an account can have.");
  return {
    userName,
    externalId: asText(externalId) || null,
    fullName,
    newName,
    email: emailOf(attributes, userName),
    active: active as boolean | undefined,
    role: roleIn(attributes),
    attributes,
  };
}

function chosenFirst(values: readonly Values[]): Values[] {
  const chosen = chosenOf(values);
  return [...values.filter((one) => one === chosen), ...values.filter((one) => one !== chosen)];
}

/** Removes the full name if the directory sends it back unchanged along with changed parts. */
function withoutStale(name: Values, shown: Values): Values {
  const { formatted, ...parts } = name;
  const isNew = (part: string) => parts[part] !== undefined && parts[part] !== shown[part];
  return formatted === shown["formatted"] && (isNew("givenName") || isNew("familyName")) ? parts : name;
}

const asText = (value: unknown): string => (typeof value === "string" ? value : "");
const asList = (value: unknown): Values[] => (Array.isArray(value) ? (value as Values[]) : []);

function emailOf(attributes: Values, userName: string): string {
  const email = asText(chosenOf(asList(attributes["emails"]))?.["value"]).trim() || userName;
  if (!isEmail(email)) throw invalidValue("A user needs an email address, as userName or in emails.");
  return email;
}

/** Returns the role in the attributes. Entra sends an object with the role as its value. */
export function roleIn(attributes: Values): Role | undefined {
  const text = asText(chosenOf(asList(attributes["roles"]))?.["value"]);
  if (text === "") return undefined;
  const [, inObject = text] = /"value"\s*:\s*"([^"]*)"/.exec(text) ?? [];
  const role = roleNamed(inObject.trim().toLowerCase());
  if (role === undefined)
    throw invalidValue(`There is no role ${inObject.slice(0, 100)}: ${Object.keys(Roles).join(", ")}.`);
  return role;
}

const MIN_NAME_LENGTH = 2;

/** Returns the names that the directory sent, the preferred one first. */
function givenNames({ name, displayName }: Values): string[] {
  const { formatted, givenName, familyName } = (name ?? {}) as Values;
  return [asText(formatted), `${asText(givenName)} ${asText(familyName)}`, asText(displayName)];
}

const nameAmong = (names: readonly string[]): string | undefined =>
  names.map(asName).find((one) => [...one].length >= MIN_NAME_LENGTH);

/**
 * Converts a string to a name without characters that would make a mention of it refer to something else. The result
 * may be too short to be valid.
 */
const asName = (text: string): string =>
  [
    ...text
      .replace(/[*"`>@\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu, " ")
      .replace(/\s+/g, " ")
      .trim(),
  ]
    .slice(0, MAX_FULL_NAME_LENGTH)
    .join("")
    .trim()
    .replace(/\|(\d+)$/, " $1");

/** Returns the role that a directory assigned to a user. Undefined if it assigned none. */
export const saidRole = (realm: Realm, id: UserId): Role | undefined =>
  roleIn(attributesOf({ id, attributes: linkOfUser.first(realm.sql, { user: id })?.attributes ?? null }));
