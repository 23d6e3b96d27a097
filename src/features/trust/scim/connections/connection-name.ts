import * as v from "valibot";
import { boundedText } from "../../../../protocol/bounded.ts";

const MOST_CHARACTERS = 60;

export const connectionName = v.pipe(
  boundedText("name"),
  v.trim(),
  v.check((name) => name !== "", "{} can't be empty"),
  v.check((name) => [...name].length <= MOST_CHARACTERS, `{} is too long (limit: ${MOST_CHARACTERS} characters)`),
);
