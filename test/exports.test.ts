import { expect, test } from "vitest";
import { readTexts } from "./support/read-texts.ts";

const sources = readTexts(import.meta.dirname, "../src/**/*.{ts,tsx}");
const tests = readTexts(import.meta.dirname, "./**/*.{ts,tsx}");
/** Bench measures and commands use parts of the program too. */
const others: Record<string, string> = {
  ...readTexts(import.meta.dirname, "../bench/**/*.ts"),
  ...readTexts(import.meta.dirname, "../scripts/**/*.mjs"),
};

/** The root of the Worker. Its exports are for the platform. */
const ROOT = "../src/worker.ts";

/** Exports that only tests use, with the reason. */
const FOR_TESTS: Readonly<Record<string, string>> = {
  "../src/config/settings.ts SETTING_GROUPS": "of which a test makes parley.example.toml",
  "../src/realm/schema.ts breaking":
    "a kind of schema step that no feature has needed yet (docs/internals/contributing.md)",
  "../src/web/model/apply.ts changesState": "by which tests refuse events that the client does not know",
  "../src/web/views/settings/organization/permission-rows.ts LEFT_PERMISSIONS":
    "reasons, which a test holds to the permissions there are",
};

/** Translations are found by the name of their catalog. */
const TRANSLATIONS = /^..\/src\/web\/words\/[a-z]{2}\//;
const catalogs = new Set(
  Object.values(sources).flatMap((code) => [...code.matchAll(/ catalog\("(\w+)"/g)].map(([, name]) => name)),
);

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/[^\n]*/gm, "");
/** The names in braces, as exported by their file or as used here. */
const names = (braces: string, as: "there" | "here") =>
  braces
    .split(",")
    .map(
      (name) =>
        name
          .trim()
          .replace(/^type\s+/, "")
          .split(/\s+as\s+/)
          .at(as === "there" ? 0 : -1) ?? "",
    )
    .filter((name) => name !== "");

function target(path: string, relative: string): string {
  const parts = path.split("/").slice(0, -1);
  for (const part of relative.split("/")) {
    if (part === ".." && parts.at(-1) !== "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** A file's named imports, and the files it imports as a whole, with their own code. */
function importsOf([path, raw]: [string, string]) {
  const code = withoutComments(raw);
  const named = [...code.matchAll(/(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*"(\.[^"]+)"/g)];
  // Types in the comments of scripts are imports too.
  const text = path.endsWith(".mjs") ? raw : code;
  const whole = [...text.matchAll(/import\s*(?:\*\s*as\s+\w+\s+from\s*|\(\s*)"(\.[^"]+)"/g)];
  return {
    named: named.flatMap(([, braces = "", from = ""]) =>
      names(braces, "there").map((name) => `${target(path, from)} ${name}`),
    ),
    whole: whole.map(([, from = ""]) => ({ file: target(path, from), text })),
    /** The names under which a file lets others load a third one as a whole. */
    loads: [...code.matchAll(/^export const (\w+) = \(\) => import\("(\.[^"]+)"\)/gm)].map(([, name, from = ""]) => ({
      by: `${path} ${name}`,
      file: target(path, from),
    })),
    text,
  };
}

function exportsOf(code: string): string[] {
  const declared = code.matchAll(
    /^export\s+(?:async\s+)?(?:const|let|function\*?|class|interface|type|enum)\s+(\w+)/gm,
  );
  const listed = code.matchAll(/^export\s+(?:type\s+)?\{([^}]*)\}/gm);
  return [
    ...[...declared].map(([, name = ""]) => name),
    ...[...listed].flatMap(([, braces = ""]) => names(braces, "here")),
  ];
}

/** Returns a function that tells whether any of these files import a name of a file. */
function readersOf(files: Readonly<Record<string, string>>) {
  const imports = Object.entries(files).map(([path, raw]) =>
    importsOf([path.startsWith("./") ? `../test/${path.slice(2)}` : path, raw]),
  );
  const named = new Set(imports.flatMap((one) => one.named));
  const loads = imports.flatMap((one) => one.loads);
  const loaded = imports.flatMap(({ named, text }) =>
    loads.filter(({ by }) => named.includes(by)).map(({ file }) => ({ file, text })),
  );
  const whole = Map.groupBy([...imports.flatMap((one) => one.whole), ...loaded], ({ file }) => file);
  return (file: string, name: string) =>
    named.has(`${file} ${name}`) || (whole.get(file) ?? []).some(({ text }) => has(text, name));
}

const has = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text);

test("every export is imported by another program file, or by tests if its own file uses it", () => {
  const [isUsed, isTested] = [readersOf({ ...sources, ...others }), readersOf(tests)];
  const unused = Object.entries(sources).flatMap(([file, raw]) => {
    const code = withoutComments(raw);
    return exportsOf(code)
      .filter((name) => {
        if (file === ROOT || isUsed(file, name)) return false;
        if (TRANSLATIONS.test(file) && catalogs.has(name)) return false;
        const usesItself = code.split(new RegExp(`\\b${name}\\b`)).length > 2;
        return !(usesItself && isTested(file, name));
      })
      .map((name) => `${file} ${name}`);
  });
  expect(unused.sort()).toEqual(Object.keys(FOR_TESTS).sort());
});
