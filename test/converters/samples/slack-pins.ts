import type { BoardSample } from "../board-sample.ts";

const T = 1_700_000_000;
const message = (at: number, text: string, more: object = {}) => ({
  ...{ type: "message", user: "U012AB3CD", text, ts: `${T + at}.000200`, team: "T0HOME" },
  ...more,
});
const pin = (at: number, pinned: number, user = "U012AB3CD") => ({
  ...{ id: `${T + at}.000200`, type: "C", created: T + pinned, user, owner: "U012AB3CD" },
});

/**
 * Pins in the lists of channels (slack.com/help: "How to read Slack data exports"), and in messages (docs.slack.dev:
 * pins.list, message events).
 */
export const slackPins: Readonly<Record<string, BoardSample>> = {
  "the pins that a channel lists": {
    channels: { pins: [pin(20, 90, "U0IRIS"), pin(10, 80)] },
    members: { "general/2023-11-14.json": [message(10, "rules"), message(20, "plan"), message(30, "chat")] },
    pins: [
      { position: 0, message: "rules", user_id: 2, date_pinned: T + 80 },
      { position: 1, message: "plan", user_id: 1, date_pinned: T + 90 },
    ],
  },
  "a message that tells where it is pinned, in a channel without a list": {
    channels: {},
    members: {
      "general/2023-11-14.json": [
        message(10, "rules", {
          pinned_to: ["C012AB3CD"],
          pinned_info: { channel: "C012AB3CD", pinned_by: "U0IRIS", pinned_ts: T + 50 },
        }),
        message(11, "elsewhere", { pinned_to: ["C0OTHER"] }),
      ],
    },
    pins: [{ position: 0, message: "rules", user_id: 1, date_pinned: T + 50 }],
  },
  "a reply in a thread, and a pinned message that was deleted": {
    channels: { pins: [pin(11, 60), pin(99, 61)] },
    members: {
      "general/2023-11-14.json": [
        message(10, "question", { thread_ts: `${T + 10}.000200`, reply_count: 1 }),
        message(11, "answer", { thread_ts: `${T + 10}.000200`, parent_user_id: "U012AB3CD" }),
      ],
    },
    pins: [{ position: 0, message: "answer", user_id: 2, date_pinned: T + 60 }],
    leftOut: { "channel_pins: of a message that is left out, or not in the archive": 1 },
  },
  "what a message tells of each channel that it is pinned in": {
    channels: {},
    members: {
      "general/2023-11-14.json": [
        message(10, "rules", {
          pinned_to: ["C0OTHER", "C012AB3CD"],
          pinned_info: {
            C0OTHER: { pinned_by: "U012AB3CD", pinned_ts: T + 40 },
            C012AB3CD: { pinned_by: "U0IRIS", pinned_ts: T + 50 },
          },
        }),
      ],
    },
    pins: [{ position: 0, message: "rules", user_id: 1, date_pinned: T + 50 }],
  },
  "a pinned file, as Slack had them until 2021, and a comment on it": {
    channels: {
      pins: [
        { id: "F0PLAN", type: "F", created: T + 40, user: "U0IRIS", owner: "U012AB3CD" },
        { id: "Fc0NOTE", type: "Fc", created: T + 41, user: "U0IRIS", owner: "U012AB3CD" },
      ],
    },
    members: {
      "general/2023-11-14.json": [
        message(10, "see", { files: [{ id: "F0PLAN", name: "plan.txt", mimetype: "text/plain", timestamp: T }] }),
      ],
    },
    uploads: { "__uploads/F0PLAN/plan.txt": "the plan" },
    files: { "plan.txt": "the plan" },
    pins: [
      {
        ...{ position: 0, user_id: 1, date_pinned: T + 40 },
        message: "see\n[plan.txt](/user_uploads/import/1/plan.txt)",
      },
    ],
    leftOut: { "channel_pins: of a message that is left out, or not in the archive": 1 },
  },
  "a pin in a direct conversation, and one by somebody unknown": {
    channels: { pins: [pin(10, 60, "U0NOBODY")] },
    members: {
      "dms.json": [{ id: "D0TWO", created: T, members: ["U012AB3CD", "U0IRIS"], pins: [pin(40, 70)] }],
      "D0TWO/2023-11-14.json": [message(40, "between us", { pinned_to: ["D0TWO"] })],
      "general/2023-11-14.json": [message(10, "rules")],
    },
    pins: [{ position: 0, message: "rules", user_id: null, date_pinned: T + 60 }],
    leftOut: { "channel_pins: in direct conversations, which have no boards": 1 },
  },
  "more pins than a board has room for": {
    channels: { pins: Array.from({ length: 101 }, (_, index) => pin(index, 1000 + index)) },
    members: { "general/2023-11-14.json": Array.from({ length: 101 }, (_, index) => message(index, `m${index}`)) },
    pins: Array.from({ length: 100 }, (_, index) => ({
      ...{ position: index, message: `m${index + 1}`, user_id: 2, date_pinned: T + 1001 + index },
    })),
    leftOut: { "channel_pins: older than the ones that a board has room for": 1 },
  },
};
