import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { pixels } from "../../scripts/data/extra-emoji.mjs";

const root = join(import.meta.dirname, "../..");
const script = join(root, "scripts/update-data.mjs");
const folder = mkdtempSync(join(tmpdir(), "parley-data-"));
afterAll(() => rmSync(folder, { recursive: true }));

const source = join(folder, "list.json");
const target = join(folder, "table");
const committed = (path: string) => readFileSync(join(root, path), "utf8");

function made(table: string, list: unknown): string {
  writeFileSync(source, JSON.stringify(list));
  execFileSync(process.execPath, [script, table, source, "--target", target]);
  return readFileSync(target, "utf8");
}

function refusal(table: string, list: unknown): string {
  writeFileSync(source, JSON.stringify(list));
  const { status, stderr } = spawnSync(process.execPath, [script, table, source, "--target", target]);
  expect(status).toBe(1);
  return String(stderr).trim();
}

describe("emoji table", () => {
  test("has one sorted line per code: the code without variation selectors, then its names in order", () => {
    const code_to_names = {
      "2764": ["heart", "love"],
      "1F44D": ["+1", "thumbs_up"],
      "1f3f3-fe0f-200d-26a7-fe0f": ["transgender_flag"],
      "1f1e6-1f1fd": ["flag_åland_islands", "flag_aland_islands"],
    };
    expect(made("emoji", { code_to_names })).toBe(
      [
        "1f1e6-1f1fd flag_åland_islands flag_aland_islands",
        "1f3f3-200d-26a7 transgender_flag",
        "1f44d +1 thumbs_up",
        "2764 heart love\n",
      ].join("\n"),
    );
  });

  test("merges the names of a code listed with and without variation selectors", () => {
    const code_to_names = { "1f441-200d-1f5e8": ["witness"], "1f441-fe0f-200d-1f5e8-fe0f": ["speech", "witness"] };
    expect(made("emoji", { code_to_names })).toBe("1f441-200d-1f5e8 witness speech\n");
  });

  test("is reproduced byte for byte from its own list", () => {
    const table = committed("src/markup/data/emoji.txt");
    const lines = table.trimEnd().split("\n");
    const emoji = lines.map((line) => line.split(" ")).map(([code, ...names]) => [code, names]);
    expect(made("emoji", { code_to_names: Object.fromEntries(emoji) })).toBe(table);
  });

  test.each([
    ["a list of another form", {}, "the list has no code_to_names"],
    ["an invalid code", { code_to_names: { "1f44d-": ["x"] } }, '"1f44d-" is no code'],
    ["a code without names", { code_to_names: { "1f44d": [] } }, "1f44d has no names"],
    ["a name with a space", { code_to_names: { "1f44d": ["a b"] } }, '"a b" of 1f44d is no name'],
    ["a name of two emoji", { code_to_names: { "1f44d": ["x"], "1f44e": ["x"] } }, '"x" names both 1f44d and 1f44e'],
  ])("rejects %s", (_, list, message) => {
    expect(refusal("emoji", list)).toBe(`update-data: ${message}`);
  });
});

describe("language table", () => {
  test("has one line per language with aliases, sorted by name, ignoring case", () => {
    const lexers = [
      ["Text only", ["text"]],
      ["aspx-cs", ["aspx-cs"]],
      ["Raw token data", []],
      ["C#", ["csharp", "c#", "cs"]],
    ];
    expect(made("languages", lexers)).toBe("aspx-cs|aspx-cs\nC#|csharp c# cs\nText only|text none\n");
  });

  test("is reproduced byte for byte from its own list", () => {
    const table = committed("src/markup/data/languages.txt");
    const lines = table
      .trimEnd()
      .split("\n")
      .map((line) => line.split("|"));
    const lexers = lines.map(([name, aliases = ""]) => [name, aliases.split(" ")]);
    expect(made("languages", lexers)).toBe(table);
  });

  test.each([
    ["a list of another form", {}, "the list is no array of lexers"],
    ["a name with a bar", [["a|b", ["x"]]], '"a|b" is no name of a language'],
    ["a language without a list of aliases", [["A", "x"]], '"A" has no list of aliases'],
    ["an alias with a space", [["A", ["a b"]]], '"a b" of A is no alias'],
    ["an alias with a capital letter", [["A", ["Ab"]]], '"Ab" of A is no alias'],
    [
      "an alias of two languages",
      [
        ["A", ["x"]],
        ["B", ["x"]],
      ],
      '"x" stands for both A and B',
    ],
  ])("rejects %s", (_, list, message) => {
    expect(refusal("languages", list)).toBe(`update-data: ${message}`);
  });
});

describe("short-name table", () => {
  test("contains only names that the emoji doesn't already have, and no unknown emoji", () => {
    const list = { "1F604": "smile", "1F44D": ["+1", "thumbsup"], "2764-FE0F": "heart", "1F3FB": "skin-tone-2" };
    expect(made("short-names", list)).toBe("1f44d thumbsup\n1f604 smile\n");
  });

  test.each([
    ["a list of another form", [], "the list is no object"],
    ["a name with a space", { "1F44D": "a b" }, '"a b" of 1f44d is no name'],
  ])("rejects %s", (_, list, message) => {
    expect(refusal("short-names", list)).toBe(`update-data: ${message}`);
  });
});

test("zulip.png matches the picture that the script draws", () => {
  const { size, rows } = pixels();
  const picture = readFileSync(join(root, "src/features/organization/emoji/zulip.png"));
  const data = picture.subarray(picture.indexOf("IDAT") + 4, picture.indexOf("IEND") - 8);
  const lines = inflateSync(data);
  const shown = Array.from({ length: size }, (_, y) => {
    const start = y * (size * 4 + 1) + 1;
    return lines.subarray(start, start + size * 4);
  });
  expect(Buffer.concat(shown).equals(rows)).toBe(true);
  execFileSync(process.execPath, [script, "extra-emoji", "--target", target]);
  expect(readFileSync(target).subarray(0, 8)).toEqual(picture.subarray(0, 8));
});

test("update-data prints its usage for an unknown table", () => {
  expect(refusal("other", {})).toMatch(/^update-data: usage: node scripts\/update-data.mjs emoji FILE/);
});

describe("list of common passwords", () => {
  test("is reproduced byte for byte from its own list", () => {
    const table = committed("src/util/common-passwords.txt");
    expect(made("passwords", table.trimEnd().split(/[ \n]/))).toBe(table);
  });

  test("rejects a list that is too short", () => {
    expect(refusal("passwords", ["123456"])).toBe("update-data: the list has fewer than 5000 passwords");
  });
});
