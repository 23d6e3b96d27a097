import type { BoardSample } from "../board-sample.ts";

const T = 1_700_000_000;
const bookmark = (id: string, more: object) => ({
  ...{ id, channel_id: "C012AB3CD", title: "Handbook", link: "https://example.org/handbook", emoji: ":books:" },
  ...{ icon_url: null, type: "link", entity_id: null, date_created: T + 5, date_updated: 0, rank: "i" },
  ...{ last_updated_by_user_id: "U0IRIS", last_updated_by_team_id: "T0HOME", shortcut_id: null, app_id: null },
  ...more,
});
const handbook = {
  ...{ position: 0, url: "https://example.org/handbook", title: "Handbook" },
  ...{ user_id: 1, date_pinned: T + 5 },
};

/** Bookmarks of channels (docs.slack.dev: bookmarks.list, bookmarks.add). Exports don't have them. */
export const slackBookmarks: Readonly<Record<string, BoardSample>> = {
  "a bookmark that Slack tells": {
    channels: {},
    online: { "bookmarks.list": { bookmarks: [bookmark("Bk0A", {})] } },
    pins: [handbook],
  },
  "bookmarks put into the archive": {
    channels: {},
    members: { "bookmarks.json": [bookmark("Bk0A", {}), bookmark("Bk0B", { channel_id: "C0GONE" })] },
    pins: [handbook],
    leftOut: { "channel_pins: to a channel that is left out": 1 },
  },
  "bookmarks of a folder, of a message and without a title": {
    channels: {},
    online: {
      "bookmarks.list": {
        bookmarks: [
          bookmark("Bk0F", { type: "folder", link: "", title: "Links" }),
          bookmark("Bk0M", { type: "message", entity_id: "M0", link: "slack://message" }),
          bookmark("Bk0N", { title: "", link: "https://example.org/n?a=1" }),
        ],
      },
    },
    pins: [{ ...handbook, url: "https://example.org/n?a=1", title: "https://example.org/n?a=1" }],
    leftOut: { "channel_pins: with an address that is no web page": 2 },
  },
  "the same bookmark from the archive and from Slack": {
    channels: {},
    members: { "bookmarks.json": [bookmark("Bk0A", {})] },
    online: { "bookmarks.list": { bookmarks: [bookmark("Bk0A", {})] } },
    pins: [handbook],
    leftOut: { "channel_pins: a second time": 1 },
  },
  "a bookmark and a pin, of which the link comes first": {
    channels: { pins: [{ id: `${T}.000200`, type: "C", created: T + 1, user: "U0IRIS", owner: "U0IRIS" }] },
    members: {
      "general/2023-11-14.json": [{ type: "message", user: "U0IRIS", text: "rules", ts: `${T}.000200` }],
    },
    online: { "bookmarks.list": { bookmarks: [bookmark("Bk0A", {})] } },
    pins: [handbook, { position: 1, message: "rules", user_id: 1, date_pinned: T + 1 }],
  },
  "bookmarks that were put in another order": {
    channels: {},
    online: {
      "bookmarks.list": {
        bookmarks: [
          bookmark("Bk0L", { title: "Last", link: "https://example.org/l", rank: "v", date_created: T + 1 }),
          bookmark("Bk0M", { title: "Middle", link: "https://example.org/m", rank: "ik", date_created: T + 2 }),
          bookmark("Bk0A", {}),
        ],
      },
    },
    pins: [
      handbook,
      { ...handbook, position: 1, url: "https://example.org/m", title: "Middle", date_pinned: T + 2 },
      { ...handbook, position: 2, url: "https://example.org/l", title: "Last", date_pinned: T + 1 },
    ],
  },
};
