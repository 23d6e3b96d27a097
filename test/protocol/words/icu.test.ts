import { describe, expect, test } from "vitest";
import { type Counting, type FormattedText, said } from "../../../src/protocol/words/icu.ts";
import { mistakesIn, mistakesOf } from "../../support/icu.ts";

const counting = (language: string): Counting => ({
  form: (count) => new Intl.PluralRules(language).select(count),
  number: (value) => new Intl.NumberFormat(language).format(value),
});

const says = <const Text extends string>(text: Text) => said(text, text, counting("en")) as FormattedText<Text>;

describe("a text", () => {
  test("without parameters is a string", () => {
    const text: string = says("You're all caught up");
    expect(text).toBe("You're all caught up");
  });

  test("with parameters is a function of them, in order of first appearance", () => {
    const sent = says("{name} sent {count, number} messages to {name}");
    expect(sent("Iris", 1234)).toBe("Iris sent 1,234 messages to Iris");
    expect(sent.names).toEqual(["name", "count"]);
    // @ts-expect-error: a number instead of a name
    expect(sent(1, 2)).toBeTypeOf("string");
    // @ts-expect-error: missing number
    expect(sent("Iris")).toBeTypeOf("string");
  });

  test("inserts values unchanged", () => {
    expect(says("“{text}”")("{name} '{name}' # it's")).toBe("“{name} '{name}' # it's”");
  });

  test("selects the plural form of a number", () => {
    const files = says("{count, plural, =0 {No files} one {# file of {name}} other {# files of {name}}}, as of {day}");
    expect([0, 1, 1234].map((count) => files(count, "#1", "today"))).toEqual([
      "No files, as of today",
      "1 file of #1, as of today",
      "1,234 files of #1, as of today",
    ]);
  });

  test("selects a form by its value", () => {
    const default_ = says("Default{isOn, select, true { (on)} other {}}");
    expect([default_(true), default_(false)]).toEqual(["Default (on)", "Default"]);
    const kind = says("{kind, select, a {An A} other {Another}}");
    expect([kind("a"), kind("b")]).toEqual(["An A", "Another"]);
  });

  test("keeps quoted code and apostrophes", () => {
    const text: string = says("It's #'{id}', or '{{ a | b: \"c\" }}'");
    expect(text).toBe('It\'s #{id}, or {{ a | b: "c" }}');
    expect(says("''{name}''")("Iris")).toBe("'Iris'");
  });

  test("is a function if the English text is one, even if the translation uses no parameters", () => {
    const text = said("Immer", "{isOn, select, true {On} other {Off}}", counting("de"));
    expect(typeof text === "function" && text(true)).toBe("Immer");
  });

  test("matches parameters by name in a translation", () => {
    const german = said("{to} von {name}", "{name} to {to}", counting("de"));
    expect(typeof german === "function" && german("Iris", "Omar")).toBe("Omar von Iris");
  });
});

test("mistakes in a translation are found", () => {
  const english = "{name}: {count, plural, one {# file} other {# files}}";
  const of = (text: string, language = "de") => mistakesOf(language, text, english);
  expect(of("{name}: {count, plural, one {# Datei} other {# Dateien}}")).toEqual([]);
  expect(of("{name}: {count, number}")).toEqual([]);
  expect(of("{nam}: {count, number}")).toEqual(["{nam} has no value", "does not show {name}"]);
  expect(of("{name}: {count, plural, one {eine Datei} other {# Dateien}}")).toEqual(["does not say 1 as {count}"]);
  expect(of("{name}: {count, plural, other {# plików}}", "pl")).toEqual([]);
  expect(of("{name}: {count, plural, one {# plik} other {# plików}}", "pl")).toHaveLength(1);
  for (const text of [
    "{name",
    "{name}}",
    "{count, plural, one {# Datei} other {# Dateien}",
    "{count,plural,other {#}}",
  ])
    expect(of(text).length).toBeGreaterThan(0);
  expect(mistakesIn("en", "{isOn, select, true {On}}")).toHaveLength(1);
  expect(mistakesOf("de", "etwa '{nummer}'", "such as '{id}'")).toHaveLength(1);
  expect(of(" ")).toContain("is empty");
});
