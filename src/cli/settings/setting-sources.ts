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

  isOn(name: DefaultedName): boolean {
    return this.text(name) === "on";
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
