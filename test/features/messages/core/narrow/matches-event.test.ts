import { safeParse } from "valibot";
import { describe, expect, test } from "vitest";
import { describeIssue } from "../../../../../src/api/issue.ts";
import { eventNarrowSchema, matchesEvent } from "../../../../../src/features/messages/core/narrow/matches-event.ts";

const inChannel = {
  message: {
    type: "stream",
    stream_id: 4,
    display_recipient: "Plaza",
    subject: "✔ Cafe\u0301",
    sender_id: 9,
    sender_email: "Ada@example.org",
    html: '<p><span class="user-mention" data-user-id="9">@Ada</span><span class="user-mention silent" data-user-id="8">x</span></p>',
  },
  flags: ["mentioned", "has_alert_word"],
};
const unnamed = { ...inChannel, message: { ...inChannel.message, subject: "" } };
const direct = {
  message: { ...inChannel.message, type: "private", display_recipient: [{ id: 9 }], subject: "" },
  flags: ["read", "starred"],
};

describe("[register 2] matchesEvent", () => {
  test.each([
    [[], true, true],
    [[["stream", "plaza"]], true, false],
    [[["channel", "Plaza"]], true, false],
    [[["CHANNEL", 4]], true, false],
    [[["channel", "garden"]], false, false],
    [[["topic", "✔ caf\u00e9"]], true, false],
    [[["topic", "cafe\u0301"]], false, false],
    [[["topic", ""]], false, false],
    [[["sender", "ada@example.org"]], true, true],
    [[["sender", "9"]], true, true],
    [[["sender", "10"]], false, false],
    [[["mentions", "9"]], true, true],
    [[["mentions", "8"]], false, false],
    [[["is", "dm"]], false, true],
    [[["is", "private"]], false, true],
    [[["is", "mentioned"]], true, false],
    [[["is", "alerted"]], true, false],
    [[["is", "starred"]], false, true],
    [[["is", "unread"]], true, false],
    [[["is", "resolved"]], true, false],
    [
      [
        ["stream", "plaza"],
        ["is", "dm"],
      ],
      false,
      false,
    ],
  ])("applies the narrow %j", (wire, expectedInChannel, expectedDirect) => {
    const { output, success } = safeParse(eventNarrowSchema, wire);
    if (!success) throw new Error("refused");
    expect(matchesEvent(output, inChannel)).toBe(expectedInChannel);
    expect(matchesEvent(output, direct)).toBe(expectedDirect);
  });

  test("matches the empty topic also by its display name", () => {
    expect(matchesEvent([["topic", ""]], unnamed)).toBe(true);
    expect(matchesEvent([["topic", "General chat"]], unnamed)).toBe(true);
  });

  test("matches a wildcard mention to is:mentioned", () => {
    expect(matchesEvent([["is", "mentioned"]], { ...direct, flags: ["stream_wildcard_mentioned"] })).toBe(true);
  });

  test.each([
    [[["near", "1"]], "Operator near not supported."],
    [[["is", "followed"]], "Operator is:followed not supported."],
    [[["is", "constructor"]], "Operator is:constructor not supported."],
    [[["valueOf", "1"]], "Operator valueof not supported."],
  ])("eventNarrowSchema refuses %j", (wire, message) => {
    const result = safeParse(eventNarrowSchema, wire);
    expect(result.success ? "" : describeIssue("narrow", result.issues[0])).toBe(message);
  });

  test.each([["text"], [[["stream"]]], [[["stream", "a", "b"]]], [[{ operator: "stream", operand: "a" }]]])(
    "eventNarrowSchema refuses %j, which is not a list of pairs",
    (wire) => expect(safeParse(eventNarrowSchema, wire).success).toBe(false),
  );
});
