// Lets Node import the program's sources, which are written for a bundler: they import text files, and use TypeScript
// syntax that Node can't strip. Usage: node --import ./src/cli/import/run-sources.ts FILE
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "rolldown/utils";

const sources = new URL("../../", import.meta.url).href;

registerHooks({
  load(url, context, next) {
    if (!url.startsWith(sources) || !/\.(ts|txt)$/.test(url)) return next(url, context);
    const text = readFileSync(new URL(url), "utf8");
    const source = url.endsWith(".ts") ? scriptOf(fileURLToPath(url), text) : `export default ${JSON.stringify(text)};`;
    return { format: "module", source, shortCircuit: true };
  },
});

function scriptOf(path: string, text: string) {
  const { code, map, errors } = transformSync(path, text, { sourcemap: true, tsconfig: false });
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors.map(({ message }) => message).join("; ")}`);
  const encoded = Buffer.from(JSON.stringify(map)).toString("base64");
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}`;
}
