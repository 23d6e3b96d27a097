import * as v from "valibot";
import { textOf } from "../../../endpoints/parameter.ts";
import { lengthLimits } from "../../../protocol/limits.ts";
import { LONGEST_SNIPPET_TITLE } from "../../../protocol/text-lengths.ts";

const isFilled = (text: string) => text.trim() !== "";

export const snippetParams = {
  title: textOf(
    v.pipe(v.string(), v.trim(), v.check(isFilled, "Title cannot be empty."), v.maxCodePoints(LONGEST_SNIPPET_TITLE)),
  ),
  content: textOf(
    v.pipe(v.string(), v.check(isFilled, "Content cannot be empty."), v.maxCodePoints(lengthLimits.max_message_length)),
  ),
};
