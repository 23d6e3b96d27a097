import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parse, TomlError } from "smol-toml";
import { SETTINGS, type SettingName } from "../../config/settings.ts";
import { editDistance } from "../os/edit-distance.ts";
import { type GivenSettings, SETTING_NAMES, type SettingSource } from "./setting-sources.ts";

export const SETTINGS_FILE = "parley.toml";
/** Table of parley.toml that is applied on top of wrangler.toml. */
const WRANGLER_TABLE = "wrangler";

export interface SettingsFile {
  readonly path: string;
  readonly given: GivenSettings;
  /** Content that is added to wrangler.toml. */
  readonly wrangler: Readonly<Record<string, unknown>>;
  /** Errors in the file itself, each with its line and how to fix it. */
  readonly faults: readonly string[];
  /** A problem that doesn't prevent the start. */
  readonly warning: string | undefined;
}

/** @returns the named file, or otherwise the first one that exists in the folders */
export function findSettingsFile(named: string | undefined, folders: readonly string[]): string | undefined {
  if (named !== undefined) return named === "" ? undefined : resolve(named);
  return folders.map((folder) => resolve(folder, SETTINGS_FILE)).find((path) => existsSync(path));
}

export function readSettingsFile(path: string): SettingsFile {
  const given = new Map<SettingName, SettingSource>();
  const faults: string[] = [];
  let wrangler = {};
  let warning: string | undefined;
  try {
    const text = readFileSync(path, "utf8");
    const lines = keyLines(text);
    for (const [key, value] of Object.entries(parse(text))) {
      const by = `${path}:${lines.get(key) ?? 1}: ${key}`;
      if (key === WRANGLER_TABLE && isTable(value)) {
        wrangler = value;
        for (const inner of Object.keys(value).filter((inner) => isSettingKey(inner)))
          faults.push(`${path}: ${inner} is a setting of Parley: move it above the first line in brackets`);
        continue;
      }
      const read = readEntry(key, value, dirname(path));
      if ("fault" in read) faults.push(`${by} ${read.fault}`);
      else if (read.text !== "" && given.has(read.name)) faults.push(`${by} is given twice`);
      else if (read.text !== "") given.set(read.name, { text: read.text, by });
      if ("isSecret" in read && isReadByOthers(path))
        warning = `other users of this machine can read ${path}, which has secrets: ${adviceFor(path)}`;
    }
  } catch (error) {
    const { message } = error as Error;
    if ((error as NodeJS.ErrnoException).code === "EACCES") faults.push(unreadable(path));
    else if (!(error instanceof TomlError)) faults.push(`${path}: ${message}`);
    else faults.push(`${path}:${error.line}: ${message.split("\n")[0]}`);
  }
  return { path, given, wrangler, faults, warning };
}

type SettingEntry = { name: SettingName; text: string; isSecret?: true } | { fault: string };

const settingName = (key: string) => SETTING_NAMES.find((name) => name.toLowerCase() === key);
const isSettingKey = (key: string) => settingName(key) !== undefined;

const mayBeSecret = (name: SettingName) => SETTINGS[name].isSecret === true || SETTINGS[name].takes.kind === "mail";
/** A mail server's URL is only secret if it contains a password. */
export const isSecretIn = (name: SettingName, text: string) =>
  text !== "" && mayBeSecret(name) && (SETTINGS[name].isSecret === true || /:\/\/[^/@]*:[^@]*@/.test(text));

/** Settings that are secrets, or contain one. */
export const secretsIn = (given: GivenSettings): SettingName[] =>
  [...given].flatMap(([name, { text }]) => (isSecretIn(name, text) ? [name] : []));

/** @param folder the folder that a secret's file name is relative to */
function readEntry(key: string, value: unknown, folder: string): SettingEntry {
  const name = settingName(key);
  if (name !== undefined) {
    const text = settingText(name, value);
    if (text === undefined) return { fault: `takes ${formOf(name)}` };
    return { name, text, ...(isSecretIn(name, text) && { isSecret: true }) };
  }
  const ofFile = key.endsWith("_file") ? settingName(key.slice(0, -"_file".length)) : undefined;
  if (ofFile !== undefined && mayBeSecret(ofFile)) {
    if (typeof value !== "string") return { fault: "takes the path of a file in quotes" };
    try {
      return { name: ofFile, text: readFileSync(resolve(folder, value), "utf8").trim() };
    } catch (error) {
      const isForbidden = (error as NodeJS.ErrnoException).code === "EACCES";
      return {
        fault: `cannot be read: ${isForbidden ? unreadable(resolve(folder, value)) : (error as Error).message}`,
      };
    }
  }
  return { fault: `isn't a setting${nearestTo(key)}; parley.example.toml lists them` };
}

/** Returns the value as it would be in the environment, or undefined if its type is wrong. */
function settingText(name: SettingName, value: unknown): string | undefined {
  const { takes } = SETTINGS[name];
  if (takes.kind === "whole") return typeof value === "number" ? String(value) : undefined;
  if (takes.kind === "switch" && typeof value === "boolean") return value ? "on" : "off";
  if (takes.kind === "hosts" && Array.isArray(value)) return value.join(" ");
  if (takes.kind === "json" && typeof value === "object") return JSON.stringify(value);
  return typeof value === "string" ? value.trim() : undefined;
}

function formOf(name: SettingName) {
  const { takes } = SETTINGS[name];
  switch (takes.kind) {
    case "whole":
      return "a whole number, without quotes";
    case "switch":
      return "true or false";
    case "hosts":
      return 'a text in quotes, or a list such as ["one.example.org"]';
    case "json":
      return takes.of === "list" ? "a list of tables" : "a table";
    default:
      return "a text in quotes";
  }
}

/** Returns the setting that a misspelled key probably means. */
function nearestTo(key: string): string {
  const keys = [...SETTING_NAMES.map((name) => name.toLowerCase()), WRANGLER_TABLE];
  const near = keys
    .map((known) => ({ known, distance: editDistance(key.toLowerCase().replaceAll("-", "_"), known) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return near !== undefined && near.distance <= Math.max(2, key.length / 4) ? `: is it ${near.known}?` : "";
}

/** Maps each top-level key to its line, because the parser reports no positions. */
function keyLines(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  let isTop = true;
  for (const [index, line] of text.split("\n").entries()) {
    const [, table, key = table] = /^\s*(?:\[\[?\s*["']?([\w-]+)|["']?([\w-]+)["']?\s*[.=])/.exec(line) ?? [];
    if (key === undefined || found.has(key)) continue;
    if (table !== undefined) isTop = false;
    if (table !== undefined || isTop) found.set(key, index + 1);
  }
  return found;
}

export const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Returns how to protect a file with secrets. The user who runs this isn't always the file's owner: a systemd service
 * reads root's file as another user.
 */
function adviceFor(path: string) {
  const user = process.getuid?.();
  return user === undefined || statSync(path).uid === user
    ? `chmod 600 ${path}`
    : `move them to /etc/parley.env, which systemd reads as root, or give the file to the server's user (${user}) and chmod 600 it`;
}

const unreadable = (path: string) =>
  `the user that the server runs as (${process.getuid?.() ?? "?"}) can't read ${path}: give it to that user, or move its secrets to /etc/parley.env, which systemd reads as root, and chmod 644 it`;

export const isReadByOthers = (path: string) => (statSync(path).mode & 0o044) !== 0;
