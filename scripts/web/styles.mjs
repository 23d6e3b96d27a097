/** @typedef {import("./loads.mjs").Output & { cssBundle?: string }} Output */
/** @typedef {Record<string, { imports: readonly { path: string }[] }>} Inputs */

/**
 * The styles that the page waits for, and those of what is loaded later: each source in one of them, in the order in
 * which the program imports it.
 *
 * @param {{ outputs: readonly Output[], inputs: Inputs, loads: readonly import("./join-scripts.mjs").Load[] }} built
 */
export function stylesOf({ outputs, inputs, loads }) {
  const entry = outputs.find(({ entryPoint }) => entryPoint === "src/web/main.tsx");
  const whole = outputs.find(({ path }) => entry?.cssBundle?.endsWith(path.slice("/w/".length)));
  const all = Object.keys(whole?.inputs ?? {}).filter((path) => path.endsWith(".css"));
  if (all.length === 0) throw new Error("esbuild names no style of the client");
  const paths = loads[0]?.paths ?? [];
  const sources = outputs.filter(({ path }) => paths.includes(path)).flatMap((script) => Object.keys(script.inputs));
  const needed = new Set(sources.flatMap((source) => inputs[source]?.imports.map(({ path }) => path) ?? []));
  return { first: all.filter((path) => needed.has(path)), later: all.filter((path) => !needed.has(path)) };
}
