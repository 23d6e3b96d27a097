import * as v from "valibot";
import { boundedRecord, boundedText } from "../../../../protocol/bounded.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import { limits } from "../../../../protocol/limit-table.ts";

const MAX_CHARACTERS = limits.account.bot_config_characters;
const IS_TOO_LONG = `{} is too long (limit: ${MAX_CHARACTERS} characters)`;

type Config = Readonly<Record<string, string>>;

const fits = (config: Config) => JSON.stringify(config).length <= MAX_CHARACTERS;

/** Configuration of an embedded bot: names to texts. */
export const configSchema = v.pipe(
  boundedRecord("name", boundedText("description"), "names"),
  v.check(fits, IS_TOO_LONG),
);

/** Returns a bot's configuration after a change, which keeps the names that the change doesn't have. */
export function changedConfig(config: Config, change: Config): Config {
  const changed = { ...config, ...change };
  if (!fits(changed)) throw badRequest(IS_TOO_LONG.replace("{}", "config_data"));
  return changed;
}
