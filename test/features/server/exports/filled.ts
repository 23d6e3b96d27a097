import { sendFiles, textFile } from "../../../support/files.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import { OWN_TEXTS } from "../../../support/own-texts.ts";
import type { Json, Person } from "../../../support/person.ts";
import { animatedGif, png } from "../../../support/pictures.ts";
import { untilTrue } from "../../../support/scheduled-messages.ts";

const LATER = 4_000_000_000;

interface Filled extends Cast {
  readonly robot: Person;
  readonly vault: number;
  readonly message: number;
  readonly upload: string;
}

/** Creates an organization with rows in every table that exports can contain. */
export async function filled(): Promise<Filled> {
  const cast = await realm();
  const { iris, omar, mona, noah, mia, gus, bot } = cast;
  const robot = await bot(noah, { bot_type: 3, payload_url: '"https://hooks.example/path"', service_name: "x" });
  const image = () => new File([png()], "me.png", { type: "image/png" });
  const ok = (call: ReturnType<typeof sendFiles>) => iris.ok(call);
  await ok(sendFiles(noah, "/users/me/avatar", [image()]));
  await ok(sendFiles(iris, "/realm/icon", [image()]));
  await ok(sendFiles(iris, "/realm/emoji/kettle", [new File([animatedGif()], "kettle.gif", { type: "image/gif" })]));
  const upload = (await ok(sendFiles(noah, "/user_uploads", [textFile("tea leaves")]))).url;

  const { channel_folder_id } = await iris.ok(
    iris.post("/channel_folders/create", { name: "Kitchen", description: "" }),
  );
  const { id: group } = {
    id: (await iris.ok(iris.post("/user_groups/create", groupOf("cooks", [noah, mia])))).group_id,
  };
  const subscribe = (name: string, people: readonly Person[], more = {}) =>
    iris.ok(
      iris.post("/users/me/subscriptions", {
        subscriptions: [{ name, description: `about ${name}` }],
        principals: people.map(({ id }) => id),
        ...more,
      }),
    );
  await subscribe("harbour", [iris, noah, mia, omar], { folder_id: channel_folder_id });
  await subscribe("vault", [iris, mia], { invite_only: true, history_public_to_subscribers: false });
  const idOf = async (name: string) => (await iris.ok(iris.get("/get_stream_id", { stream: name }))).stream_id;
  const [harbour, vault] = [await idOf("harbour"), await idOf("vault")];
  const say = async (who: Person, to: number | number[], content: string, topic = "tea"): Promise<number> =>
    (
      await who.ok(
        who.post(
          "/messages",
          typeof to === "number" ? { type: "channel", to, topic, content } : { type: "direct", to, content },
        ),
      )
    ).id;

  const message = await say(noah, harbour, `green **tea** [leaves](${upload}) @**Mia**`);
  await noah.ok(noah.patch(`/messages/${message}`, { content: `black tea [leaves](${upload})` }));
  await noah.ok(noah.patch(`/messages/${message}`, { topic: "morning tea" }));
  await mia.ok(mia.post(`/messages/${message}/reactions`, { emoji_name: "kettle" }));
  await omar.ok(omar.post(`/messages/${message}/reactions`, { emoji_name: "tada" }));
  for (const flag of ["starred", "hide_link_previews"])
    await mia.ok(mia.post("/messages/flags", { messages: [message], op: "add", flag }));
  await say(noah, harbour, "/poll Which?\nblack\ngreen");
  for (let index = 0; index < 5; index++) await say(noah, harbour, `cup ${index}`);
  await say(iris, vault, "before");
  await subscribe("vault", [noah]);
  await say(iris, vault, "while noah is here");
  await noah.ok(noah.delete("/users/me/subscriptions", { subscriptions: ["vault"] }));
  await say(iris, vault, "after");
  await say(noah, [mia.id, gus.id], "to two");
  await say(noah, [noah.id], "to myself");
  await say(robot, [noah.id], "beep");
  await mia.ok(mia.post("/messages/flags", { messages: [message], op: "add", flag: "read" }));
  await omar.ok(omar.post("/mark_all_as_read"));

  const onBoard = (what: object) => noah.ok(noah.post(`/streams/${harbour}/pins`, what));
  await onBoard({ message_id: message });
  await onBoard({ topic: "tea" });
  await onBoard({ url: "https://tea.example/", title: "Tea" });
  await iris.ok(iris.post(`/streams/${harbour}/voice_room`));
  await noah.ok(noah.patch(`/streams/${harbour}/page`, { content: "Kettles **first**", base_version: 0 }));
  await untilTrue(async () => {
    const { topics } = await noah.ok(noah.get(`/users/me/${harbour}/topics`));
    return topics.some(({ name }: Json) => name === "board");
  });

  const { id: field } = await iris.ok(iris.post("/realm/profile_fields", { name: "Tea", field_type: 1 }));
  await noah.ok(noah.patch("/users/me/profile_data", { data: [{ id: field, value: "black" }] }));
  await iris.ok(
    iris.post("/realm/filters", {
      ...{ pattern: "TEA-(?P<id>[0-9]+)", url_template: "https://tea.example/{id}" },
      ...{ example_input: "TEA-7", reverse_template: "TEA-{id}" },
      alternative_url_templates: ["https://old-tea.example/{id}"],
    }),
  );
  const playground = { name: "Pot", pygments_language: "Python", url_template: "https://tea.example/{code}" };
  await iris.ok(iris.post("/realm/playgrounds", playground));
  await iris.ok(iris.post("/realm/domains", { domain: "tea.example", allow_subdomains: true }));
  await iris.ok(iris.patch("/realm", { waiting_period_threshold: 3, can_add_custom_emoji_group: { new: group } }));
  await iris.ok(iris.patch("/realm/user_settings_defaults", { twenty_four_hour_time: true }));
  const defaults = { group_name: "newcomers", description: "for all", stream_names: ["harbour"] };
  await iris.ok(iris.post("/default_stream_groups/create", defaults));

  await noah.ok(noah.patch("/settings", { color_scheme: 2 }));
  await noah.ok(noah.post("/users/me/status", { status_text: "brewing", emoji_name: "tada" }));
  const property = { stream_id: harbour, property: "pin_to_top", value: true };
  await noah.ok(noah.post("/users/me/subscriptions/properties", { subscription_data: [property] }));
  const topic = { stream_id: harbour, topic: "tea", visibility_policy: 3 };
  await noah.ok(noah.post("/user_topics", topic));
  await noah.ok(noah.post(`/users/me/muted_users/${omar.id}`));
  await noah.ok(noah.post("/users/me/alert_words", { alert_words: ["kettle"] }));
  const draft = { type: "stream", to: [harbour], topic: "tea", content: "a draft" };
  await noah.ok(noah.post("/drafts", { drafts: [draft] }));
  for (const { list, fields } of OWN_TEXTS) await noah.ok(noah.post(`/${list}`, fields(noah.id, "kept")));
  const scheduled = {
    type: "channel",
    to: harbour,
    topic: "tea",
    content: "later",
    scheduled_delivery_timestamp: LATER,
  };
  await noah.ok(noah.post("/scheduled_messages", scheduled));
  const monthly = { recurrence: "FREQ=MONTHLY;BYMONTHDAY=-1", time_zone: "Europe/Berlin" };
  await noah.ok(noah.post("/scheduled_messages", { ...scheduled, type: "direct", to: [mia.id], ...monthly }));
  const reminder = { message_id: message, note: "think of it", scheduled_delivery_timestamp: LATER };
  await noah.ok(noah.post("/reminders", reminder));
  await noah.ok(noah.post("/reminders", { ...reminder, note: "", ...monthly }));
  await noah.ok(noah.post("/navigation_views", { fragment: "narrow/topic/tea", is_pinned: true, name: "Stars" }));
  await noah.ok(noah.post("/users/me/onboarding_steps", { onboarding_step: "visibility_policy_banner" }));
  await noah.ok(noah.post("/users/me/presence", { status: "active", new_user_input: true }));
  const command = { name: "brew", description: "Brews tea", usage: "CUPS" };
  await iris.ok(iris.put(`/bots/${robot.id}/commands`, { commands: [command] }));
  await robot.ok(robot.put("/bot_storage", { storage: { cups: "7" } }));
  await mona.ok(mona.patch("/settings", { email_address_visibility: 5 }));
  await iris.ok(iris.delete(`/users/${gus.id}`));
  return { ...cast, robot, vault, message, upload };
}

const groupOf = (name: string, members: readonly Person[]) => ({
  name,
  description: "",
  members: members.map(({ id }) => id),
});
