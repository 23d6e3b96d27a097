// Generates the program's data files. The same list always gives the same bytes.
//
//   node scripts/update-data.mjs emoji FILE
//     src/markup/data/emoji.txt, from the list that a Zulip server of the chosen version serves to clients: the file
//     that `server_emoji_data_url` of its POST /register names (static/generated/emoji/emoji_api.*.json).
//   node scripts/update-data.mjs languages FILE
//     src/markup/data/languages.txt, from the lexers of the chosen version of Pygments, which this prints as JSON:
//     python3 -c 'import json; from pygments.lexers import get_all_lexers
//     print(json.dumps([lexer[:2] for lexer in get_all_lexers(plugins=False)]))'
//   node scripts/update-data.mjs short-names FILE
//     src/converters/data/short-names.txt, from en/shortcodes/iamcal.json of the package emojibase-data.
//   node scripts/update-data.mjs passwords FILE
//     src/util/common-passwords.txt, from "passwords-common" of the dictionaries of @zxcvbn-ts/language-common (JSON).
//   node scripts/update-data.mjs extra-emoji
//     src/features/organization/emoji/zulip.png, which is drawn here.
//
// --target FILE writes somewhere else.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure } from "../src/cli/os/failure.ts";
import { commonPasswordLines } from "./data/common-passwords.mjs";
import { emojiLines } from "./data/emoji.mjs";
import { png } from "./data/extra-emoji.mjs";
import { languageLines } from "./data/languages.mjs";
import { shortNameLines } from "./data/short-names.mjs";

const USAGE =
  "usage: node scripts/update-data.mjs emoji FILE | languages FILE | short-names FILE | passwords FILE | extra-emoji [--target FILE]";
const EMOJI = "src/markup/data/emoji.txt";

/** @param {string[]} words */
function made([table, source]) {
  if (table === "extra-emoji") return { at: "src/features/organization/emoji/zulip.png", content: png() };
  if (source === undefined) throw new Failure(USAGE);
  const list = () => JSON.parse(readFileSync(source, "utf8"));
  if (table === "emoji") return { at: EMOJI, content: emojiLines(list()) };
  if (table === "languages") return { at: "src/markup/data/languages.txt", content: languageLines(list()) };
  if (table === "passwords") return { at: "src/util/common-passwords.txt", content: commonPasswordLines(list()) };
  if (table === "short-names") {
    const known = readFileSync(join(import.meta.dirname, "..", EMOJI), "utf8");
    return { at: "src/converters/data/short-names.txt", content: shortNameLines(list(), known) };
  }
  throw new Failure(USAGE);
}

try {
  const { values, positionals } = parseArgs({ options: { target: { type: "string" } }, allowPositionals: true });
  const { at, content } = made(positionals);
  writeFileSync(values.target ?? join(import.meta.dirname, "..", at), content);
} catch (error) {
  console.error(`update-data: ${/** @type {Error} */ (error).message}`);
  process.exitCode = 1;
}
