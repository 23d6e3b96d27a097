import { afterEach, describe, expect, test } from "vitest";
import { speechFor } from "../../../src/web/words/language/language.ts";
import { chooseHours, speak } from "../../../src/web/words/language/speech.ts";
import {
  ageOf,
  clockTime,
  clockTimeIn,
  dayAndTime,
  dayAndTimeWithin,
  dayName,
  dayNumber,
  distanceTime,
  fullTime,
  relativeTime,
  shortTime,
  shortTimeWithin,
} from "../../../src/web/words/time.ts";

/** Unix time of a local time in the tests' time zone. */
const at = (...parts: [year: number, month: number, day: number, hour: number, minute: number]) => {
  const [year, month, ...rest] = parts;
  return new Date(year, month - 1, ...rest).getTime() / 1000;
};
const now = at(2026, 11, 21, 14, 5);

const speakAs = (tag: string) => speak(speechFor([tag], []));
afterEach(() => {
  speakAs("en");
  chooseHours(null);
});

describe("time formatting", () => {
  test("shows the hour today, then the day, then the date in lists", () => {
    speakAs("en-GB");
    const times = [
      at(2026, 11, 21, 9, 3),
      at(2026, 11, 20, 23, 59),
      at(2026, 11, 17, 12, 0),
      at(2026, 11, 14, 12, 0),
      at(2026, 3, 3, 12, 0),
      at(2025, 12, 31, 12, 0),
    ];
    expect(times.map((time) => shortTime(time, now))).toEqual([
      "09:03",
      "Yesterday",
      "Tuesday",
      "14 Nov",
      "3 Mar",
      "31 Dec 2025",
    ]);
  });

  test("shows how long ago something was in lists of conversations", () => {
    const times = [now, now - 59, now - 60, now - 3599, now - 3600, at(2026, 11, 21, 0, 5), at(2026, 11, 20, 23, 0)];
    expect(times.map((time) => ageOf(time, now))).toEqual(["now", "now", "1m", "59m", "1h", "14h", "Yesterday"]);
    // Shortly after midnight, what was a moment ago isn't "yesterday".
    expect(ageOf(at(2026, 11, 20, 23, 30), at(2026, 11, 21, 0, 10))).toBe("40m");
    speakAs("de");
    expect([ageOf(now, now), ageOf(now - 300, now), ageOf(now - 7200, now)]).toEqual(["jetzt", "5 Min.", "2 Std."]);
  });

  test("names days in the reader's language for date separators", () => {
    speakAs("de");
    const times = [at(2026, 11, 21, 0, 0), at(2026, 11, 20, 8, 0), at(2026, 11, 14, 8, 0), at(2025, 11, 14, 8, 0)];
    expect(times.map((time) => dayName(time, now))).toEqual([
      "Heute",
      "Gestern",
      "Samstag, 14. November",
      "Freitag, 14. November 2025",
    ]);
    expect(dayAndTime(at(2026, 11, 22, 9, 0), now)).toBe("Morgen, 09:00");
  });

  test("capitalizes the day at the start of a text, even if the language writes days in lower case", () => {
    const saturday = at(2026, 11, 14, 8, 0);
    const named = ["es", "fr"].map((language) => {
      speakAs(language);
      return [dayName(saturday, now), shortTime(at(2026, 11, 17, 12, 0), now)];
    });
    expect(named).toEqual([
      ["Sábado, 14 de noviembre", "Martes"],
      ["Samedi 14 novembre", "Mardi"],
    ]);
  });

  test("uses the language's capitalization within a sentence", () => {
    const [tomorrow, tuesday, monday] = [at(2026, 11, 22, 9, 0), at(2026, 11, 17, 12, 0), at(2026, 11, 30, 9, 0)];
    const named = ["en-GB", "de", "es", "fr"].map((language) => {
      speakAs(language);
      return [dayAndTimeWithin(tomorrow, now), dayAndTimeWithin(monday, now), shortTimeWithin(tuesday, now)];
    });
    expect(named).toEqual([
      ["tomorrow, 09:00", "Monday 30 November, 09:00", "Tuesday"],
      ["morgen, 09:00", "Montag, 30. November, 09:00", "Dienstag"],
      ["mañana, 9:00", "lunes, 30 de noviembre, 9:00", "martes"],
      ["demain, 09:00", "lundi 30 novembre, 09:00", "mardi"],
    ]);
  });

  test("uses the 24-hour or 12-hour clock as the account prefers", () => {
    speakAs("en-US");
    const evening = at(2026, 11, 21, 21, 30);
    const shown = () =>
      [null, true, false].map((choice) => {
        chooseHours(choice);
        return clockTime(evening).replace(/\s/, " ");
      });
    expect(shown()).toEqual(["9:30 PM", "21:30", "9:30 PM"]);
    speakAs("de");
    expect(shown()).toEqual(["21:30", "21:30", "9:30 PM"]);
    expect(clockTimeIn("Asia/Tokyo", Date.UTC(2026, 10, 21, 12, 30) / 1000).replace(/\s/, " ")).toBe("9:30 PM");
    speakAs("en-US");
    expect(fullTime(evening)).toContain("Saturday, November 21, 2026");
  });

  test("shows relative times in the largest unit that fits", () => {
    const before = [20, 5 * 60, 3 * 3600, 26 * 3600, 9 * 86_400, 70 * 86_400, 800 * 86_400];
    expect(before.map((seconds) => relativeTime(now - seconds, now))).toEqual([
      "just now",
      "5 minutes ago",
      "3 hours ago",
      "yesterday",
      "9 days ago",
      "2 months ago",
      "2 years ago",
    ]);
    expect(distanceTime(now + 7200, now)).toBe("in 2 hours");
  });

  test("never shows a past time as in the future, even if this device's clock is slow", () => {
    expect(relativeTime(now + 37 * 60, now)).toBe("just now");
  });

  test("dayNumber counts days without gaps, whatever their length", () => {
    const noons = Array.from({ length: 400 }, (_none, day) => dayNumber(at(2026, 1, 1 + day, 12, 0)));
    expect(noons.map((day) => day - (noons[0] ?? 0))).toEqual(noons.map((_day, index) => index));
  });
});
