import type { Entry } from "./ldap/connection.ts";

export const textsOf = ({ values }: Entry, attribute: string): string[] =>
  (values.get(attribute.toLowerCase()) ?? []).map((value) => value.toString("utf8").trim());

export const firstOf = (entry: Entry, attributes: readonly string[] = []): string | undefined =>
  attributes.flatMap((attribute) => textsOf(entry, attribute)).find((value) => value !== "");

/** Returns an entry's id, which stays the same when the entry is renamed or moved. */
export function idOf(entry: Entry, attribute: string): string {
  const [value] = entry.values.get(attribute.toLowerCase()) ?? [];
  if (value === undefined) return "";
  return attribute.toLowerCase() === "objectguid" && value.length === 16
    ? guidOf(value)
    : value.toString("utf8").trim();
}

/** Formats a GUID in Microsoft's byte order: the first three numbers are little-endian. */
function guidOf(bytes: Buffer): string {
  const hex = (from: number, to: number) => bytes.subarray(from, to).toString("hex");
  const reversed = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).reverse().toString("hex");
  return [reversed(0, 4), reversed(4, 6), reversed(6, 8), hex(8, 10), hex(10, 16)].join("-");
}

/** Normalizes an entry's name for comparison. */
export const dnKey = (dn: string): string =>
  dn
    .replace(/\\([\da-f]{2}|.)/gi, (_, escaped: string) =>
      escaped.length === 2 ? `\\${escaped}` : `\\${Buffer.from(escaped).toString("hex")}`,
    )
    .replace(/\s*([,=+])\s*/g, "$1")
    .toLowerCase();
