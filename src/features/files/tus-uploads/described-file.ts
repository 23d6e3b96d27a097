import * as v from "valibot";
import { boundedText } from "../../../protocol/bounded.ts";

export const describedSchema = v.object({
  name: boundedText("name"),
  content_type: boundedText("name"),
  image: v.optional(v.object({ width: v.number(), height: v.number(), animated: v.boolean() })),
});
export type DescribedFile = v.InferOutput<typeof describedSchema>;
