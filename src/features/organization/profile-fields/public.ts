// What other features may use of this one.
export { type SentFieldValue, sentValuesSchema } from "./field-value.ts";
export { accessField } from "./profile-fields.ts";
export { writeValue } from "./profile-values.ts";
