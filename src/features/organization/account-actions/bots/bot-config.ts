import * as v from "valibot";
import { boundedRecord, boundedText } from "../../../../protocol/bounded.ts";
import { limits } from "../../../../protocol/limit-table.ts";

const MAX_CHARACTERS = limits.account.bot_config_characters;

/** Configuration of an embedded bot: strings by name. */
export const configSchema = v.pipe(
  boundedRecord("name", boundedText("description"), "names"),
  v.check(
    (config) => JSON.stringify(config).length <= MAX_CHARACTERS,
    `{} is too long (limit: ${MAX_CHARACTERS} characters)`,
  ),
);
