// What other features may use of this one.
export { FieldType } from "./field-types.ts";
export { checkValue, isEmpty as isEmptyValue, type SentFieldValue, sentValuesSchema } from "./field-value.ts";
export { accessField, addField } from "./profile-fields.ts";
export { writeValue } from "./profile-values.ts";
