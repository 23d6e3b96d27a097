import { expect, test } from "vitest";

const sources: Record<string, string> = import.meta.glob("../src/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const tests: Record<string, string> = import.meta.glob("./**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const others: Record<string, string> = {
  ...Object.fromEntries(Object.entries(tests).map(([path, code]) => [path.replace("./", "../test/"), code])),
  ...import.meta.glob("../bench/**/*.ts", { query: "?raw", import: "default", eager: true }),
  ...import.meta.glob("../scripts/**/*.mjs", { query: "?raw", import: "default", eager: true }),
};

/** The two roots, whose exports are for the platform. */
const ROOTS = ["../src/worker.ts", "../src/realm-object.ts"];

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/[^\n]*/gm, "");
/** The names in braces, as the file has them that they come from, or as they are called here. */
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

function importsOf([path, raw]: [string, string]): string[] {
  const code = withoutComments(raw);
  const named = [...code.matchAll(/(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*"(\.[^"]+)"/g)];
  const whole = [...code.matchAll(/import\s*(?:\*\s*as\s+\w+\s+from\s*|\(\s*)"(\.[^"]+)"/g)];
  return [
    ...named.flatMap(([, braces = "", from = ""]) =>
      names(braces, "there").map((name) => `${target(path, from)} ${name}`),
    ),
    ...whole.map(([, from = ""]) => `${target(path, from)} *`),
  ];
}

function exportsOf([path, raw]: [string, string]): string[] {
  const code = withoutComments(raw);
  const declared = code.matchAll(
    /^export\s+(?:async\s+)?(?:const|let|function\*?|class|interface|type|enum)\s+(\w+)/gm,
  );
  const listed = code.matchAll(/^export\s+(?:type\s+)?\{([^}]*)\}/gm);
  return [
    ...[...declared].map(([, name = ""]) => name),
    ...[...listed].flatMap(([, braces = ""]) => names(braces, "here")),
  ].map((name) => `${path} ${name}`);
}

test("what a file exports, another one imports; what it does not export, it uses, as lint sees to", () => {
  const imported = new Set([...Object.entries(sources), ...Object.entries(others)].flatMap(importsOf));
  const unused = Object.entries(sources)
    .filter(([path]) => !ROOTS.includes(path) && !imported.has(`${path} *`))
    .flatMap(exportsOf)
    .filter((one) => !imported.has(one));
  expect(unused).toEqual([]);
});
