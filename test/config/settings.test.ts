import { describe, expect, test } from "vitest";
import { SETTING_GROUPS, SETTINGS, type SettingName } from "../../src/config/settings.ts";
import { readTexts } from "../support/read-texts.ts";

const sources = readTexts(import.meta.dirname, "../../src/**/*.ts", "!../../src/web/**");
const texts = readTexts(import.meta.dirname, "../../wrangler.toml");

const names = Object.keys(SETTINGS) as SettingName[];
const TABLE = "config/settings.ts";

/** Program files that name a setting as a whole word. */
const filesNaming = (name: string): string[] =>
  Object.entries(sources)
    .filter(([, text]) => new RegExp(`\\b${name}\\b`).test(text.replace(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, "")))
    .map(([path]) => path.replace("../../src/", ""));

describe("a server setting", () => {
  test("has an entry in the table and a reader", () => {
    expect(filesNaming("SESSION_IDLE_DAYS")).toEqual(["config/config.ts", TABLE]);
    expect(filesNaming("OWNER_EMAIL")).toEqual(["cli/server/options.ts", TABLE]);
    for (const name of names) expect(filesNaming(name).length, name).toBeGreaterThan(1);
  });

  test("is in exactly one group of the table", () => {
    const grouped = Object.values(SETTING_GROUPS).flatMap((group) => Object.keys(group));
    expect(grouped.sort()).toEqual(names.toSorted());
  });

  test.each(names)("has a one-sentence description: %s", (name) => {
    expect(SETTINGS[name].says).toMatch(/^[A-Z][^\n]{10,125}\.$/);
  });

  test("has the same default in wrangler.toml as in the table for Cloudflare", () => {
    const [, vars = ""] = /^\[vars\]\n(.*?)^\[/ms.exec(texts["../../wrangler.toml"] ?? "") ?? [];
    const written = [...vars.matchAll(/^([A-Z_]+) = "(.*)"$/gm)].map(([, name = "", value]) => [name, value]);
    expect(written.length).toBeGreaterThan(5);
    const known = names.map((name) => [name, SETTINGS[name].cloudflareDefault ?? SETTINGS[name].default ?? ""]);
    expect(Object.fromEntries(known)).toMatchObject(Object.fromEntries(written));
    const own = names.filter((name) => SETTINGS[name].cloudflareDefault !== undefined);
    expect(Object.fromEntries(written)).toMatchObject(
      Object.fromEntries(own.map((name) => [name, SETTINGS[name].cloudflareDefault])),
    );
  });
});
