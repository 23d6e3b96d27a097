import { ofOwnTexts } from "../../../support/own-texts.ts";
import type { Rows } from "./full-archive.ts";
import { BASE, ids, LATER, range, type Size } from "./ids.ts";

/** Returns rows of every personal kind for every user. */
export function personalRows({ people, channels }: Size): Rows {
  const everybody = range(people, (index) => ({ index, user_id: ids.user(index) }));
  const open = ids.channel(0);
  return {
    topic_preferences: everybody.flatMap(({ user_id }) =>
      range(5, (topic) => ({
        user_id,
        channel_id: open,
        topic: `topic ${topic}`,
        visibility_policy: ([1, 2, 3] as const)[topic % 3] ?? 1,
        last_updated: BASE + topic,
      })),
    ),
    muted_users: everybody.map(({ index, user_id }) => ({
      user_id,
      muted_user_id: ids.user((index + 3) % people),
      timestamp: BASE,
    })),
    alert_words: everybody.flatMap(({ index, user_id }) =>
      range(6, (word) => ({ user_id, word: `word${index}x${word}` })),
    ),
    ...ofOwnTexts(({ archived }) =>
      everybody.flatMap(({ index, user_id }) =>
        range(3, (text) => ({ user_id, content: `text ${index}/${text}`, ...archived(user_id) })),
      ),
    ),
    drafts: everybody.flatMap(({ index, user_id }) => [
      {
        user_id,
        type: "stream",
        to: [ids.channel(index % channels)],
        topic: "t",
        content: `draft ${index}`,
        timestamp: BASE,
      },
      {
        user_id,
        type: "private",
        to: [ids.user((index + 1) % people)],
        topic: "",
        content: "direct draft",
        timestamp: BASE + 1,
      },
      { user_id, type: "", to: [], topic: "", content: "for nobody yet", timestamp: BASE + 2 },
    ]),
    scheduled_messages: everybody.flatMap(({ index, user_id }) => [
      { user_id, channel_id: open, topic: "later", content: `later ${index}`, deliver_at: LATER },
      { user_id, to: [ids.user((index + 2) % people)], content: `later to one ${index}`, deliver_at: LATER + index },
    ]),
    reminders: everybody.map(({ index, user_id }) => ({
      user_id,
      message_id: ids.message(index * 4),
      content: `think of it ${index}`,
      deliver_at: LATER,
    })),
    navigation_views: everybody.map(({ user_id }) => ({
      user_id,
      fragment: "narrow/is/starred",
      is_pinned: true,
      name: "Stars",
    })),
    onboarding_steps: everybody.map(({ user_id }) => ({ user_id, name: "visibility_policy_banner" })),
    bot_storage: range(6, (bot) =>
      range(10, (key) => ({ user_id: ids.bot(bot), key: `key ${key}`, value: `value ${key}` })),
    ).flat(),
    presence: everybody.map(({ index, user_id }) => ({ user_id, active_at: BASE + index, idle_at: BASE + index + 60 })),
  };
}
