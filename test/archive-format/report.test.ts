import { expect, test } from "vitest";
import { Report } from "../../src/archive-format/report.ts";

test("Report counts rows by kind, and lists the first twenty places of omitted rows for each reason", () => {
  const report = new Report();
  report.read("messages", 30);
  report.wrote("messages", 5);
  for (let line = 1; line <= 25; line++) report.leftOut("The sender is unknown.", { member: "messages.jsonl", line });
  report.leftOut("The file is missing.", "F0123");
  expect(JSON.parse(JSON.stringify(report))).toEqual({
    counts: { messages: { in: 30, out: 5 } },
    left_out: [
      {
        reason: "The sender is unknown.",
        count: 25,
        places: Array.from({ length: 20 }, (_, index) => `messages.jsonl:${index + 1}`),
      },
      { reason: "The file is missing.", count: 1, places: ["F0123"] },
    ],
  });
});
