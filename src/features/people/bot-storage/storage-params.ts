import * as v from "valibot";
import { json, optional } from "../../../endpoints/parameter.ts";
import { boundedList, boundedText, sized } from "../../../protocol/bounded.ts";
import { limits } from "../../../protocol/limit-table.ts";

export const keysParam = optional(json(boundedList(boundedText("stored_value"), "entries")));

/** A JSON object as a Map. It is checked by hand, since valibot's `record` drops keys such as "constructor". */
export const storageParam = json(
  v.pipe(
    sized(v.unknown(), limits.request.form_bytes),
    v.rawTransform<unknown, ReadonlyMap<string, string>>(({ dataset: { value: given }, addIssue, NEVER }) => {
      if (typeof given !== "object" || given === null || Array.isArray(given)) {
        addIssue({ message: "{} is not a dict" });
        return NEVER;
      }
      const entries = new Map<string, string>();
      for (const [key, value] of Object.entries<unknown>({ ...given })) {
        if (typeof value === "string") entries.set(key, value);
        else addIssue({ message: `{}[${JSON.stringify(key)}] is not a string` });
      }
      return entries;
    }),
  ),
);
