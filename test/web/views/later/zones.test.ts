import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { choiceOf, dateIn, isLastDay, NEVER, ruleOf, timeIn } from "../../../../src/web/views/later/repeat-choice.ts";
import { zoneOf } from "../../../../src/web/views/later/repeat-text.ts";

test("a time that this device's clock skips is shown as another zone's clock shows it", () => {
  const module = new URL("../../../../src/web/views/later/repeat-choice.ts", import.meta.url);
  const look = `import { valueIn } from "${module}";
    process.stdout.write(valueIn("Asia/Tokyo", new Date("2027-03-28T02:30+09:00")));`;
  // A process of its own, because threads have no time zone of their own.
  const shown = execFileSync(process.execPath, ["--input-type=module", "--eval", look], {
    env: { ...process.env, TZ: "Europe/Berlin" },
  });
  expect(String(shown)).toBe("2027-03-28T02:30");
  expect(timeIn("Asia/Tokyo", String(shown))).toEqual(new Date("2027-03-28T02:30+09:00"));
});

test("days are those of the zone", () => {
  const at = new Date("2027-04-01T07:00+13:00");
  expect(isLastDay(dateIn("America/New_York", at))).toBe(true);
  expect(ruleOf({ ...NEVER, kind: "monthDay" }, at, "America/New_York")?.monthDays).toEqual([31]);
  const until = Date.parse("2027-03-28T02:30+09:00") / 1000;
  const rule = { frequency: "DAILY", interval: 1, weekdays: [], monthDays: [], until } as const;
  expect(choiceOf(rule, "Asia/Tokyo").until).toBe("2027-03-28");
});

test("a profile's zone that the browser doesn't know is this device's", () => {
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(zoneOf({ timezone: "Asia/Tokyo" })).toBe("Asia/Tokyo");
  expect(zoneOf({ timezone: "Mars/Olympus" })).toBe(device);
  expect(zoneOf({ timezone: "" })).toBe(device);
});
