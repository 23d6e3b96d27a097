import { Failure } from "../../src/cli/os/failure.ts";

const CODE = /^[0-9a-f]{4,6}(-[0-9a-f]{4,6})*$/;
const NAME = /^[\p{L}\p{M}\p{N}_+-]+$/u;

/**
 * Returns one line per emoji, sorted: its code, its canonical name, its other names. Codes lose their variation
 * selectors, which only some versions of the published lists have.
 *
 * @param {unknown} list the list that servers publish for clients: {"code_to_names": {"1f44d": ["+1", "thumbs_up"]}}
 */
export function emojiLines(list) {
  const table = /** @type {{ code_to_names?: unknown } | null} */ (list)?.code_to_names;
  if (typeof table !== "object" || table === null) throw new Failure("the list has no code_to_names");
  /** @type {Map<string, Set<string>>} */
  const emoji = new Map();
  for (const [written, names] of Object.entries(table)) {
    const code = written.toLowerCase().replaceAll("-fe0f", "");
    if (!CODE.test(code)) throw new Failure(`"${written}" is no code`);
    if (!Array.isArray(names) || names.length === 0) throw new Failure(`${written} has no names`);
    const known = emoji.get(code) ?? new Set();
    for (const name of names) known.add(name);
    emoji.set(code, known);
  }
  checkNames(emoji);
  const codes = [...emoji.keys()].sort();
  return codes.map((code) => `${[code, ...(emoji.get(code) ?? [])].join(" ")}\n`).join("");
}

/** @param {Map<string, Set<unknown>>} emoji */
function checkNames(emoji) {
  const codes = new Map();
  for (const [code, names] of emoji) {
    for (const name of names) {
      if (typeof name !== "string" || !NAME.test(name)) throw new Failure(`"${name}" of ${code} is no name`);
      if (codes.has(name)) throw new Failure(`"${name}" names both ${codes.get(name)} and ${code}`);
      codes.set(name, code);
    }
  }
}
