import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { choiceOf, dateIn, isLastDay, NEVER, ruleOf, timeIn } from "../../../../src/web/views/later/repeat-choice.ts";
import { zoneOf } from "../../../../src/web/views/later/repeat-text.ts";

const SOURCE = "../../../../src/web/views/later/";

/** Evaluates a client module in a separate process, because threads can't have different time zones. */
function saidIn(timeZone: string, module: string, look: string): string {
  const source = `import * as it from ${JSON.stringify(new URL(`${SOURCE}${module}`, import.meta.url))}; ${look}`;
  return execFileSync(process.execPath, ["--input-type=module", "--eval", source], {
    env: { ...process.env, TZ: timeZone },
    encoding: "utf8",
  });
}

test("a time in another zone is shown unchanged even if this device's own clock skips it", () => {
  const look = `process.stdout.write(it.valueIn("Asia/Tokyo", new Date("2027-03-28T02:30+09:00")))`;
  const shown = saidIn("Europe/Berlin", "repeat-choice.ts", look);
  expect(shown).toBe("2027-03-28T02:30");
  expect(timeIn("Asia/Tokyo", shown)).toEqual(new Date("2027-03-28T02:30+09:00"));
});

test("upcoming times are shown in their own time zone, and also in the device's if it differs", () => {
  const times = ["2027-03-28T02:30+09:00", "2027-03-28T12:00+09:00"].map((time) => Date.parse(time) / 1000);
  const zones = ["Asia/Tokyo", "Europe/Berlin", "Europe/Paris"];
  const look = `process.stdout.write(JSON.stringify(
    ${JSON.stringify(zones)}.map((zone) => ${JSON.stringify(times)}.map((time) => it.timeTexts(zone, time)))))`;
  const device = [["Saturday, March 27, 2027, 6:30 PM"], ["Sunday, March 28, 2027, 5:00 AM"]];
  expect(JSON.parse(saidIn("Europe/Berlin", "repeat-text.ts", look))).toEqual([
    [
      ["Sunday, March 28, 2027, 2:30 AM", "Saturday, March 27, 2027, 6:30 PM on this device"],
      ["Sunday, March 28, 2027, 12:00 PM", "5:00 AM on this device"],
    ],
    device,
    device,
  ]);
});

test("repetition rules use the days of the chosen time zone", () => {
  const at = new Date("2027-04-01T07:00+13:00");
  expect(isLastDay(dateIn("America/New_York", at))).toBe(true);
  expect(ruleOf({ ...NEVER, kind: "monthDay" }, at, "America/New_York")?.monthDays).toEqual([31]);
  const ending = { kind: "daily", ending: "until", until: "2027-04-30" } as const;
  expect(ruleOf({ ...NEVER, ...ending }, at, "Asia/Tokyo")?.until).toBe(Date.parse("2027-04-30T23:59:59+09:00") / 1000);
  const until = Date.parse("2027-03-28T02:30+09:00") / 1000;
  const rule = { frequency: "DAILY", interval: 1, weekdays: [], monthDays: [], until } as const;
  expect(choiceOf(rule, "Asia/Tokyo").until).toBe("2027-03-28");
});

test("an unknown time zone in a profile falls back to this device's", () => {
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(zoneOf({ timezone: "Asia/Tokyo" })).toBe("Asia/Tokyo");
  expect(zoneOf({ timezone: "Mars/Olympus" })).toBe(device);
  expect(zoneOf({ timezone: "" })).toBe(device);
});
