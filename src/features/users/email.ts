import * as v from "valibot";

/** An address that mail could be sent to. */
export const emailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(254),
  v.check((email) => /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\.]+(?:\.[^\s@<>"(),:;[\]\\.]+)*$/.test(email), "Enter a valid email address."),
);
