import * as v from "valibot";
import { stored, storedAnything } from "../../database/stored.ts";
import { groupSettingValueSchema } from "../../protocol/group-setting-value.ts";

/** A row of the realm or of D1, whose columns are read as what they are declared to be. */
export class SourceRow {
  constructor(readonly columns: Readonly<Record<string, unknown>>) {}

  number(name: string): number {
    return Number(this.columns[name]);
  }

  numberOrNull(name: string): number | null {
    const value = this.columns[name];
    return value === null || value === undefined ? null : Number(value);
  }

  text(name: string): string {
    return String(this.columns[name] ?? "");
  }

  textOrNull(name: string): string | null {
    const value = this.columns[name];
    return typeof value === "string" ? value : null;
  }

  flag(name: string): boolean {
    return this.number(name) === 1;
  }

  flagOrNull(name: string): boolean | null {
    const value = this.numberOrNull(name);
    return value === null ? null : value === 1;
  }

  bytes(name: string): Uint8Array {
    const value = this.columns[name];
    return value instanceof ArrayBuffer ? new Uint8Array(value) : new Uint8Array();
  }

  /** A list of ids as JSON; none where there is no text. */
  ids(name: string): number[] {
    const text = this.textOrNull(name);
    return text === null ? [] : readIds(text);
  }

  /** Ids that are separated by commas; undefined where there is no text. */
  members(name: string): number[] | undefined {
    return this.textOrNull(name)?.split(",").map(Number);
  }

  /** Values as JSON by their names, as JSON, which is how a statement gathers rows of settings. */
  settings(name: string): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(readTexts(this.text(name))).map(([key, text]) => [key, readValue(text, key)]),
    );
  }

  /** Who has which permissions, as JSON. */
  permissions(name: string) {
    return readPermissions(this.text(name));
  }
}

const readTexts = stored("settings", v.record(v.string(), v.string()), () => ({}));
const readValue = storedAnything("settings");
const readPermissions = stored("permissions", v.record(v.string(), groupSettingValueSchema), () => ({}));
const readIds = stored("a list of ids", v.array(v.number()), () => []);
