import type { Fields, Person } from "../support/person.ts";
import type { Filled } from "./fill.ts";
import type { People } from "./people.ts";

const TEXTS: Readonly<Record<string, string>> = {
  greeting: "Hello, **world**, and @**Ada Example** and @_**Ben Example**",
  group: "Ahoy @*crew*, see #**hold** and #**quay>tides**, ticket #42",
  everybody: "@**all** ashore",
  code: "```python\nprint('x')\n```\n\n| a | b |\n|---|---|\n| 1 | :anchor: |",
  emoji: ":octopus: :heart: ❤️ $$x^2$$ ||hidden|| <time:2026-05-17T12:00:00+00:00>",
  quote: "> quoted\n\n1. one\n2. two\n   * three\n\n```spoiler Title\nsecret\n```",
  alert: "The tide is out",
  poll: "/poll Tea?\nyes\nno",
  todo: "/todo Chores\nrope: coil it",
  me: "/me waves",
};

export async function sendMessages(people: People, channels: Filled["channels"], uploads: Filled["uploads"]) {
  const { owner, ada, ben, cleo, gus, zoe, bot } = people;
  const sent: Record<string, number> = {};
  await zoe.ok(zoe.post("/users/me/alert_words", { alert_words: ["tide", "left → right"] }));
  const say = async (by: Person, name: string, fields: Fields) => {
    sent[name] = (
      await by.ok(by.post("/messages", { type: "channel", to: channels["quay"], topic: "tides", ...fields }))
    ).id;
  };
  for (const [name, content] of Object.entries(TEXTS)) {
    await say(name === "everybody" ? owner : ben, name, { content });
  }
  await say(ada, "files", { content: uploads.map(({ path }, index) => `[file ${index}](${path})`).join("\n") });
  await say(ada, "no topic", { to: channels["kept"], topic: "", content: "without a topic" });
  await say(ada, "hold", { to: channels["hold"], topic: "cargo", content: "for few" });
  await say(ada, "deck", { to: channels["deck"], topic: "sail", content: "for those who were there" });
  await say(cleo, "web", { to: channels["web"], topic: "news", content: "for the web" });
  await say(bot, "bot", { topic: "counted", content: "one, two" });
  const buttons = [{ id: "hoist", label: "Hoist", command: "/hoist" }];
  const widget_content = { widget_type: "zform", extra_data: { type: "choices", buttons } };
  await say(bot, "buttons", { topic: "flags", content: "The flag is down", widget_content });
  await say(ada, "direct", { type: "direct", to: [ben.id], content: "between us" });
  await say(gus, "of guest", { topic: "guests", content: "hello from a guest" });
  await say(ben, "huddle", { type: "direct", to: [ada.id, cleo.id, gus.id], content: "@**Ada Example** between four" });
  await say(ada, "self", { type: "direct", to: [ada.id], content: "note to self" });
  await say(ada, "to bot", { type: "direct", to: [bot.id], content: "count" });
  for (let index = 0; index < 40; index += 1) {
    await say(index % 2 ? ada : ben, `many ${index}`, { topic: `topic ${index % 5}`, content: `number ${index}` });
  }
  return sent;
}

export async function changeMessages(people: People, channels: Filled["channels"], sent: Record<string, number>) {
  const { owner, ada, ben, cleo, gus, zoe } = people;
  const edit = (by: Person, name: string, fields: Fields) => by.ok(by.patch(`/messages/${sent[name]}`, fields));
  await edit(ben, "greeting", { content: "Hello again, **world**, @**Ada Example**" });
  await edit(ben, "greeting", { content: "Hello a third time, @**Ada Example**" });
  await edit(ben, "many 0", { content: "number nought" });
  await edit(cleo, "many 1", { topic: "moved", propagate_mode: "change_all", send_notification_to_new_thread: true });
  await edit(ada, "many 2", {
    ...{ stream_id: channels["hold"], topic: "elsewhere", propagate_mode: "change_later" },
    ...{ send_notification_to_old_thread: true },
  });
  await edit(owner, "many 3", { topic: "✔ topic 3", propagate_mode: "change_all" });
  await ben.ok(ben.delete(`/messages/${sent["many 10"]}`));
  delete sent["many 10"];
  await owner.ok(owner.delete(`/messages/${sent["many 20"]}`));
  delete sent["many 20"];

  const react = (by: Person, name: string, fields: Fields) =>
    by.ok(by.post(`/messages/${sent[name]}/reactions`, fields));
  for (const by of [ada, zoe, gus]) await react(by, "greeting", { emoji_name: "octopus" });
  await react(ada, "emoji", { emoji_name: "heart" });
  for (const emoji_name of ["hash", "rainbow_flag", "eye_in_speech_bubble", "woman_surfing"]) {
    await react(ada, "emoji", { emoji_name });
  }
  await react(ada, "emoji", { emoji_name: "anchor", reaction_type: "realm_emoji" });
  await react(ada, "many 5", { emoji_name: "working_on_it" });
  const poll = '{"type":"vote","key":"canned,0","vote":1}';
  await ada.ok(ada.post("/submessage", { message_id: sent["poll"], msg_type: "widget", content: poll }));
  await zoe.ok(
    zoe.post("/submessage", {
      message_id: sent["poll"],
      msg_type: "widget",
      content: '{"type":"new_option","idx":1,"option":"rum"}',
    }),
  );
}
