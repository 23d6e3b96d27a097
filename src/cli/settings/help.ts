import { SETTINGS, type SettingName } from "../../config/settings.ts";
import { environmentName, optionOf, SETTING_NAMES } from "./setting-sources.ts";

const WIDTH = 100;
const INDENT = 25;

/**
 * Returns the help text generated from the settings table: the settings that are options, and the names of all other
 * settings.
 */
export function helpOnSettings(): string {
  const here = SETTING_NAMES.filter((name) => SETTINGS[name].where !== "cloudflare");
  const others = here.filter((name) => optionOf(name) === undefined).map(environmentName);
  return [
    ...here.flatMap((name) => describedOption(name)),
    "",
    ...wrapped(
      `All of these can also be set in parley.toml (see parley.example.toml) or in the environment, and so can: ${others.join(", ")}.`,
      WIDTH,
    ),
    "",
  ].join("\n");
}

function describedOption(name: SettingName): string[] {
  const option = optionOf(name);
  if (option === undefined) return [];
  const { says, default: always, ownDefault = always } = SETTINGS[name];
  const known = option.value === undefined || ownDefault === undefined ? "" : ` (default ${ownDefault})`;
  const lines = wrapped(`${says}${known}`, WIDTH - INDENT);
  const head = `  --${option.flag} ${option.value ?? ""}`.trimEnd();
  const column = head.length < INDENT - 1 ? head.padEnd(INDENT) : `${head}\n${" ".repeat(INDENT)}`;
  return [`${column}${lines.join(`\n${" ".repeat(INDENT)}`)}`];
}

function wrapped(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}
