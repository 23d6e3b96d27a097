import { readFileSync } from "node:fs";
import { type DefaultedName, SETTINGS, type SettingName } from "../../config/settings.ts";
import { Failure } from "../os/failure.ts";
import { faultOf } from "./check-setting.ts";

/**
 * A value given for a setting, and a description of its source: an option, an environment variable, a line of a file.
 */
export interface SettingSource {
  readonly text: string;
  readonly by: string;
}
export type GivenSettings = ReadonlyMap<SettingName, SettingSource>;

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export const environmentName = (name: SettingName) => (SETTINGS[name].where === "machine" ? `PARLEY_${name}` : name);

/** Returns a setting's option without dashes, and the placeholder for its value, if it takes one. */
export function optionOf(name: SettingName): { flag: string; value: string | undefined } | undefined {
  const [flag, value] = SETTINGS[name].option?.split(" ") ?? [];
  return flag === undefined ? undefined : { flag, value };
}

export function givenByOptions(values: Readonly<Record<string, unknown>>): GivenSettings {
  const given = new Map<SettingName, SettingSource>();
  for (const name of SETTING_NAMES) {
    const option = optionOf(name);
    const value = option && values[option.flag];
    if (option === undefined || value === undefined) continue;
    const by = `--${option.flag}`;
    const text = value === true ? "on" : String(value).trim();
    given.set(name, { text: option.value === "FILE" ? readGivenFile(by, text) : text, by });
  }
  return given;
}

export function givenByEnvironment(environment: NodeJS.ProcessEnv): GivenSettings {
  const given = new Map<SettingName, SettingSource>();
  for (const name of SETTING_NAMES) {
    const by = environmentName(name);
    const text = environment[by]?.trim();
    if (text) given.set(name, { text, by });
  }
  return given;
}

function readGivenFile(by: string, path: string) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Failure(`${by}: ${(error as Error).message}`, 2);
  }
}

export const faultsIn = (given: GivenSettings): string[] =>
  [...given].flatMap(([name, { text, by }]) => {
    const fault = faultOf(SETTINGS[name], text);
    return fault === undefined ? [] : [`${by} ${fault}`];
  });

export const soundOf = (given: GivenSettings): GivenSettings =>
  new Map([...given].filter(([name, { text }]) => faultOf(SETTINGS[name], text) === undefined));

/** Settings of one start. The first source with a value wins. */
export class StartSettings {
  readonly #given: GivenSettings;

  constructor(...layers: GivenSettings[]) {
    this.#given = new Map(layers.toReversed().flatMap((layer) => [...layer]));
  }

  given(name: SettingName): SettingSource | undefined {
    return this.#given.get(name);
  }

  text(name: DefaultedName): string {
    return this.given(name)?.text ?? SETTINGS[name].ownDefault ?? SETTINGS[name].default ?? "";
  }

  json<Value>(name: SettingName, instead: Value): Value {
    const given = this.given(name);
    return given === undefined ? instead : JSON.parse(given.text);
  }

  /** Returns the Worker's variables: given values, and defaults that differ here from the Worker's. */
  vars(): Record<string, string> {
    const values = SETTING_NAMES.flatMap((name) => {
      const { where, ownDefault } = SETTINGS[name];
      const text = where === undefined ? (this.given(name)?.text ?? ownDefault) : undefined;
      return text === undefined ? [] : [[name, text]];
    });
    return Object.fromEntries(values);
  }
}

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
