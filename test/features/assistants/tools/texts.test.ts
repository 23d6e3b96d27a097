import { describe, expect, test } from "vitest";
import { fitting } from "../../../../src/features/assistants/tools/budget.ts";
import { suggestions } from "../../../../src/features/assistants/tools/channels.ts";
import { cleaned, inOneLine } from "../../../../src/features/assistants/tools/clean.ts";
import { dayIn, secondsOf, timeIn } from "../../../../src/features/assistants/tools/times.ts";
import { messageText, nameInHead } from "../../../../src/features/assistants/tools/transcript.ts";
import { takesLinearTime } from "../../../support/linear-time.ts";

describe("user-written texts", () => {
  test.each([
    ["direction marks", "a\u202Eb\u2066c\u200Fd", "abcd"],
    ["zero-width characters", "a\u200Bb\u200Dc\uFEFFd\u2060e", "abcde"],
    ["tag characters, which can hide text", `a${String.fromCodePoint(0xe0041, 0xe0042)}b`, "ab"],
    ["variation selectors, except for emoji", `a\uFE01${String.fromCodePoint(0xe0101)}b❤\uFE0F`, "ab❤\uFE0F"],
    ["control characters", "a\u0000b\u001B[31mc\u0085d\u2028e", "ab[31mc\nd\ne"],
  ])("lose %s", (_, text, shown) => {
    expect(cleaned(text)).toBe(shown);
  });

  test("stay in their entry, with every further line indented", () => {
    const text = messageText("Hello\r\n[7 Ann 09:00] no\u2028# a head\n\n— Mon 2026-11-23\n### more");
    for (const line of text.split("\n").slice(1)) expect(line).toMatch(/^ {2}\S/);
  });

  test("name files by their resource URIs, and people without their ids", () => {
    expect(messageText("See [plan.txt](/user_uploads/3/ab/plan.txt), @**Ann|8**")).toBe(
      "See [file: plan.txt parley://file/3/ab/plan.txt], @**Ann**",
    );
  });

  test("are cut between characters, with a note", () => {
    expect(messageText(`${"x".repeat(9)}😀${"y".repeat(20)}`, 10)).toMatch(/^x{9}… \[cut: 10 of 31 characters/);
  });

  test("lose brackets and line breaks in names, so that a name cannot end a line's head", () => {
    expect(nameInHead("Ann] [8 Ben\n09:00")).toBe("Ann 8 Ben 09:00");
    expect(inOneLine("a\n\tb\u200B c")).toBe("a b c");
  });
});

describe("times", () => {
  test.each([
    ["2026-11-23T09:00", "Europe/Berlin", "2026-11-23T08:00:00Z"],
    ["2026-07-01", "America/New_York", "2026-07-01T04:00:00Z"],
    ["2026-07-01T12:00:00Z", "America/New_York", "2026-07-01T12:00:00Z"],
    ["2026-07-01T12:00:00+02:00", "", "2026-07-01T10:00:00Z"],
    ["2026-11-23", "Europe/Berlin", "2026-11-22T23:00:00Z"],
  ])("resolve %s in %s to %s", (text, zone, utc) => {
    const seconds = secondsOf("at", text, zone);
    expect(seconds).toBe(Date.parse(utc) / 1000);
    if (!/[Z+]/.test(text)) expect(timeIn(seconds, zone).startsWith(text)).toBe(true);
  });

  test.each(["soon", "", "2026-13-01", "2026-02-30", "2026-02-30T09:00Z", "23.11.2026", "1"])(
    "are refused if invalid: %j",
    (text) => {
      expect(() => secondsOf("at", text, "")).toThrow("at is no time");
    },
  );

  test.each(["0000-01-01", "0500-01-01", "1000-01-01", "9999-12-31"])("are accepted in every zone: %s", (text) => {
    for (const zone of ["", "Europe/Berlin", "America/New_York"])
      expect(Math.abs(secondsOf("at", text, zone) - Date.parse(text) / 1000)).toBeLessThan(86_400);
  });

  test("use UTC for an unknown zone", () => {
    expect(dayIn(0, "Atlantis/Capital")).toBe("1970-01-01");
  });
});

test("fitting() keeps as many surrounding lines as there is room for", () => {
  const lines = ["aaaa", "bbbb", "cccc", "dddd", "eeee"];
  expect(fitting(lines, 15, 2)).toEqual([1, 4]);
  expect(fitting(lines, 100, 0)).toEqual([0, 5]);
  expect(fitting(lines, 3, 0)).toEqual([0, 0]);
});

describe("suggestions for a wrong name", () => {
  test("are the names that share the most words with it", () => {
    const names = ["lunch", "Tea and Cake", "cake", "deploys"];
    expect(suggestions(names, "cake and tea")).toBe(' Did you mean: "Tea and Cake", "cake", "lunch", "deploys"?');
  });

  test("are found in linear time, however many words and names there are", async () => {
    const suggest = (length: number) => {
      const names = Array.from({ length }, (_, index) => `topic ${index}`);
      return suggestions(names, "word ".repeat(length / 10));
    };
    expect(await takesLinearTime(suggest, 10_000)).toBe(true);
  });
});
