import * as v from "valibot";

/** Whether a text is an http or https URL. URLs of other schemes may run code when a user follows them. */
export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** The schema of URLs that clients show as links. */
export const webAddress = v.pipe(v.string(), v.check(isWebAddress, "{} is not a URL"));
