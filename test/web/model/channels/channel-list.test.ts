import { describe, expect, test } from "vitest";
import {
  channelNamed,
  channelSections,
  channelsByName,
  colorOf,
  privacyOf,
} from "../../../../src/web/model/channels/channel-list.ts";
import {
  isResolved,
  topicName,
  unresolved,
  VISIBILITY,
  visibilityOf,
} from "../../../../src/web/model/channels/topics.ts";
import { customEmojiById, customEmojiNamed, usableCustomEmoji } from "../../../../src/web/model/emoji/custom-emoji.ts";
import { scheduledInOrder } from "../../../../src/web/model/scheduled.ts";
import type { ChannelFolder, ScheduledMessage, State, Subscription } from "../../../../src/web/model/state.ts";
import { channel, sampleState, subscription } from "../../support/sample-state.ts";

const folder = (id: number, name: string, order: number, is_archived = false): ChannelFolder => ({
  ...{ id, name, order, is_archived, description: "", rendered_description: "", date_created: 0, creator_id: null },
});

/** The sections, one line each. Inactive channels follow a bar. */
const shown = (state: State) =>
  channelSections(state).map(({ kind, folder: one, active, inactive }) => {
    const names = (list: readonly Subscription[]) => list.map(({ name }) => name).join(" ");
    return `${one?.name ?? kind}: ${names(active)}${inactive.length > 0 ? ` | ${names(inactive)}` : ""}`;
  });

describe("the channel list", () => {
  const subscriptions = [
    subscription(1, "beta"),
    subscription(2, "Alpha", { is_muted: true }),
    subscription(3, "gamma", { is_recently_active: false }),
    subscription(4, "pinned", { pin_to_top: true, folder_id: 11, is_recently_active: false }),
    subscription(5, "in folder", { folder_id: 11 }),
    subscription(6, "in another", { folder_id: 10 }),
    subscription(7, "of an archived folder", { folder_id: 12 }),
    subscription(8, "archived", { is_archived: true }),
  ];
  const channel_folders = [folder(10, "two", 2), folder(11, "one", 1), folder(12, "old", 0, true)];
  const withSettings = (settings: object) =>
    sampleState({
      ...{ subscriptions, channel_folders },
      user_settings: { ...sampleState().user_settings, ...settings } as State["user_settings"],
    });

  test("lists pinned channels first, then folders in order, then other channels", () => {
    expect(shown(withSettings({}))).toEqual([
      "pinned: pinned",
      "one: in folder",
      "two: in another",
      "other: beta gamma of an archived folder Alpha",
    ]);
  });
  test("separates inactive channels if the user has chosen this", () => {
    expect(shown(withSettings({ demote_inactive_streams: 2 })).at(-1)).toBe(
      "other: beta of an archived folder Alpha | gamma",
    );
  });
  test("has no folders if the user has turned them off", () => {
    expect(shown(withSettings({ web_left_sidebar_show_channel_folders: false }))).toEqual([
      "pinned: pinned",
      "other: beta gamma in another in folder of an archived folder Alpha",
    ]);
  });
  test("contains all visible channels, and finds them by name", () => {
    const state = sampleState({ never_subscribed: [channel(9, "Other", { invite_only: true })] });
    expect(channelsByName(state).map(({ name }) => name)).toEqual(["design", "general", "Other"]);
    const other = channelNamed(state, "oTHER");
    expect(other && privacyOf(other)).toBe("private");
    expect([colorOf(state, 1), colorOf(state, 9)]).toEqual(["#76ce90", undefined]);
  });
});

describe("topics", () => {
  const user_topics = [{ stream_id: 1, topic_name: "Tea", last_updated: 1, visibility_policy: VISIBILITY.followed }];
  const state = sampleState({ user_topics });
  test("are compared regardless of case", () => {
    expect(visibilityOf(state, 1, "tEA")).toBe(VISIBILITY.followed);
    expect(visibilityOf(state, 2, "Tea")).toBe(VISIBILITY.inherited);
  });
  test("without a name have a display name", () => {
    expect([topicName(state, ""), topicName(state, "a")]).toEqual(["general chat", "a"]);
  });
  test("are resolved or not depending on their name", () => {
    expect([isResolved("✔ a"), isResolved("✔a"), unresolved("✔ a"), unresolved("a")]).toEqual([true, false, "a", "a"]);
  });
});

test("a custom emoji is selected by name, and shown by ID even after its deactivation", () => {
  const emoji = (id: string, name: string, deactivated: boolean) => ({
    ...{ id, name, deactivated, source_url: "/a.png", still_url: null, author_id: null },
  });
  const state = sampleState({ realm_emoji: { "1": emoji("1", "cat", true), "2": emoji("2", "cat", false) } });
  expect(customEmojiNamed(state, "cat")?.id).toBe("2");
  expect(customEmojiById(state, "1")?.deactivated).toBe(true);
  expect(usableCustomEmoji(state).map(({ id }) => id)).toEqual(["2"]);
});

test("scheduledInOrder sorts scheduled messages, the earliest first", () => {
  const later = (scheduled_message_id: number): ScheduledMessage => ({
    ...{ scheduled_message_id, type: "stream", to: 1, topic: "tea", content: "x", rendered_content: "x" },
    ...{ scheduled_delivery_timestamp: 100 - scheduled_message_id, failed: false },
  });
  const state = sampleState({ scheduled_messages: [later(1), later(2), later(3)] });
  expect(scheduledInOrder(state).map((one) => one.scheduled_message_id)).toEqual([3, 2, 1]);
});
