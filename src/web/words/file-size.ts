import { cachedFormat } from "./format.ts";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

const sizes = cachedFormat((locale) =>
  UNITS.map(
    (unit) =>
      new Intl.NumberFormat(locale, {
        ...{ style: "unit", unit, maximumFractionDigits: 1 },
        // The short form would be "8 byte".
        unitDisplay: unit === "byte" ? "long" : "short",
      }),
  ),
);

/** Formats a size, such as "1.2 MB". */
export function fileSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const value = bytes / 1000 ** step;
  return sizes()[step]?.format(value >= 10 ? Math.round(value) : value) ?? String(bytes);
}
