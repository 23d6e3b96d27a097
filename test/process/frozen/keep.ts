import { OWN_TEXTS } from "../../support/own-texts.ts";
import type { Person } from "../support/person.ts";
import type { Filled } from "./fill.ts";
import { file, png } from "./forms.ts";
import type { People } from "./people.ts";

const LATER = 4_000_000_000;

export async function keepPersonalThings(
  people: People,
  { quay, hold }: Filled["channels"],
  sent: Record<string, number>,
) {
  const { owner, ada, ben, cleo, gus, mo, bot } = people;
  const flag = (by: Person, name: string, flag: string) =>
    by.ok(by.post("/messages/flags", { messages: [sent[name]], op: "add", flag }));
  for (const name of ["greeting", "direct", "many 7"]) await flag(ada, name, "starred");
  for (const name of ["greeting", "huddle", "many 9"]) await flag(ada, name, "read");
  await flag(ada, "code", "collapsed");
  await gus.ok(gus.post("/mark_topic_as_read", { stream_id: quay, topic_name: "tides" }));
  await cleo.ok(cleo.post("/mark_all_as_read"));

  const drafts = [
    { type: "stream", to: [quay], topic: "tides", content: "not **yet**", timestamp: 1_790_000_000 },
    { type: "private", to: [ben.id, cleo.id], topic: "", content: "perhaps", timestamp: 1_790_000_001 },
    { type: "", to: [], topic: "", content: "who knows", timestamp: 1_790_000_002 },
  ];
  await ada.ok(ada.post("/drafts", { drafts }));
  for (const { list, fields } of OWN_TEXTS) await ada.ok(ada.post(`/${list}`, fields(ben.id, "Thank *you*")));
  const later = { scheduled_delivery_timestamp: LATER };
  await ada.ok(
    ada.post("/scheduled_messages", {
      type: "channel",
      to: quay,
      topic: "later",
      content: "@**Ben Example** **later**",
      ...later,
    }),
  );
  await ada.ok(ada.post("/scheduled_messages", { type: "direct", to: [ben.id], content: "later, :anchor:", ...later }));
  await ada.ok(ada.post("/reminders", { message_id: sent["greeting"], note: "ask **again**", ...later }));
  await ada.ok(ada.post("/reminders", { message_id: sent["direct"], ...later }));
  const weekly = { ...later, recurrence: "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=9", time_zone: "Europe/Lisbon" };
  await ada.ok(
    ada.post("/scheduled_messages", { type: "channel", to: quay, topic: "later", content: "again", ...weekly }),
  );
  await ada.ok(ada.post("/reminders", { message_id: sent["direct"], note: "again", ...weekly }));
  await pressButton(bot, ada, sent["buttons"]);
  await cleo.ok(cleo.post(`/streams/${quay}/voice_room`));
  // No one uses the link, because it expires before later programs open the data.
  await cleo.ok(cleo.post("/outside_links", { channel_id: quay, topic: "tides" }));

  await ada.ok(
    ada.post("/users/me/status", { status_text: "out at sea", emoji_name: "anchor", reaction_type: "realm_emoji" }),
  );
  await ben.ok(ben.post("/users/me/status", { status_text: "", emoji_name: "octopus" }));
  for (const person of [ada, ben, gus]) {
    await person.ok(person.post("/users/me/presence", { status: "active", last_update_id: -1 }));
  }
  await ada.ok(ada.post(`/users/me/muted_users/${mo.id}`));
  const topic = (by: Person, name: string, visibility_policy: number) =>
    by.ok(by.post("/user_topics", { stream_id: quay, topic: name, visibility_policy }));
  await topic(ada, "topic 1", 1);
  await topic(ada, "topic 2", 2);
  await topic(ada, "topic 4", 3);
  const subscription_data = [
    { stream_id: quay, property: "color", value: "#aabbcc" },
    { stream_id: quay, property: "pin_to_top", value: true },
    { stream_id: hold, property: "is_muted", value: true },
    { stream_id: hold, property: "push_notifications", value: false },
  ];
  await ada.ok(ada.post("/users/me/subscriptions/properties", { subscription_data }));
  await ada.ok(
    ada.patch("/settings", {
      ...{ color_scheme: 3, emojiset: "twitter", timezone: "Europe/Lisbon", enter_sends: false },
      ...{ email_address_visibility: 4, web_font_size_px: 18, notification_sound: "ding" },
    }),
  );
  await ada.ok(ada.send("POST", "/users/me/avatar", file(png(), "ada.png")));
  await ada.ok(ada.post("/navigation_views", { fragment: "narrow/sender/7", is_pinned: true, name: "Stars" }));
  await ada.ok(ada.post("/navigation_views", { fragment: "inbox", is_pinned: false }));
  await ada.ok(ada.post("/users/me/onboarding_steps", { onboarding_step: "visibility_policy_banner" }));
  await ben.as("ben@example.com", "correct horse battery");
  await ben.ok(ben.post("/login", { username: "ben@example.com", password: "correct horse battery" }));
  await ada.ok(
    ada.post("/mobile_push/register", {
      ...{ token_kind: "fcm", push_account_id: 7, push_public_key: "cHVibGlj" },
      ...{ bouncer_public_key: "Ym91bg==", encrypted_push_registration: "c2VjcmV0" },
    }),
  );
  await ben.ok(ben.post("/users/me/apns_device_token", { token: "abcdef01", appid: "org.example" }));
  await ben.ok(ben.post("/users/me/android_gcm_reg_id", { token: "abcdef02" }));

  await mo.ok(mo.patch("/settings", { email: "mo@harbour.example.org", old_password: "correct horse battery" }));
  const lost = await owner.invite("Lost");
  await lost.ok(lost.post("/messages", { type: "channel", to: "general", topic: "bye", content: "I leave" }));
  await owner.ok(owner.delete(`/users/${lost.id}`));
}

/** Presses a button. The bot answers the press, so that the press doesn't time out. */
async function pressButton(bot: Person, by: Person, message: number | undefined): Promise<void> {
  const { queue_id } = await bot.ok(bot.post("/register", { event_types: ["press"] }));
  const pressed = await by.ok(by.post(`/messages/${message}/press`, { local_id: "1", button_id: "hoist" }));
  await bot.ok(bot.post(`/presses/${pressed.press_id}/answer`, { private: "It flies" }));
  await bot.ok(bot.delete("/events", { queue_id }));
}
