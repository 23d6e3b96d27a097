import type { Locator, Page } from "playwright-core";
import type {
  LEFT_PERMISSIONS,
  PERMISSION_ROWS,
} from "../../../src/web/views/settings/organization/permission-rows.ts";

type RowName = (typeof PERMISSION_ROWS)[keyof typeof PERMISSION_ROWS][number]["name"];
type PermissionName = Exclude<RowName, keyof typeof LEFT_PERMISSIONS>;

/** The walk's organization: what it contains, by id. */
export interface Grounds {
  readonly general: number;
  /** A channel created by the member. */
  readonly quay: number;
  /** A channel with many subscribers. */
  readonly crowd: number;
  /** A group created by the owner. */
  readonly crew: number;
  readonly owner: number;
  readonly guest: number;
}

export interface Felt {
  /** The administrator's choices that grant and deny the permission. */
  readonly on: string | boolean;
  readonly off: string | boolean;
  /** True if the user has the permission in a new organization, and so before and after the change. */
  readonly usual: boolean;
  /** The view the user is in. */
  readonly at: (grounds: Grounds) => string;
  /** What the user opens before the permission changes. It stays open during the change. */
  readonly begin?: (page: Page) => Promise<unknown>;
  readonly end?: (page: Page) => Promise<unknown>;
  /** Whether the action is offered now. Doesn't wait for elements that may be missing. */
  readonly isOffered: (page: Page) => Promise<boolean>;
  /** Other permissions, which are denied to everyone in the meantime. */
  readonly without?: readonly string[];
  /** The user's role; a member by default. */
  readonly as?: "moderator";
}

const MEMBERS = "Everyone except guests";
const NOBODY = "No one";

/** A permission of members that is temporarily denied to everyone. */
const who = (felt: Omit<Felt, "on" | "off" | "usual"> & Partial<Felt>): Felt => ({
  on: MEMBERS,
  off: NOBODY,
  usual: true,
  ...felt,
});
/** A permission that members don't have, but can be granted. */
const higher = (off: string, felt: Omit<Felt, "on" | "off" | "usual">): Felt => who({ ...felt, off, usual: false });
/** A switch that, when turned on, forbids something. */
const forbids = (felt: Pick<Felt, "at" | "isOffered">): Felt => ({ on: false, off: true, usual: true, ...felt });
const allows = (felt: Omit<Felt, "on" | "off" | "usual">): Felt => ({ on: true, off: false, usual: true, ...felt });
/** A time limit for an action on a message. The message is an hour old. */
const limit = (usual: boolean, isOffered: Felt["isOffered"], without: readonly string[] = []): Felt => ({
  ...{ on: "No limit", off: "10 minutes", usual, at: inTopic, isOffered, without },
});

const inTopic = ({ general }: Grounds) => `#narrow/channel/${general}-general/topic/felt`;
const onBoard = ({ general }: Grounds) => `#board/channel/${general}-general`;
const CHANGING_BOARD = { on: "Everyone, including guests" };
const directWith = (name: "owner" | "guest") => (grounds: Grounds) => `#narrow/dm/${grounds[name]}`;
const inOwnChannel = ({ quay }: Grounds) => `#organization/channels/${quay}`;
const at = (place: string) => () => place;

/** Whether one of some elements is visible and enabled. Checks all of them at the same moment. */
const isUsable = (found: Locator): Promise<boolean> =>
  found.evaluateAll((all) => all.some((one) => one.checkVisibility() && !one.matches(":disabled, [readonly]")));

const main = (page: Page) => page.getByRole("main");
const inMain = (role: "button" | "textbox" | "combobox", name: string | RegExp) => (page: Page) =>
  isUsable(main(page).getByRole(role, { name }));
const inDialog = (role: "radio" | "textbox" | "combobox", name: RegExp) => (page: Page) =>
  isUsable(page.getByRole("dialog").getByRole(role, { name }));

/** Whether an open menu has an entry. Closes the menu. */
async function hasEntry(page: Page, name: string): Promise<boolean> {
  const menu = page.getByRole("menu");
  await menu.waitFor();
  const entries = await menu.getByRole("menuitem").allTextContents();
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  return entries.some((entry) => entry.startsWith(name));
}

const messageOf = (page: Page, text: string) => page.getByRole("article").filter({ hasText: text });

/** Whether a message's menu has an entry. */
const inMenuOf = (text: string, name: string) => async (page: Page) => {
  // If the pointer were on a message, the key would act on that message.
  await page.mouse.move(0, 0);
  await messageOf(page, text).focus();
  await page.keyboard.press("i");
  return hasEntry(page, name);
};

/** Whether the toolbar of the message under the pointer has a button. */
const inToolbarOf = (text: string, name: string) => async (page: Page) => {
  await messageOf(page, text).hover();
  await page.getByRole("toolbar", { name: "Message actions" }).waitFor();
  return isUsable(page.getByRole("toolbar", { name: "Message actions" }).getByRole("button", { name }));
};

/** Whether the menu of the current topic has an entry. */
const inTopicMenu = (name: string) => async (page: Page) => {
  await page.mouse.move(0, 0);
  await main(page)
    .getByRole("banner")
    .or(main(page))
    .getByRole("button", { name: "More", exact: true })
    .first()
    .click();
  return hasEntry(page, name);
};

/** Checks if the palette has an action, once the palette shows a place that it always has. */
const inPalette = (action: string, place: string, typed: string) => async (page: Page) => {
  const palette = page.getByRole("dialog", { name: "Jump or search" });
  if (!(await palette.isVisible())) await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").fill(typed);
  await palette.getByRole("option").filter({ hasText: place }).first().waitFor();
  const options = await palette.getByRole("option").allTextContents();
  await page.keyboard.press("Escape");
  await palette.waitFor({ state: "hidden" });
  return options.some((option) => option.startsWith(action));
};

const composer = (page: Page) => page.getByRole("textbox", { name: /^Message/ });
const canWrite = (page: Page) => isUsable(composer(page));
const clear = (page: Page) => composer(page).fill("");
const close = (page: Page) => page.keyboard.press("Escape");

/** Presses a button, and waits for its dialog. */
const opens = (name: string) => ({
  begin: async (page: Page) => {
    await main(page).getByRole("button", { name }).first().click();
    await page.getByRole("dialog").waitFor();
  },
  end: close,
});
const moving = {
  begin: async (page: Page) => {
    await page.mouse.move(0, 0);
    await messageOf(page, "Mine.").focus();
    await page.keyboard.press("m");
    await page.getByRole("dialog", { name: "Move messages" }).waitFor();
  },
  end: close,
};

const newChannel = { at: at("#channels/all"), ...opens("New channel") };
const BETWEEN_TOPICS = ["can_move_messages_between_topics_group"];
const BETWEEN_CHANNELS = ["can_move_messages_between_channels_group"];
const PUBLIC = ["can_create_public_channel_group"];

/**
 * Where a member notices each permission of the organization, or why a member can't notice it. A missing row is a type
 * error.
 */
export const PERMISSIONS_FELT: Readonly<Record<PermissionName, readonly Felt[] | string>> = {
  invite_required: "strangers join by a page of the server",
  can_invite_users_group: [
    who({ at: at("#organization/invitations"), isOffered: inMain("button", "Invite people") }),
    who({ at: at("#inbox"), isOffered: inPalette("Invite people", "Inbox", "in") }),
  ],
  create_multiuse_invite_group: [
    higher("Administrators and owners", {
      at: at("#organization/invitations"),
      ...opens("Invite people"),
      isOffered: inDialog("radio", /Link/),
    }),
  ],
  can_create_outside_links_group: [
    higher("Administrators and owners", { at: inTopic, isOffered: inTopicMenu("Invite someone outside") }),
    higher("Administrators and owners", {
      at: inTopic,
      isOffered: inPalette("Invite someone outside", "Inbox", "in"),
    }),
  ],
  emails_restricted_to_domains: "strangers join by a page of the server",
  disallow_disposable_email_addresses: "strangers join by a page of the server",
  waiting_period_threshold: "it says who is a full member, and gives nothing by itself",
  can_create_public_channel_group: [who({ ...newChannel, isOffered: inDialog("radio", /^Public/) })],
  can_create_private_channel_group: [
    who({ ...newChannel, isOffered: inDialog("radio", /^Private, shared/) }),
    who({ at: at("#channels/all"), without: PUBLIC, isOffered: inMain("button", "New channel") }),
    who({
      at: at("#inbox"),
      without: PUBLIC,
      isOffered: inPalette("Create a channel", "Browse channels", "channel"),
    }),
  ],
  can_create_web_public_channel_group: [
    {
      ...higher("Owners", { ...newChannel, isOffered: inDialog("radio", /^Web-public/) }),
      on: "Moderators, administrators and owners",
      as: "moderator",
    },
  ],
  can_add_subscribers_group: [
    who({
      at: ({ general }) => `#channels/${general}/general`,
      isOffered: (page) =>
        isUsable(page.getByRole("complementary", { name: "Details" }).getByRole("button", { name: "Add people" })),
    }),
  ],
  topics_policy: [
    {
      on: "Allowed (sent to general chat)",
      off: "Not allowed (a topic is required)",
      usual: true,
      at: ({ general }: Grounds) => `#narrow/channel/${general}-general`,
      isOffered: (page) =>
        page
          .getByRole("combobox", { name: "Topic" })
          .evaluateAll((all) => all.some((one) => one.getAttribute("placeholder")?.startsWith("Topic (or"))),
    },
  ],
  can_set_topics_policy_group: [who({ at: inOwnChannel, isOffered: inMain("combobox", "Messages without a topic") })],
  can_change_board_group: [
    who({ ...CHANGING_BOARD, at: onBoard, isOffered: inMain("button", "Add link") }),
    who({ ...CHANGING_BOARD, at: inTopic, isOffered: inTopicMenu("Pin topic") }),
    who({ ...CHANGING_BOARD, at: inTopic, isOffered: inMenuOf("Mine.", "Pin to board") }),
  ],
  can_resolve_topics_group: [
    who({ on: "Everyone, including guests", at: inTopic, isOffered: inTopicMenu("Mark as resolved") }),
  ],
  can_move_messages_between_topics_group: [
    who({ at: inTopic, ...moving, isOffered: inDialog("combobox", /^Topic/) }),
    who({ at: inTopic, without: BETWEEN_CHANNELS, isOffered: inTopicMenu("Rename or move topic") }),
    who({ at: inTopic, without: BETWEEN_CHANNELS, isOffered: inMenuOf("Mine.", "Move messages") }),
  ],
  move_messages_within_stream_limit_seconds: [limit(true, inMenuOf("Old.", "Move messages"), BETWEEN_CHANNELS)],
  can_move_messages_between_channels_group: [
    who({ at: inTopic, ...moving, isOffered: inDialog("combobox", /^Channel/) }),
    who({ at: inTopic, without: BETWEEN_TOPICS, isOffered: inTopicMenu("Rename or move topic") }),
  ],
  move_messages_between_streams_limit_seconds: [limit(true, inMenuOf("Old.", "Move messages"), BETWEEN_TOPICS)],
  allow_message_editing: [allows({ at: inTopic, isOffered: inToolbarOf("Mine.", "Edit") })],
  message_content_edit_limit_seconds: [limit(false, inToolbarOf("Old.", "Edit"))],
  message_edit_history_visibility_policy: [
    {
      on: "Edits and moves",
      off: "Nothing",
      usual: true,
      at: inTopic,
      isOffered: inMenuOf("Changed.", "View edit history"),
    },
  ],
  can_delete_own_message_group: [
    who({ on: "Everyone, including guests", at: inTopic, isOffered: inMenuOf("Mine.", "Delete") }),
  ],
  message_content_delete_limit_seconds: [limit(false, inMenuOf("Old.", "Delete"))],
  can_delete_any_message_group: [
    higher("Administrators and owners", { at: inTopic, isOffered: inMenuOf("Theirs.", "Delete") }),
  ],
  can_set_delete_message_policy_group: [
    higher("Moderators, administrators and owners", {
      at: inOwnChannel,
      isOffered: inMain("combobox", "Delete their own messages"),
    }),
  ],
  can_mention_many_users_group: [
    higher("Administrators and owners", {
      at: ({ crowd }) => `#narrow/channel/${crowd}-crowd/topic/felt`,
      begin: (page) => composer(page).fill("@**all** a word with you"),
      isOffered: (page) =>
        page
          .getByRole("button", { name: "Send", exact: true })
          .evaluateAll((all) => all.some((one) => one.getAttribute("aria-disabled") !== "true")),
      end: clear,
    }),
    higher("Administrators and owners", {
      at: ({ crowd }) => `#narrow/channel/${crowd}-crowd/topic/felt`,
      isOffered: async (page) => {
        await clear(page);
        await composer(page).pressSequentially("@al");
        await page.getByRole("option", { name: /Alan/ }).waitFor();
        return isUsable(page.getByRole("option", { name: /everyone in this channel/ }));
      },
      end: async (page) => {
        await close(page);
        await clear(page);
      },
    }),
  ],
  direct_message_permission_group: [
    who({ on: "Everyone, including guests", at: directWith("owner"), isOffered: canWrite }),
    who({ on: "Everyone, including guests", at: inTopic, isOffered: inMenuOf("Theirs.", "Reply in a direct message") }),
  ],
  direct_message_initiator_group: [
    who({ on: "Everyone, including guests", at: directWith("owner"), isOffered: canWrite }),
    who({ on: "Everyone, including guests", at: inTopic, isOffered: inMenuOf("Theirs.", "Reply in a direct message") }),
  ],
  can_create_groups: [who({ at: at("#groups"), isOffered: inMain("button", "Create group") })],
  can_manage_all_groups: [
    higher("Owners", { at: ({ crew }) => `#groups/${crew}`, isOffered: inMain("textbox", "Name") }),
  ],
  can_access_all_users_group: "guests see fewer people from their next visit on",
  can_read_audit_log_group: [
    higher("Owners", {
      at: at("#settings/profile"),
      isOffered: (page) => isUsable(page.getByRole("navigation").getByRole("link", { name: "Audit log", exact: true })),
    }),
  ],
  can_start_calls_group: "the server asks for it: test/features/messages/calls/",
  can_moderate_calls_group: "the server asks for it: test/features/messages/calls/",
  can_manage_holds_group: "it is shown only on servers that have holds",
  enable_guest_user_indicator: [
    allows({
      at: inTopic,
      isOffered: (page) => isUsable(messageOf(page, "A guest's.").getByText("guest", { exact: true })),
    }),
  ],
  enable_guest_user_dm_warning: [
    allows({
      at: directWith("guest"),
      begin: (page) => composer(page).fill("A word with you"),
      isOffered: (page) => isUsable(page.getByText(/is a guest/)),
      end: clear,
    }),
  ],
  name_changes_disabled: [forbids({ at: at("#settings/profile"), isOffered: inMain("textbox", "Name") })],
  require_unique_names: "the server says which names are taken",
  email_changes_disabled: [
    forbids({ at: at("#settings/account-and-privacy"), isOffered: inMain("button", "Change email") }),
  ],
  avatar_changes_disabled: [forbids({ at: at("#settings/profile"), isOffered: inMain("button", "Upload picture") })],
  enable_read_receipts: [allows({ at: inTopic, isOffered: inMenuOf("Mine.", "View read receipts") })],
  can_create_bots_group: [
    who({ at: at("#settings/your-bots"), ...opens("New bot"), isOffered: inDialog("radio", /^Generic bot/) }),
  ],
  can_create_write_only_bots_group: [
    who({
      at: at("#settings/your-bots"),
      without: ["can_create_bots_group"],
      isOffered: inMain("button", "New bot"),
    }),
  ],
  can_add_custom_emoji_group: [
    who({ at: at("#organization/emoji-settings"), isOffered: inMain("button", "Add emoji") }),
  ],
};
