import { expect, test } from "vitest";
import { readTexts } from "../../support/read-texts.ts";

const sources = readTexts(import.meta.dirname, "../../../src/web/**/*.{ts,tsx}");

/** A component with properties: a function with a capitalized name, and the type of its first parameter. */
const COMPONENT = /(?:function|const) ([A-Z]\w*[a-z]\w*)(?:<[^>(]*>)?(?: = )?\((?:\{([^}]*)\}|\w+): ([^)]*)/g;
const TYPE = /(?:interface|type) ([A-Z]\w*)(?:<[^{]*>)?([^{;]*)\{([^}]*)\}/g;
/** JSX removes these names from a component's properties. */
const TAKEN = /(?:^|[\s,;{])(?:key|ref)\??:/;
const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");

/** The components in a file that declare a property they can never get. */
function lackingIn(code: string): string[] {
  const text = withoutComments(code);
  const types = new Map([...text.matchAll(TYPE)].map(([, name = "", above = "", body = ""]) => [name, above + body]));
  const isTaken = (type: string, seen: readonly string[]): boolean =>
    TAKEN.test(type) ||
    (heads(type).match(/\b[A-Z]\w*/g) ?? []).some(
      (name) => !seen.includes(name) && types.has(name) && isTaken(types.get(name) ?? "", [...seen, name]),
    );
  return [...text.matchAll(COMPONENT)].flatMap(([, name = "", taken = "", type = ""]) =>
    /(?:^|,)\s*(?:key|ref)\b/.test(taken) || isTaken(type, []) ? name : [],
  );
}

/** A type without its properties' types: what it extends or combines. */
const heads = (type: string): string => type.replace(/: [^;}]*/g, ":");

test("no component declares a property named key or ref, which JSX does not pass on", () => {
  const found = Object.entries(sources).flatMap(([path, code]) =>
    path.endsWith(".tsx") ? lackingIn(code).map((name) => `${path.replace("../../../", "")}: ${name}`) : [],
  );
  expect(found).toEqual([]);
});

test.for([
  [
    "interface Secrets { readonly name: string; readonly key: string }\nfunction KeyDialog(secrets: Secrets) {}",
    ["KeyDialog"],
  ],
  [
    "interface A extends B { readonly name: string }\ninterface B { ref?: string }\nconst Row = ({ name }: A) => null",
    ["Row"],
  ],
  ["function Row({ key, name }: { readonly key: string; readonly name: string }) {}", ["Row"]],
  ["interface Row { readonly key: string }\nfunction Rows({ rows }: { readonly rows: readonly string[] }) {}", []],
  [
    "interface Props { readonly row: Row }\ninterface Row { readonly key: string }\nfunction One({ row }: Props) {}",
    [],
  ],
] as const)("lackingIn finds components that declare key or ref in %s", ([code, lacking]) => {
  expect(lackingIn(code)).toEqual(lacking);
});
