import * as fc from "fast-check";
import type { Json } from "../../../../support/json.ts";
import { ATTRIBUTES, type Comparison, type Filter, written } from "./filter.ts";

const TEXT: readonly Comparison[] = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"];
const TIME: readonly Comparison[] = ["eq", "ne", "gt", "ge", "lt", "le"];

/** Returns the same moment, written in another time zone. */
const elsewhere = (time: string, hours: number): string => {
  const shifted = new Date(Date.parse(time) + hours * 3_600_000).toISOString();
  const sign = hours < 0 ? "-" : "+";
  return shifted.replace("Z", `${sign}${String(Math.abs(hours)).padStart(2, "0")}:00`);
};

const swapped = (text: string) =>
  [...text].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join("");

/** Generates values to compare with: existing values, parts and neighbors of these, and others. */
function valuesFor(known: readonly string[], kind: string): fc.Arbitrary<string> {
  const real = fc.constantFrom(...known);
  if (kind === "time") {
    const near = fc.tuple(real, fc.constantFrom(-86_400_000, -1, 0, 1, 86_400_000));
    return fc.oneof(
      real,
      near.map(([time, by]) => new Date(Date.parse(time) + by).toISOString()),
      fc.tuple(real, fc.constantFrom(-5, 2, 10)).map(([time, hours]) => elsewhere(time, hours)),
      fc.constantFrom("2020-01-01T00:00:00Z", "2099-12-31T23:59:59.999Z"),
    );
  }
  const slice = fc.tuple(real, fc.nat(20), fc.integer({ min: 1, max: 8 })).map(([text, from, length]) => {
    const start = Math.min(from, Math.max(0, text.length - 1));
    return text.slice(start, start + length);
  });
  const other = fc.string({ unit: fc.constantFrom(..."abcXYZ019.@-%'\"\\"), minLength: 1, maxLength: 5 });
  return fc.oneof(
    { weight: 3, arbitrary: real },
    { weight: 2, arbitrary: real.map(swapped) },
    { weight: 4, arbitrary: slice },
    other,
  );
}

/** Filters over accounts, in random notations that the grammar allows. */
export function randomFilter(accounts: readonly Json[]): fc.Arbitrary<{ filter: Filter; text: string }> {
  const known = (path: string): string[] => {
    const [first = "", second] = path.split(".");
    const values = accounts.flatMap((one) => {
      const list = Array.isArray(one[first]) ? one[first] : [one[first]];
      return list.map((part: Json) => (second ? part?.[second] : (part?.value ?? part)));
    });
    return [...new Set(values.filter((one) => typeof one === "string" && one !== ""))];
  };
  const compare = (path: string, kind: string, below = path): fc.Arbitrary<Filter> => {
    if (kind === "boolean") {
      return fc.record({
        kind: fc.constant("compare" as const),
        path: fc.constant(below),
        by: fc.constantFrom("eq" as const, "ne" as const),
        value: fc.boolean(),
      });
    }
    return fc.record({
      kind: fc.constant("compare" as const),
      path: fc.constant(below),
      by: fc.constantFrom(...(kind === "time" ? TIME : TEXT)),
      value: valuesFor(known(path), kind),
    });
  };
  const present = (path: string): fc.Arbitrary<Filter> => fc.constant({ kind: "present", path });
  const combined = (leaf: fc.Arbitrary<Filter>, depth: number): fc.Arbitrary<Filter> => {
    if (depth === 0) return leaf;
    const inner = combined(leaf, depth - 1);
    return fc.oneof(
      { weight: 3, arbitrary: leaf },
      { weight: 1, arbitrary: inner.map((of): Filter => ({ kind: "not", of })) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("and" as const), left: inner, right: inner }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("or" as const), left: inner, right: inner }) },
    );
  };
  const paths = Object.entries(ATTRIBUTES).filter(([path]) => known(path).length > 0 || path === "active");
  const inBrackets = fc.oneof(
    compare("emails.value", "text", "value"),
    compare("emails.type", "text", "type"),
    present("value"),
    present("type"),
  );
  const leaf = fc.oneof(
    { weight: 8, arbitrary: fc.oneof(...paths.map(([path, kind]) => compare(path, kind))) },
    { weight: 1, arbitrary: fc.constantFrom(...paths).chain(([path]) => present(path)) },
    { weight: 2, arbitrary: combined(inBrackets, 2).map((of): Filter => ({ kind: "values", path: "emails", of })) },
  );
  const choices = fc.array(fc.nat(59), { minLength: 7, maxLength: 31 });
  return fc.tuple(combined(leaf, 3), choices).map(([filter, chosen]) => {
    let at = 0;
    const choose = (count: number) => {
      at += 1;
      return (chosen[at % chosen.length] as number) % count;
    };
    return { filter, text: written(filter, choose) };
  });
}
