import { expect } from "vitest";
import type { ActionName } from "../../../src/web/keys.ts";
import type { KeyWalk, Stand } from "./key-walk.ts";

type Step = (walk: KeyWalk) => Promise<unknown>;

interface KeyRow {
  /** The view the key is pressed in. */
  readonly at: Stand;
  /** The text of the message that is focused. Undefined for none. */
  readonly on?: string;
  /** Steps before the key is pressed. */
  readonly before?: Step;
  /** Checks what the user sees after the key was pressed. */
  readonly sees: Step;
  /** Cleans up before the next key. */
  readonly after?: Step;
  /** True if no other key can be pressed after this one. */
  readonly isLast?: true;
}

const OTHERS = "Who takes the spare part?";
const OWN = "My own words";

const go = (title: string | RegExp): KeyRow => ({ at: "topic", sees: ({ heading }) => heading(title) });
const opens = (name: string | RegExp, rest: Partial<KeyRow> = {}): KeyRow => ({
  at: "topic",
  sees: ({ dialog }) => dialog(name),
  ...rest,
});
const onMessage = (sees: Step, rest: Partial<KeyRow> = {}): KeyRow => ({ at: "topic", on: OTHERS, sees, ...rest });
/** For a key that toggles something: pressing it again must have the opposite effect. */
const toggles = (key: string, there: Step, gone: Step): Pick<KeyRow, "sees" | "after"> => ({
  sees: there,
  after: async (walk) => {
    await walk.page.keyboard.press(key);
    await gone(walk);
  },
});
const writing = (before: string, sees: Step, rest: Partial<KeyRow> = {}): KeyRow => ({
  at: "topic",
  before: (walk) => walk.write(before),
  sees,
  after: (walk) => walk.text.fill(""),
  ...rest,
});
const links = ({ page }: KeyWalk) => page.getByRole("main").getByRole("listitem").getByRole("link");

/** How a keyboard user sees the effect of each action. A missing row is a type error. */
export const KEY_ROWS: Readonly<Record<ActionName, KeyRow>> = {
  palette: opens("Jump or search"),
  search: {
    at: "topic",
    sees: ({ page }) => page.getByRole("dialog").getByRole("combobox", { name: "Search" }).waitFor(),
  },
  help: opens("Keyboard shortcuts"),
  leave: {
    at: "topic",
    before: async (walk) => {
      await walk.page.keyboard.press("l");
      await walk.details.waitFor();
    },
    sees: (walk) => walk.details.waitFor({ state: "detached" }),
  },
  inbox: go("Inbox"),
  recent: go("Recent conversations"),
  combined: go("Combined feed"),
  mentions: go("Mentions"),
  starred: go("Starred"),
  directs: go("Direct messages"),
  drafts: go("Drafts"),
  scheduled: go("Scheduled"),
  reminders: go("Reminders"),
  reactions: go("Reactions"),
  channels: go("Channels"),
  people: { at: "topic", sees: (walk) => walk.focused(walk.details.getByRole("searchbox", { name: "Find people" })) },
  settings: go("Profile"),
  integrations: go("Integrations"),
  menu: { at: "topic", sees: ({ page }) => page.getByRole("menu", { name: "Your account" }).waitFor() },
  nextUnread: { ...go("windlass"), before: (walk) => walk.unread("windlass") },
  nextFollowed: { ...go("followed"), before: (walk) => walk.unread("followed") },
  nextDirect: { ...go("Omar Example"), before: (walk) => walk.unread(null) },
  previousChannel: go(/^(?!crane|quay)/),
  nextChannel: go(/^(?!crane|quay)/),
  filterSidebar: opens("Jump or search"),
  filterPeople: {
    at: "topic",
    sees: (walk) => walk.focused(walk.details.getByRole("searchbox", { name: "Find people" })),
  },
  composeTopic: {
    at: "inbox",
    sees: (walk) => walk.focused(walk.page.getByRole("combobox", { name: /^(Channel|Topic)$/ })),
  },
  composeDirect: { at: "inbox", sees: (walk) => walk.focused(walk.page.getByRole("combobox", { name: "Add people" })) },
  nextPane: {
    at: "topic",
    on: OTHERS,
    sees: (walk) => walk.focused(walk.text),
  },
  previousPane: {
    at: "topic",
    on: OTHERS,
    sees: ({ page }) => page.waitForFunction(() => document.activeElement?.closest("nav") !== null),
  },
  details: { at: "topic", sees: (walk) => walk.details.waitFor() },
  createChannel: opens("Create a channel"),
  invite: opens("Invite people"),
  inviteOutside: opens("Invite someone outside"),
  setStatus: opens("Your status"),
  theme: {
    at: "topic",
    sees: ({ page }) => page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark"),
  },
  markAllRead: {
    at: "topic",
    before: (walk) => walk.unread("anew"),
    sees: ({ told }) => told("Marked 1 message as read"),
  },
  call: opens("Voice call"),
  muteMicrophone: {
    at: "topic",
    before: async ({ page }) => {
      await page.keyboard.press("Control+Shift+h");
      await page.getByRole("button", { name: "Join muted" }).press("Enter");
      await page.getByRole("toolbar", { name: "Call controls" }).waitFor();
    },
    sees: ({ page }) =>
      page.getByRole("toolbar", { name: "Call controls" }).getByRole("button", { name: "Mute", exact: true }).waitFor(),
    after: async ({ page }) => {
      await page.keyboard.press("Control+Shift+h");
      await page.getByRole("toolbar", { name: "Call controls" }).waitFor({ state: "detached" });
    },
  },
  logOut: {
    at: "topic",
    sees: ({ page }) => page.getByRole("textbox", { name: "Email" }).waitFor(),
    isLast: true,
  },

  nextItem: {
    at: "inbox",
    before: (walk) => walk.unread("list"),
    sees: (walk) => walk.focused(links(walk)),
  },
  previousItem: {
    at: "channel",
    before: (walk) => walk.focus(links(walk).nth(1)),
    sees: (walk) => walk.focused(links(walk)),
  },
  markItemRead: {
    at: "inbox",
    before: async (walk) => {
      await walk.unread("list");
      await walk.focus(links(walk).filter({ hasText: "list" }));
    },
    sees: ({ page }) => page.getByText("You're all caught up").waitFor(),
  },
  undo: {
    at: "inbox",
    before: async (walk) => {
      await walk.unread("list");
      await walk.focus(links(walk).filter({ hasText: "list" }));
      await walk.page.keyboard.press("e");
      await walk.told("Marked 1 message as read");
    },
    sees: (walk) => links(walk).filter({ hasText: "list" }).waitFor(),
  },

  nextMessage: { at: "topic", on: "Filler 12", sees: (walk) => walk.focused(walk.message("Filler 13")) },
  previousMessage: { at: "topic", on: "Filler 13", sees: (walk) => walk.focused(walk.message("Filler 12")) },
  pageDown: {
    at: "topic",
    before: (walk) => walk.scrolled("start"),
    sees: (walk) => expect.poll(() => walk.scrolled()).toBeGreaterThan(100),
  },
  pageUp: {
    at: "topic",
    before: (walk) => walk.scrolled("end"),
    sees: (walk) =>
      expect
        .poll(() =>
          walk.page
            .locator(".feed-viewport")
            .evaluate((view) => view.scrollHeight - view.scrollTop - view.clientHeight),
        )
        .toBeGreaterThan(100),
  },
  firstMessage: { at: "topic", sees: (walk) => walk.inSight(walk.message("First of all")) },
  lastMessage: {
    at: "topic",
    before: (walk) => walk.scrolled("start"),
    sees: (walk) => walk.inSight(walk.message(OWN)),
  },
  jumpToDate: { at: "topic", sees: ({ page }) => page.getByRole("dialog", { name: "Jump to date" }).waitFor() },
  editLast: { at: "topic", sees: (walk) => walk.focused(walk.page.getByRole("textbox", { name: "Edit message" })) },
  openTopic: go("quay"),
  openChannel: go("quay"),
  topicList: { at: "topic", sees: ({ page }) => page.getByRole("list", { name: "Topics" }).waitFor() },
  showInContext: { at: "combined", on: OTHERS, sees: ({ heading }) => heading("crane") },
  markConversationRead: {
    at: "topic",
    on: "Filler 14",
    before: async (walk) => {
      await walk.owner.ok(walk.owner.post("/mark_all_as_read"));
      await walk.allRead();
      await walk.page.keyboard.press("Shift+U");
      await walk.page.getByRole("link", { name: /^Inbox \d+ unread/ }).waitFor();
    },
    sees: (walk) => walk.allRead(),
  },
  muteTopic: {
    at: "topic",
    ...toggles(
      "Shift+M",
      ({ told }) => told("Muted crane"),
      ({ told }) => told("crane is back to the channel default"),
    ),
  },
  followTopic: {
    at: "topic",
    ...toggles(
      "f",
      ({ page }) => page.getByRole("button", { name: "Follow", pressed: true }).waitFor(),
      ({ page }) => page.getByRole("button", { name: "Follow" }).waitFor({ state: "detached" }),
    ),
  },
  resolveTopic: {
    at: "topic",
    ...toggles(
      "o",
      ({ heading }) => heading("resolved crane"),
      ({ heading }) => heading("crane"),
    ),
  },

  reply: onMessage((walk) => walk.focused(walk.text)),
  replyToSender: onMessage(({ page }) => page.getByRole("textbox", { name: "Message Omar Example" }).waitFor()),
  quote: onMessage((walk) => walk.written(/```quote\nWho takes the spare part\?/), {
    after: (walk) => walk.text.fill(""),
  }),
  forward: onMessage((walk) => walk.written(/```quote\nWho takes the spare part\?/), {
    after: (walk) => walk.text.fill(""),
  }),
  mentionSender: onMessage((walk) => walk.written(/@\*\*Omar Example\*\*/), { after: (walk) => walk.text.fill("") }),
  react: onMessage((walk) => walk.focused(walk.page.getByRole("combobox", { name: "Find an emoji" }))),
  thumbsUp: onMessage((walk) =>
    walk
      .message(OTHERS)
      .getByRole("button", { name: /^(thumbs up|\+1)/, pressed: true })
      .waitFor(),
  ),
  toggleFirstReaction: onMessage((walk) =>
    walk.message(OTHERS).getByRole("button", { name: /^tada/, pressed: true }).waitFor(),
  ),
  star: onMessage((walk) => walk.message(OTHERS).getByRole("img", { name: "Starred" }).waitFor()),
  edit: onMessage((walk) => walk.focused(walk.page.getByRole("textbox", { name: "Edit message" })), { on: OWN }),
  move: onMessage(({ dialog }) => dialog("Move messages")),
  deleteMessage: onMessage(({ dialog }) => dialog("Delete message"), { on: OWN }),
  markUnreadFrom: onMessage(({ told }) => told("Marked as unread from here")),
  collapse: onMessage((walk) => walk.message(OTHERS).getByRole("button", { name: "Show more" }).waitFor(), {
    after: (walk) => walk.page.keyboard.press("-"),
  }),
  copyLink: onMessage(({ told }) => told("Copied")),
  copyMessage: onMessage(({ told }) => told("Copied")),
  userCard: onMessage((walk) => walk.details.getByRole("heading", { name: "Omar Example" }).waitFor()),
  viewImage: onMessage(({ dialog }) => dialog("Image: crane.png"), { on: "So it looks" }),
  readReceipts: onMessage(({ dialog }) => dialog("Read by")),
  history: onMessage(({ dialog }) => dialog("Edit history")),
  pin: onMessage(({ told }) => told("Pinned to the board")),
  remind: onMessage(({ dialog }) => dialog("Remind me")),
  report: onMessage(({ dialog }) => dialog("Report message")),
  messageMenu: onMessage(({ page }) => page.getByRole("menu", { name: "Message actions" }).waitFor()),

  send: writing("Sent by keys", (walk) => walk.message("Sent by keys").waitFor()),
  newLine: writing("one", (walk) => walk.written(/^\n$/)),
  bold: writing("word", (walk) => walk.written(/^\*\*word\*\*$/)),
  italic: writing("word", (walk) => walk.written(/^\*word\*$/)),
  link: writing("word", (walk) => walk.written(/^\[word\]\(/)),
  code: writing("word", (walk) => walk.written(/^`word`$/)),
  voiceMessage: writing(
    "word",
    ({ page }) => page.getByRole("group", { name: "Voice message", exact: true }).waitFor(),
    { after: (walk) => walk.page.keyboard.press("Escape") },
  ),
  snippets: writing("word", ({ dialog }) => dialog("Saved snippets"), { after: async () => {} }),
  preview: writing("word", ({ page }) => page.getByRole("region", { name: "Preview" }).waitFor(), {
    after: async ({ page, text }) => {
      await page.keyboard.press("Alt+p");
      await text.fill("");
    },
  }),
  openTarget: {
    at: "combined",
    on: OTHERS,
    before: async (walk) => {
      await walk.page.keyboard.press("r");
      await walk.focused(walk.text);
    },
    sees: ({ heading }) => heading("crane"),
  },
};
