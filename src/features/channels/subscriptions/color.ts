import * as v from "valibot";
import { boundedText } from "../../../protocol/bounded.ts";

/** A color, normalized to lowercase. */
export const colorSchema = v.pipe(
  boundedText("word"),
  v.check((color) => /^#[0-9a-f]{6}$/i.test(color), "{} is not a valid hex color code"),
  v.toLowerCase(),
);
