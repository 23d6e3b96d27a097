import type { Entry } from "./ldap/connection.ts";

/** The values of an attribute as texts. */
export const textsOf = ({ values }: Entry, attribute: string): string[] =>
  (values.get(attribute.toLowerCase()) ?? []).map((value) => value.toString("utf8").trim());

/** The first value of the first of some attributes that has one. */
export const firstOf = (entry: Entry, attributes: readonly string[] = []): string | undefined =>
  attributes.flatMap((attribute) => textsOf(entry, attribute)).find((value) => value !== "");

/** The id of an entry, which it keeps whatever it is called and wherever it stands. */
export function idOf(entry: Entry, attribute: string): string {
  const [value] = entry.values.get(attribute.toLowerCase()) ?? [];
  if (value === undefined) return "";
  return attribute.toLowerCase() === "objectguid" && value.length === 16
    ? guidOf(value)
    : value.toString("utf8").trim();
}

/** A GUID as Microsoft writes it: the first three numbers have their least byte first. */
function guidOf(bytes: Buffer): string {
  const hex = (from: number, to: number) => bytes.subarray(from, to).toString("hex");
  const reversed = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).reverse().toString("hex");
  return [reversed(0, 4), reversed(4, 6), reversed(6, 8), hex(8, 10), hex(10, 16)].join("-");
}

/** The name of an entry in one form, by which two are compared. */
export const dnKey = (dn: string): string =>
  dn
    .replace(/\\([\da-f]{2}|.)/gi, (_, escaped: string) =>
      escaped.length === 2 ? `\\${escaped}` : `\\${Buffer.from(escaped).toString("hex")}`,
    )
    .replace(/\s*([,=+])\s*/g, "$1")
    .toLowerCase();
