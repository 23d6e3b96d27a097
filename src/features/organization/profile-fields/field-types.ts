import { customProfileFieldTypes } from "../../../protocol/limits.ts";

const { SHORT_TEXT, LONG_TEXT, SELECT, DATE, URL, USER, EXTERNAL_ACCOUNT, PRONOUNS } = customProfileFieldTypes;

export const FieldType = Object.freeze({
  shortText: SHORT_TEXT.id,
  longText: LONG_TEXT.id,
  select: SELECT.id,
  date: DATE.id,
  url: URL.id,
  user: USER.id,
  externalAccount: EXTERNAL_ACCOUNT.id,
  pronouns: PRONOUNS.id,
} as const);
export type FieldType = (typeof FieldType)[keyof typeof FieldType];

/** True if values of a type are Markdown, which is also sent as HTML. */
export const isMarkup = (type: FieldType): boolean => type === FieldType.shortText || type === FieldType.longText;

export const fitsSummary = (type: FieldType): boolean => type !== FieldType.user;
