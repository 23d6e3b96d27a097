import { type Role, Role as Roles } from "../../../../protocol/roles.ts";
import { MAX_FULL_NAME_LENGTH } from "../../../../protocol/text-lengths.ts";
import { isEmail } from "../../../organization/users/email.ts";
import { roleNamed } from "../connections/rules.ts";
import { readValues, type Values } from "../protocol/attributes.ts";
import { invalidValue } from "../protocol/errors.ts";
import { userAttributes } from "./user-attributes.ts";
import { chosenOf } from "./user-resource.ts";

/** The account that a directory wants a user to have. */
export interface WantedUser {
  readonly userName: string;
  readonly externalId: string | null;
  /** Undefined where the directory gives no name. */
  readonly fullName: string | undefined;
  /** The name of an account that is made for the user. */
  readonly newName: string;
  readonly email: string;
  /** Undefined where it is to stay as it is. */
  readonly active: boolean | undefined;
  readonly role: Role | undefined;
  /** The rest, which is kept to be shown again. */
  readonly attributes: Values;
}

const MAX_CHARACTERS = 20_000;

/** Reads the account that a resource asks for. `shown` is the name that the directory was shown of it before. */
export function wantedUser(resource: Values, shown: Values = {}): WantedUser {
  const { userName: name, externalId, active, role, ...rest } = readValues(userAttributes, resource);
  const attributes = {
    ...rest,
    ...(rest["name"] !== undefined && { name: withoutStale(rest["name"] as Values, shown) }),
    ...(rest["emails"] !== undefined && { emails: chosenFirst(listOf(rest["emails"])) }),
    ...(role !== undefined && { roles: [{ value: role }] }),
  };
  const userName = textOf(name).trim();
  if (userName === "") throw invalidValue("userName can't be empty.");
  if (JSON.stringify(attributes).length > MAX_CHARACTERS) throw invalidValue("The user has too many attributes.");
  const fullName = nameAmong(givenNames(attributes));
  const newName = fullName ?? nameAmong([userName.split("@")[0] ?? "", userName]);
  if (newName === undefined) throw invalidValue("The user has no name that an account can have.");
  return {
    userName,
    externalId: textOf(externalId) || null,
    fullName,
    newName,
    email: emailOf(attributes, userName),
    active: active as boolean | undefined,
    role: roleIn(attributes),
    attributes,
  };
}

/** Values with the one first that is to be used. */
function chosenFirst(values: readonly Values[]): Values[] {
  const chosen = chosenOf(values);
  return [...values.filter((one) => one === chosen), ...values.filter((one) => one !== chosen)];
}

/** A name without the full one where that comes back as it was shown, beside parts that are others now. */
function withoutStale(name: Values, shown: Values): Values {
  const { formatted, ...parts } = name;
  const isNew = (part: string) => parts[part] !== undefined && parts[part] !== shown[part];
  return formatted === shown["formatted"] && (isNew("givenName") || isNew("familyName")) ? parts : name;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const listOf = (value: unknown): Values[] => (Array.isArray(value) ? (value as Values[]) : []);

function emailOf(attributes: Values, userName: string): string {
  const email = textOf(chosenOf(listOf(attributes["emails"]))?.["value"]).trim() || userName;
  if (!isEmail(email)) throw invalidValue("A user needs an email address, as userName or in emails.");
  return email;
}

/** The role that attributes name. Entra writes an object with the role as its value. */
export function roleIn(attributes: Values): Role | undefined {
  const text = textOf(chosenOf(listOf(attributes["roles"]))?.["value"]);
  if (text === "") return undefined;
  const [, inObject = text] = /"value"\s*:\s*"([^"]*)"/.exec(text) ?? [];
  const role = roleNamed(inObject.trim().toLowerCase());
  if (role === undefined)
    throw invalidValue(`There is no role ${inObject.slice(0, 100)}: ${Object.keys(Roles).join(", ")}.`);
  return role;
}

const MIN_NAME_LENGTH = 2;

/** The names that a directory gives, the best one first. */
function givenNames({ name, displayName }: Values): string[] {
  const { formatted, givenName, familyName } = (name ?? {}) as Values;
  return [textOf(formatted), `${textOf(givenName)} ${textOf(familyName)}`, textOf(displayName)];
}

const nameAmong = (names: readonly string[]): string | undefined =>
  names.map(asName).find((one) => [...one].length >= MIN_NAME_LENGTH);

/** A text without what a name can't have: other things would be mentioned by it. */
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
