import * as v from "valibot";

const ADDRESS = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\.]+(?:\.[^\s@<>"(),:;[\]\\.]+)*$/;

export const isEmail = (text: string): boolean => text.length <= 254 && ADDRESS.test(text);

export const emailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(254),
  v.check(isEmail, "Enter a valid email address."),
);
