import * as v from "valibot";
import { parseNamed } from "../../../api/issue.ts";
import { stored } from "../../../database/stored.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { defaultExternalAccounts } from "../../../protocol/limits.ts";
import { MAX_FIELD_CHOICE_LENGTH } from "../../../protocol/text-lengths.ts";
import { isWebAddress } from "../../../protocol/web-address.ts";
import { FieldType } from "./field-types.ts";

const MAX_CHARACTERS = 50_000;
/** Placeholder for the username in an external account's URL pattern. */
const USERNAME = "%(username)s";
/** Maximum length of `field_data` in a request, where JSON may escape each character. */
export const MAX_SENT_CHARACTERS = 12 * MAX_CHARACTERS;
const notBlank = v.pipe(v.string(), v.minLength(1));

const choicesSchema = v.record(
  v.string(),
  v.strictObject({ text: v.pipe(notBlank, v.maxCodePoints(MAX_FIELD_CHOICE_LENGTH)), order: notBlank }),
);
const accountSchema = v.strictObject({
  subtype: notBlank,
  url_pattern: v.optional(v.pipe(v.string(), v.maxCodePoints(1024))),
});

type Choices = v.InferOutput<typeof choicesSchema>;

/** Checks the `field_data` of a field. Returns the string to store: JSON, or "" for types without data. */
export function checkFieldData(type: FieldType, data: unknown): string {
  switch (type) {
    case FieldType.select:
      return checkSize(JSON.stringify(checkChoices(parseNamed("field_data", choicesSchema, data))));
    case FieldType.externalAccount:
      return checkSize(JSON.stringify(checkAccount(parseNamed("field_data", accountSchema, data))));
    default:
      return "";
  }
}

/** Throws if `field_data` is too long. Each change to a field sends all fields to each client. */
function checkSize(field_data: string): string {
  if (field_data.length > MAX_CHARACTERS)
    throw badRequest(`field_data is too long (limit: ${MAX_CHARACTERS} characters)`);
  return field_data;
}

const readChoices = stored(
  "profile_fields.field_data",
  v.record(v.string(), v.object({ text: v.string(), order: v.string() })),
  () => ({}),
);
const readAccount = stored(
  "profile_fields.field_data",
  v.object({ subtype: v.string(), url_pattern: v.optional(v.string()) }),
  () => ({ subtype: "" }),
);

export const choicesOf = (field_data: string): Choices => readChoices(field_data);

/**
 * Returns the default external account that a field is for, which determines the field's name and hint. Undefined for
 * other fields.
 */
export const knownAccount = (type: FieldType, field_data: string) => {
  if (type !== FieldType.externalAccount) return undefined;
  const { subtype } = readAccount(field_data);
  return Object.entries(defaultExternalAccounts).find(([name]) => name === subtype)?.[1];
};

function checkChoices(choices: Choices): Choices {
  const texts = Object.values(choices).map(({ text }) => text);
  if (texts.length === 0) throw badRequest("Field must have at least one choice.");
  if (Object.keys(choices).some((value) => value.trim() === "")) throw badRequest("'value' cannot be blank.");
  if (new Set(texts).size < texts.length) throw badRequest("Field must not have duplicate choices.");
  return choices;
}

function checkAccount(account: v.InferOutput<typeof accountSchema>) {
  const { subtype, url_pattern } = account;
  if (subtype !== "custom") {
    if (!Object.hasOwn(defaultExternalAccounts, subtype)) throw badRequest("Invalid external account type");
    return { subtype };
  }
  if (url_pattern === undefined) throw badRequest("Custom external account must define URL pattern");
  const isPattern = url_pattern.split(USERNAME).length === 2 && isWebAddress(url_pattern.replace(USERNAME, "name"));
  if (!isPattern) throw badRequest("Malformed URL pattern.");
  return { subtype, url_pattern };
}
