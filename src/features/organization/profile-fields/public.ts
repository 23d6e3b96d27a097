// The parts of this feature that others can use.
export { type SentFieldValue, sentValuesSchema } from "./field-value.ts";
export { accessField } from "./profile-fields.ts";
export { writeValue } from "./profile-values.ts";
