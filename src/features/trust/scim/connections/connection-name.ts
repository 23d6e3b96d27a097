import * as v from "valibot";
import { boundedText } from "../../../../protocol/bounded.ts";

const MAX_CHARACTERS = 60;

export const connectionName = v.pipe(
  boundedText("name"),
  v.trim(),
  v.check((name) => name !== "", "{} can't be empty"),
  v.check((name) => [...name].length <= MAX_CHARACTERS, `{} is too long (limit: ${MAX_CHARACTERS} characters)`),
);
