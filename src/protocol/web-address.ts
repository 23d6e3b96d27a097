import * as v from "valibot";

/** Whether a text is an address on the web: of other schemes, some run what they hold where somebody follows them. */
export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** Every address that clients are told and people may follow. */
export const webAddress = v.pipe(v.string(), v.check(isWebAddress, "{} is not a URL"));
