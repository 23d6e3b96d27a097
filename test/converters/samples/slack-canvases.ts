import type { BoardSample } from "../board-sample.ts";

const T = 1_700_000_000;
/** Returns a canvas, which is a file. `canvases.json` contains the canvas's address, but not its text. */
const canvas = (id: string, title: string, more: object = {}) => ({
  ...{ id, created: T, timestamp: T, updated: T + 9, name: title.replaceAll(" ", "_"), title, user: "U0IRIS" },
  ...{ mimetype: "application/vnd.slack-docs", filetype: "quip", pretty_type: "Canvas", mode: "quip", size: 2068 },
  ...{ editable: true, is_external: false, is_public: true, channels: [], groups: [], ims: [] },
  url_private: `https://files.slack.com/files-pri/T0HOME-${id}/${title.replaceAll(" ", "_")}`,
  permalink: `https://acme.slack.com/docs/T0HOME/${id}`,
  ...more,
});
const own = { properties: { canvas: { file_id: "F123ABC456", is_empty: false, quip_thread_id: "JAB1CDefGhI" } } };
const tab = { id: "Ct01", type: "canvas", label: "", data: { file_id: "F0TAB", shared_ts: "" } };

/**
 * Canvases: their list (slack.com/help: "How to read Slack data exports"), the canvas and the tabs of a channel
 * (docs.slack.dev: conversations.info), and the Markdown of a canvas (canvases.getContent).
 */
export const slackCanvases: Readonly<Record<string, BoardSample>> = {
  "a channel's canvas becomes the page of its board": {
    channels: own,
    members: { "canvases.json": [canvas("F123ABC456", "Welcome")] },
    online: {
      "canvases.getContent": {
        content:
          "# Welcome\n\n- [x] Read ![](#C012AB3CD)\n- [ ] Ask ![](@U012AB3CD) :wave:\n\n---\n**Bold** ~~old~~\r\n",
      },
    },
    pages: [
      {
        ...{ version: 1, user_id: 1, date_edited: T + 9 },
        content: "# Welcome\n\n- [x] Read #**general**\n- [ ] Ask @**Egon Spengler** :wave:\n\n---\n**Bold** ~~old~~",
      },
    ],
  },
  "a canvas without a token stays a link to Slack": {
    channels: { properties: { tabs: [tab] } },
    members: { "canvases.json": [canvas("F0TAB", "On call")] },
    pages: [
      {
        ...{ version: 1, user_id: 1, date_edited: T + 9 },
        content: "* [On call](https://acme.slack.com/docs/T0HOME/F0TAB)",
      },
    ],
    leftOut: { "canvases: not in the archive, which only links to them": 1 },
  },
  "a canvas that is too long for a page becomes a file": {
    channels: own,
    members: { "canvases.json": [canvas("F123ABC456", "All rules")] },
    online: { "canvases.getContent": { content: "rule\n".repeat(2001) } },
    pages: [
      {
        ...{ version: 1, user_id: 1, date_edited: T + 9 },
        content: "* [All rules.md](/user_uploads/import/1/All-rules.md)",
      },
    ],
    files: { "All rules.md": "rule\n".repeat(2001).trim() },
  },
  "downloaded canvases, of which Markdown is the page and HTML a file": {
    channels: { ...own, properties: { ...own.properties, tabs: [tab] } },
    members: { "canvases.json": [canvas("F0TAB", "On call"), canvas("F123ABC456", "Welcome", { user: "U012AB3CD" })] },
    uploads: {
      "__uploads/F0TAB/On_call.html": "<h1>On call</h1><p>Iris</p>",
      "__uploads/F123ABC456/Welcome.md": "Hello :wave:",
    },
    pages: [
      {
        ...{ version: 1, user_id: 2, date_edited: T + 9 },
        content: "Hello :wave:\n\n* [On call.html](/user_uploads/import/1/On-call.html)",
      },
    ],
    files: { "On call.html": "<h1>On call</h1><p>Iris</p>" },
  },
  "a canvas that was shared in a channel, one of nobody's, and an empty one": {
    channels: own,
    members: {
      "canvases.json": [
        canvas("F0SHARED", "Shared", { channels: ["C012AB3CD", "C0GONE"] }),
        canvas("F0ALONE", "Alone"),
        canvas("F123ABC456", "Untitled"),
      ],
    },
    uploads: { "__uploads/F0SHARED/Shared.md": "shared text", "__uploads/F123ABC456/Untitled.md": "" },
    pages: [{ version: 1, user_id: 1, date_edited: T + 9, content: "shared text" }],
    leftOut: { "canvases: of no channel that moves in": 1, "canvases: empty": 1 },
  },
  "a canvas downloaded under its title alone, which is a web page": {
    channels: own,
    members: { "canvases.json": [canvas("F123ABC456", "Untitled")] },
    uploads: { "__uploads/F123ABC456/Canvas": '<div class="quip-canvas-content"><h1>Welcome</h1></div>' },
    pages: [
      {
        ...{ version: 1, user_id: 1, date_edited: T + 9 },
        content: "* [Untitled.html](/user_uploads/import/1/Untitled.html)",
      },
    ],
    files: { "Untitled.html": '<div class="quip-canvas-content"><h1>Welcome</h1></div>' },
  },
  "a channel's canvas that no one has written in": {
    channels: { properties: { canvas: { file_id: "F123ABC456", is_empty: true, quip_thread_id: "JAB1CDefGhI" } } },
    members: { "canvases.json": [canvas("F123ABC456", "Untitled", { channels: ["C012AB3CD"], size: 0 })] },
    leftOut: { "canvases: empty": 1 },
  },
};
