import * as v from "valibot";

/** True for http and https URLs. URLs with other schemes can run code when a user follows them. */
export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** A URL that clients show as a link. */
export const webAddress = v.pipe(v.string(), v.check(isWebAddress, "{} is not a URL"));
