import * as v from "valibot";
import { stored } from "../../../database/stored.ts";
import { describeIssue } from "../../../endpoints/issue.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { defaultExternalAccounts } from "../../../protocol/limits.ts";
import { isWebAddress } from "../../../protocol/web-address.ts";
import { FieldType } from "./field-types.ts";

const LONGEST = 50_000;
/** Where the account's name stands in the address of an account elsewhere. */
const NAME = "%(username)s";
/** It may come with every character of it escaped. */
export const MOST_FIELD_DATA = 12 * LONGEST;
const notBlank = v.pipe(v.string(), v.minLength(1));

const choicesSchema = v.record(
  v.string(),
  v.strictObject({ text: v.pipe(notBlank, v.maxCodePoints(100)), order: notBlank }),
);
const accountSchema = v.strictObject({
  subtype: notBlank,
  url_pattern: v.optional(v.pipe(v.string(), v.maxCodePoints(1024))),
});

type Choices = v.InferOutput<typeof choicesSchema>;

/** What a field of some type needs to know besides, as it is kept: JSON, or nothing. */
export function checkFieldData(type: FieldType, data: unknown): string {
  switch (type) {
    case FieldType.select:
      return checkSize(JSON.stringify(checkChoices(read(choicesSchema, data))));
    case FieldType.externalAccount:
      return checkSize(JSON.stringify(checkAccount(read(accountSchema, data))));
    default:
      return "";
  }
}

/** Every client is told all of it, at every change of a field. */
function checkSize(field_data: string): string {
  if (field_data.length > LONGEST) throw badRequest(`field_data is too long (limit: ${LONGEST} characters)`);
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

/** Whether a field is one of the accounts that every organization knows: its name and its form are not its own. */
export const knownAccount = (type: FieldType, field_data: string) => {
  if (type !== FieldType.externalAccount) return undefined;
  const { subtype } = readAccount(field_data);
  return Object.entries(defaultExternalAccounts).find(([name]) => name === subtype)?.[1];
};

function read<T>(schema: v.GenericSchema<unknown, T>, data: unknown): T {
  const result = v.safeParse(schema, data);
  if (!result.success) throw badRequest(describeIssue("field_data", result.issues[0]));
  return result.output;
}

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
  const isPattern = url_pattern.split(NAME).length === 2 && isWebAddress(url_pattern.replace(NAME, "name"));
  if (!isPattern) throw badRequest("Malformed URL pattern.");
  return { subtype, url_pattern };
}
