import * as v from "valibot";
import { textOf } from "../../../../endpoints/parameter.ts";
import { boundedText } from "../../../../protocol/bounded.ts";

/** The only type of credentials that Web Authentication knows. */
export const CREDENTIAL_TYPE = "public-key" as const;

/** For how many milliseconds a browser lets somebody look for their key. */
export const TIMEOUT = 300_000;

/** The name that a person gives a passkey of theirs. */
export const nameSchema = textOf(v.pipe(boundedText("word"), v.trim(), v.minLength(1)));
