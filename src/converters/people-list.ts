import { ArchiveError } from "../archive-format/archive-error.ts";
import type { ListedPerson } from "./conversion.ts";

const MAX_PEOPLE_CHARACTERS = 2_000_000;
const ADDRESS = /^[^\s@,;"<>]{1,200}@[^\s@,;"<>]{1,200}$/;

/**
 * Parses a people list, as saved by spreadsheet programs: an id or name from the archive, an address, and a name, in
 * this order, separated by commas, semicolons or tabs. The address or the name can be missing. A header line is
 * skipped.
 */
export function readPeopleList(text: string): ReadonlyMap<string, ListedPerson> {
  if (text.length > MAX_PEOPLE_CHARACTERS) throw new ArchiveError("The list of people is too long.");
  const plain = text.replace(/^\uFEFF/, "");
  const [firstLine = ""] = plain.split("\n", 1);
  const separator = [",", ";", "\t"].find((one) => firstLine.includes(one)) ?? ",";
  const people = new Map<string, ListedPerson>();
  for (const [index, [id = "", address = "", name = ""]] of parseRows(plain, separator).entries()) {
    const isHeading =
      index === 0 && !address.includes("@") && /^(?:id|user.?id|user|username|name|slack.?id)$/i.test(id);
    if (isHeading || id + address + name === "") continue;
    const problem =
      id === "" || address + name === ""
        ? "it needs an id, and an address or a name"
        : address !== "" && !ADDRESS.test(address)
          ? "this isn't an email address"
          : people.has(id.toLowerCase())
            ? "it names someone a second time"
            : undefined;
    if (problem !== undefined) throw new ArchiveError(`The list of people, line ${index + 1}: ${problem}.`);
    people.set(id.toLowerCase(), { address: address.toLowerCase(), name });
  }
  return people;
}

/**
 * Parses the rows of a CSV (RFC 4180). Written by hand, because a single expression suffices, and libraries are larger
 * than all converters together.
 */
function parseRows(text: string, separator: string): string[][] {
  const field = new RegExp(`(?:"((?:[^"]|"")*)"|((?!")[^${separator}\\r\\n]*))(${separator}|\\r?\\n|\\r|$)`, "y");
  const rows: string[][] = [[]];
  for (let at = 0; at < text.length; at = field.lastIndex) {
    field.lastIndex = at;
    const found = field.exec(text);
    if (found === null)
      throw new ArchiveError(`The list of people, line ${rows.length}: a quotation mark has no other.`);
    const [, quoted, plain = "", end] = found;
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end !== separator) rows.push([]);
  }
  return rows;
}
