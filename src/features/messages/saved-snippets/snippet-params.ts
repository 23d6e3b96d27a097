import * as v from "valibot";
import { textOf } from "../../../endpoints/parameter.ts";
import { lengthLimits } from "../../../protocol/limits.ts";

const LONGEST_TITLE = 60;

const isFilled = (text: string) => text.trim() !== "";

export const snippetParams = {
  title: textOf(
    v.pipe(v.string(), v.trim(), v.check(isFilled, "Title cannot be empty."), v.maxCodePoints(LONGEST_TITLE)),
  ),
  content: textOf(
    v.pipe(v.string(), v.check(isFilled, "Content cannot be empty."), v.maxCodePoints(lengthLimits.max_message_length)),
  ),
};
