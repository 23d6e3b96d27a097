import * as v from "valibot";
import { textParameter } from "../../../api/parameter.ts";
import { boundedText } from "../../../protocol/bounded.ts";

/** The only credential type of Web Authentication. */
export const CREDENTIAL_TYPE = "public-key" as const;

/** Time a browser gives the user to find their key, in milliseconds. */
export const TIMEOUT = 300_000;

/** A user's name for one of their passkeys. */
export const nameSchema = textParameter(v.pipe(boundedText("word"), v.trim(), v.minLength(1)));
