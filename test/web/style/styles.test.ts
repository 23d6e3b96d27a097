import { describe, expect, test } from "vitest";
import { readTexts } from "../../support/read-texts.ts";

const sources = readTexts(import.meta.dirname, "../../../src/web/**/*.css");
const components = readTexts(import.meta.dirname, "../../../src/web/**/*.tsx");
const filesOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([path, text]) => ({
    path: path.replace("../../../src/web/", ""),
    rules: text.replace(/\/\*[\s\S]*?\*\//g, ""),
  }));
const files = filesOf(sources);

const found = (pattern: RegExp, except: readonly string[] = []) =>
  files
    .filter(({ path }) => !except.includes(path))
    .flatMap(({ path, rules }) => [...rules.matchAll(pattern)].map(([text]) => `${path}: ${text.trim()}`));

describe("the stylesheets", () => {
  test("are found by this test", () => {
    expect(files.find(({ path }) => path === "style/tokens.css")?.rules).toContain("--ground");
  });

  test("take colors from tokens, except computed ones of users, channels and services", () => {
    const signs = ["parts/indicators/avatar.css", "parts/indicators/channel-sign.css"];
    const computed = ["style/tokens.css", ...signs, "views/settings/integrations/service-mark.css"];
    expect(found(/#[0-9a-f]{3,8}\b(?=[^{]*;)|\b(?:rgba?|hsla?|oklch|oklab)\(/gi, computed)).toEqual([]);
  });

  test("never use left and right, so that text can run in either direction", () => {
    expect(found(/[\s{;](?:(?:margin|padding|border)-)?(?:left|right)(?:-\w+)?:[^;]*;/g)).toEqual([]);
    expect(found(/(?:text-align|float|clear):\s*(?:left|right)/g)).toEqual([]);
    // Of four values the second is right and the fourth left. Only those for a phone's safe area are allowed.
    const sides = /[\s{;](?:margin|padding|inset):\s*\S+ (\S+) \S+ (?!\1;)[^\s;]+;/g;
    expect(found(sides).filter((rule) => !rule.includes("safe-area"))).toEqual([]);
  });

  test("rotate down arrows towards the end of the line in both text directions", () => {
    expect(found(/rotate(?:: |\()-90deg\)?;(?!\s*&:dir\(rtl\))/g)).toEqual([]);
  });

  test("have no transparent outline except on fields, because forced colors would show it", () => {
    expect(found(/outline: [^;]*transparent;/g)).toEqual(["parts/fields/field.css: outline: 2px solid transparent;"]);
  });

  test("truncate names of either direction at their end", () => {
    const cut = files.flatMap(({ path, rules }) =>
      [...rules.matchAll(/[^{}]*\{[^{}]*text-overflow: ellipsis;[^{}]*/g)].map(([rule]) => `${path}: ${rule.trim()}`),
    );
    expect(cut.length).toBeGreaterThan(5);
    const isOfField = (rule: string) => /(& (input|select)|:placeholder-shown) \{/.test(rule);
    expect(cut.filter((rule) => !isOfField(rule) && !rule.includes("unicode-bidi: plaintext;"))).toEqual([]);
  });

  test("name a class, attribute or field in each part of a :has(), to limit how often the page is restyled", () => {
    const lists = files.flatMap(({ path, rules }) =>
      [...rules.matchAll(/:has\(((?:[^()]|\([^()]*\))*)\)/g)].map(([, list = ""]) => ({ path, list })),
    );
    expect(lists.length).toBeGreaterThan(20);
    const isNarrow = (part: string) => /^(?:input|textarea|[.[][\w-]+)/.test(part);
    const wide = lists.filter(
      ({ list }) => /:not\(/.test(list) || !list.split(/\s*[\s,>+~]\s*/).every((part) => part === "" || isNarrow(part)),
    );
    expect(wide).toEqual([]);
  });

  test("use only variables that tokens or components define", () => {
    const declaredIn = (some: typeof files) =>
      new Set(some.flatMap(({ rules }) => [...rules.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name)));
    const undeclared = (some: typeof files, declared: ReadonlySet<string | undefined>) =>
      some.flatMap(({ path, rules }) =>
        [...rules.matchAll(/var\((--[\w-]+)\s*(,?)/g)]
          .filter(([, name, fallback]) => fallback === "" && !declared.has(name))
          .map(([, name]) => ({ path, name })),
      );
    const set = Object.values(components).flatMap((code) =>
      [...code.matchAll(/"(--[\w-]+)"/g)].map(([, name]) => name),
    );
    expect(undeclared(files, declaredIn(files).union(new Set(set)))).toEqual([]);
    // The pages that the server renders have the client's tokens and a style of their own.
    const pages = filesOf(readTexts(import.meta.dirname, "../../../src/html-pages/*.css"));
    const tokens = files.filter(({ path }) => path === "style/tokens.css");
    expect(undeclared(pages, declaredIn([...tokens, ...pages]))).toEqual([]);
  });

  test("of parts have lower priority than those of views", () => {
    const parts = files.filter(({ path }) => path.startsWith("parts/"));
    expect(
      parts.filter(({ rules }) => !rules.trimStart().startsWith("@layer parts {")).map(({ path }) => path),
    ).toEqual([]);
  });

  test("of views don't reuse the class names of parts", () => {
    const own = (rules: string, indent: string) =>
      [...rules.matchAll(new RegExp(`^${indent}(\\.[\\w-]+) \\{`, "gm"))].map(([, name]) => name);
    const ofParts = new Set(files.flatMap(({ path, rules }) => (path.startsWith("parts/") ? own(rules, "  ") : [])));
    expect(ofParts).toContain(".choice");
    const taken = files.flatMap(({ path, rules }) => (path.startsWith("views/") ? own(rules, "") : []));
    expect(taken.filter((name) => ofParts.has(name))).toEqual([]);
  });
});
