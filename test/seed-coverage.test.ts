import { expect, test } from "vitest";

const sources: Record<string, string> = import.meta.glob("./**/*.test.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});
const { "./seed-coverage.test.ts": _, ...tests } = sources;
const all = Object.values(tests).join("\n");

/** The numbered sections of the specification, and what each is about. */
const SECTIONS: Readonly<Record<string, string>> = {
  "1": "what holds of every request and reply",
  "2.1": "group-setting values",
  "2.2": "scheduled messages",
  "2.3": "messages",
  "2.4": "attachments",
  "2.5": "users",
  "2.6": "user groups",
  "2.7": "channels and subscriptions",
  "2.8": "what somebody wants of a topic",
  "2.9": "presence",
  "2.10": "status",
  "2.11": "invitations",
  "2.12": "push devices",
  "2.13": "the server's settings",
  "2.14": "flags of messages",
  "3": "states, and what moves them",
  "4.1": "scheduling a message",
  "4.2": "editing and moving messages",
  "4.3": "subscribing to channels, and making them",
  "4.4": "unsubscribing from channels",
  "4.5": "waiting for events",
  "4.6": "the settings that new users start with",
  "4.7": "the settings of a subscription",
  "4.8": "changing a user group",
  "4.9": "following and muting topics",
  "4.10": "saying that one is there",
  "4.11": "fetching one message",
  "4.12": "inviting people",
  "4.13": "changing one's status",
  "4.14": "deleting a topic",
  "4.15": "making a user group",
  "4.16": "the history of a message",
  "4.17": "registering a device for pushes",
  "4.18": "making an account",
  "4.19": "changing flags",
  "4.20": "the topics of a channel",
  "4.21": "fetching a user",
  "4.22": "fetching a user by address",
  "4.23": "fetching the server's settings",
  "5": "who is asking",
  "6": "events",
  "7": "errors",
  "8": "limits",
  "9": "versions and older names",
};

/** The codes of errors that clients know (section 7). */
const CODES = [
  "BAD_REQUEST",
  "STREAM_DOES_NOT_EXIST",
  "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
  "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
  "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
  "UNAUTHORIZED_PRINCIPAL",
  "INVITATION_FAILED",
  "PUSH_SERVICE_NOT_CONFIGURED",
];

/** The sections that titles of tests name: `[4.2] ...`, `[4.2, rule 4] ...`, `[2.11, 4.12] ...`. */
const named = new Set(
  [...all.matchAll(/\(\s*["`]\[(\d[\w., ]*)\] /g)]
    .flatMap((match) => (match[1] ?? "").split(","))
    .map((section) => section.trim().split(" ")[0] ?? "")
    // Only sections 2 and 4 are divided: a number such as 3.1 counts for section 3.
    .map((section) => (/^[24]\./.test(section) ? section : (section.split(".")[0] ?? ""))),
);

test.each(Object.entries(SECTIONS))("section %s, %s, has a test", (section) => {
  expect(named).toContain(section);
});

test.each(CODES)("some test meets %s", (code) => {
  expect(all).toMatch(new RegExp(`\\b${code}\\b`));
});
