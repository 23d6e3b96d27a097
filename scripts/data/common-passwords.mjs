import { Failure } from "../../src/cli/os/failure.ts";

/** The first rank of each line of the table, and where the last line ends. */
const RANKS = [1, 11, 101, 501, 2001, 5001];

/**
 * Returns the most common passwords, in lower case. Each line contains the passwords from one rank on, sorted. The
 * ranks are in `RANKS`, and also in `src/util/password-guesses.ts`, which reads the table.
 *
 * @param {unknown} list passwords, the most frequent one first
 */
export function commonPasswordLines(list) {
  if (!Array.isArray(list)) throw new Failure("the list is no array");
  const passwords = [...new Set(list.map((password) => String(password).toLowerCase()))].filter((password) =>
    /^[\x21-\x7e]{3,}$/.test(password),
  );
  const last = RANKS.at(-1) ?? 0;
  if (passwords.length < last - 1) throw new Failure(`the list has fewer than ${last - 1} passwords`);
  return RANKS.slice(1)
    .map(
      (end, line) =>
        `${passwords
          .slice((RANKS[line] ?? 1) - 1, end - 1)
          .sort()
          .join(" ")}\n`,
    )
    .join("");
}
