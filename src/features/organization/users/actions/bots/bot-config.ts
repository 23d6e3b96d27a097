import * as v from "valibot";
import { boundedRecord, boundedText } from "../../../../../protocol/bounded.ts";
import { limits } from "../../../../../protocol/limit-table.ts";

const most = limits.account.bot_config_characters;

/** What an embedded bot is configured with: names to texts. */
export const configSchema = v.pipe(
  boundedRecord("name", boundedText("description"), "names"),
  v.check((config) => JSON.stringify(config).length <= most, `{} is too long (limit: ${most} characters)`),
);
