import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Splits the tests by runtime. Tests that use workerd's modules or scheduler, directly or indirectly, run in workerd.
 * All others run in Node, which starts at once.
 */
export function splitTests(root: string): { workerd: string[]; node: string[] } {
  const known = new Map<string, Imports>();
  const importsOf = (path: string): Imports => {
    const imports = known.get(path) ?? readImports(path);
    known.set(path, imports);
    return imports;
  };
  const needsWorkerd = (test: string): boolean => {
    const reached = new Set([join(root, test)]);
    for (const path of reached) {
      const { isOfWorkerd, files } = importsOf(path);
      if (isOfWorkerd) return true;
      for (const file of files) reached.add(file);
    }
    return false;
  };
  const exclude = ["test/process/**", "test/browser/**"];
  const tests = globSync("test/**/*.test.{ts,tsx}", { cwd: root, exclude });
  const { true: workerd = [], false: node = [] } = Object.groupBy(tests, (test) => `${needsWorkerd(test)}` as const);
  return { workerd, node };
}

interface Imports {
  readonly isOfWorkerd: boolean;
  readonly files: readonly string[];
}

function readImports(path: string): Imports {
  const code = readFileSync(path, "utf8").replace(/^(?:import|export) type [^;]*;/gm, "");
  const named = [...code.matchAll(/(?:\bfrom |^import |\bimport\()\s*"([^"?]+)"/gm)].map(([, name = ""]) => name);
  return {
    isOfWorkerd: named.some((name) => name.startsWith("cloudflare:")) || /\bscheduler\.wait\(/.test(code),
    files: named.filter((name) => /^\..*\.tsx?$/.test(name)).map((name) => join(dirname(path), name)),
  };
}
