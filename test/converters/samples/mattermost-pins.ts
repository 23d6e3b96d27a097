import type { BoardSample } from "../board-sample.ts";

const T = 1_700_000_000;
const post = (at: number, message: string, more: object = {}) => ({
  type: "post",
  post: { team: "deck", channel: "general", user: "iris", message, create_at: (T + at) * 1000, ...more },
});

/** Pinned posts (docs.mattermost.com: "Bulk loading data", "Post object", and what bulk exports write). */
export const mattermostPins: Readonly<Record<string, BoardSample>> = {
  "a pinned post": {
    lines: [post(10, "rules", { is_pinned: true }), post(11, "chat", { is_pinned: false })],
    pins: [{ position: 0, message: "rules", user_id: null, date_pinned: T + 10 }],
  },
  "a pinned reply": {
    lines: [
      post(10, "question", {
        replies: [{ user: "omar", message: "answer", create_at: (T + 12) * 1000, is_pinned: true }],
      }),
    ],
    pins: [{ position: 0, message: "answer", user_id: null, date_pinned: T + 12 }],
  },
  "a pinned post of a direct conversation": {
    lines: [
      post(10, "chat"),
      {
        type: "direct_post",
        direct_post: {
          ...{ channel_members: ["iris", "omar"], user: "iris", message: "between us", is_pinned: true },
          create_at: (T + 20) * 1000,
        },
      },
    ],
    pins: [],
    leftOut: { "channel_pins: in direct conversations, which have no boards": 1 },
  },
  "a pinned post a second time, and one without a text": {
    lines: [
      post(10, "rules", { is_pinned: true }),
      post(10, "rules", { is_pinned: true }),
      post(11, "", { is_pinned: true }),
    ],
    pins: [{ position: 0, message: "rules", user_id: null, date_pinned: T + 10 }],
    leftOut: { "channel_pins: of a message that is left out": 2 },
  },
  "more pinned posts than a board has room for": {
    lines: Array.from({ length: 250 }, (_, index) => post(index, `m${index}`, { is_pinned: true })),
    pins: Array.from({ length: 100 }, (_, index) => ({
      ...{ position: index, message: `m${index + 150}`, user_id: null, date_pinned: T + index + 150 },
    })),
    leftOut: { "channel_pins: older than the ones that a board has room for": 150 },
  },
};
