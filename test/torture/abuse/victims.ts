import { PERMISSION } from "../../process/support/filled-organization.ts";
import type { Json, Person } from "../../process/support/person.ts";
import { OWN_TEXTS, ownTextId } from "../../support/own-texts.ts";
import { Violation } from "../frame/part.ts";
import { differences } from "../model/differences.ts";
import { Secrets } from "./secrets.ts";

const LATER = 4_000_000_000;
const PASSWORD = "a password of their own";

/** Two users who own private things, and the secrets in these things. */
export interface Victims {
  readonly vic: Person;
  readonly wes: Person;
  readonly secrets: Secrets;
  /** Ids of the victims' things, by the parameters that take such ids. */
  readonly ids: Record<string, readonly Json[]>;
  /** Creates more private things with new secrets, up to the organization's limits. */
  continueActing(): Promise<void>;
  /** Throws if anything that only the victims can change has changed. */
  check(): Promise<void>;
}

/** Registration fields that only the account itself can change. */
const OWN = [
  ...OWN_TEXTS.map(({ list }) => list),
  ...["reminders", "alert_words", "navigation_views", "muted_users", "user_topics", "starred_messages"],
  "user_settings",
];

async function ownThings(person: Person): Promise<Json> {
  const { queue_id, ...state } = await person.ok(person.post("/register"));
  await person.ok(person.delete("/events", { queue_id }));
  const { messages } = await person.ok(
    person.get("/messages", {
      ...{ anchor: "newest", num_before: 100, num_after: 0, narrow: [{ operator: "sender", operand: "me" }] },
    }),
  );
  const { attachments } = await person.ok(person.get("/attachments"));
  const closed = messages.filter(({ type }: Json) => type === "private");
  return { ...Object.fromEntries(OWN.map((name) => [name, state[name]])), closed, attachments };
}

/** Creates the victims and their things. `rulers` can see names and descriptions of private channels. */
export async function makeVictims(owner: Person, rulers: readonly Person[], salt: string): Promise<Victims> {
  const secrets = new Secrets(salt);
  const [vic, wes] = [await owner.invite("Vic"), await owner.invite("Wes")];
  const password = secrets.hide("a password");
  const hidden = secrets.hide("an address that is shown to nobody");
  const showsNewAddresses = (email_address_visibility: number) =>
    owner.ok(owner.patch("/realm/user_settings_defaults", { email_address_visibility }));
  // The address is hidden from the start, because the audit log keeps an address that was visible at first.
  await showsNewAddresses(4);
  await owner.ok(owner.post("/users", { email: `${hidden}@example.com`, full_name: "Una Hidden", password: PASSWORD }));
  await showsNewAddresses(1);
  const una = await owner.as(`${hidden}@example.com`, PASSWORD);
  await una.ok(una.patch("/settings", { email_address_visibility: 4 }));
  await una.ok(una.patch("/settings", { old_password: PASSWORD, new_password: `${password} correct horse` }));

  const named = secrets.hide("the name of a private channel", [...rulers]);
  const described = secrets.hide("the description of a private channel", [...rulers]);
  const closed = { invite_only: true, history_public_to_subscribers: false };
  const make = (name: string, description: string) =>
    vic.channel(name, [vic, wes], { subscriptions: [{ name, description }], ...closed });
  const channel = await make(named, described);
  await make("strongroom", "");
  const topic = secrets.hide("the topic of a private channel");
  const say = async (to: Json, content: string, more: Json = {}): Promise<number> =>
    (await vic.ok(vic.post("/messages", { type: "channel", to, topic, content, ...more }))).id;
  const said = await say(channel, secrets.hide("a message of a private channel"));
  await vic.ok(vic.patch(`/messages/${said}`, { content: secrets.hide("what a private message was changed to") }));
  await say("strongroom", secrets.hide("a message of a private channel"));
  const message = await say([wes.id], secrets.hide("a direct message"), { type: "direct", topic: undefined });
  await wes.ok(wes.post(`/messages/${message}/reactions`, { emoji_name: "octopus" }));
  const gone = await say([wes.id], secrets.hide("a deleted message"), { type: "direct", topic: undefined });
  await vic.ok(vic.delete(`/messages/${gone}`));
  await vic.ok(vic.post("/messages", { type: "direct", to: [vic.id], content: secrets.hide("a note to oneself") }));

  const secret = (thing: string) => secrets.hide(thing);
  const texts: Record<string, Json> = {};
  for (const own of OWN_TEXTS) {
    const body = await vic.ok(vic.post(`/${own.list}`, own.fields(wes.id, secret(`a ${own.kind}`))));
    texts[own.id] = ownTextId(own, body);
  }
  const reminder = await vic.ok(
    vic.post("/reminders", { message_id: message, note: secret("a reminder"), scheduled_delivery_timestamp: LATER }),
  );
  await vic.ok(vic.post("/users/me/alert_words", { alert_words: [secret("an alert word")] }));
  await vic.ok(
    vic.post("/navigation_views", { fragment: `narrow/${secret("a view")}`, is_pinned: true, name: secret("a view") }),
  );
  const form = new FormData();
  form.append("file", new Blob([secret("a file")]), `${secret("the name of a file")}.txt`);
  const { url } = await vic.ok(vic.send("POST", "/user_uploads", form));
  const { attachments } = await vic.ok(vic.get("/attachments"));
  const bot = await vic.ok(vic.post("/bots", { full_name: "Vic Bot", short_name: "vicbot" }));
  const { group_id } = await vic.ok(
    vic.post("/user_groups/create", { name: "vics", description: "", members: [vic.id] }),
  );
  const { queue_id } = await vic.ok(vic.post("/register"));
  const { api_keys } = await vic.ok(vic.get("/users/me/api_keys"));
  const { email } = await vic.ok(vic.get("/users/me"));
  for (const { key, id } of [vic, wes, una]) secrets.add(`the key of user ${id}`, key);
  const ids = idsByField({
    ...texts,
    ...{ user: vic.id, email, bot: bot.user_id, channel, group: group_id, message, queue: queue_id },
    ...{ reminder: reminder.reminder_id, key: api_keys[0].id, attachment: attachments[0].id, upload: url },
  });
  const continueActing = async () => {
    const due = { scheduled_delivery_timestamp: LATER };
    for (const where of [
      { type: "channel", to: channel, topic },
      { type: "direct", to: [wes.id] },
    ]) {
      const { body } = await vic.post("/messages", { ...where, content: secret("a new message") });
      await vic.patch(`/messages/${body.id}`, { content: secret("what a new message was changed to") });
      await vic.post("/scheduled_messages", { ...where, content: secret("a scheduled message"), ...due });
      await vic.delete(`/messages/${body.id}`);
    }
    for (const own of OWN_TEXTS) await vic.post(`/${own.list}`, own.fields(wes.id, secret(`a new ${own.kind}`)));
    await vic.post("/users/me/alert_words", { alert_words: [secret("a new alert word")] });
    await una.patch("/settings", { timezone: "Europe/Lisbon" });
  };
  const before = await ownThings(vic);
  const check = async () => {
    const found = differences(await ownThings(vic), before);
    if (found.length > 0) throw new Violation("somebody has changed what is another's alone", found.slice(0, 20));
  };
  return { vic, wes, secrets, ids, continueActing, check };
}

/** Returns the values to send, for each parameter that takes an id. */
function idsByField(ids: Record<string, Json>): Record<string, readonly Json[]> {
  const { user, email, bot, channel, group, message, upload } = ids;
  const [, , realm, ...path] = upload.split("/");
  const name = "strongroom";
  const permission = { direct_members: [user], direct_subgroups: [group] };
  const terms: Json[] = [
    { operator: "channel", operand: channel },
    { operator: "channel", operand: name },
    { operator: "dm", operand: [user] },
    { operator: "dm-including", operand: user },
    { operator: "sender", operand: user },
    { operator: "id", operand: message },
    { operator: "with", operand: message },
  ];
  return {
    add: [[user], [group], [{ name }]],
    anchor: [message],
    attachment_id: [ids["attachment"]],
    bot_id: [bot],
    delete: [[user], [group], [name]],
    drafts: [[{ type: "stream", to: [channel], topic: "t", content: "x" }]],
    email: [email],
    group_id: [group],
    key_id: [ids["key"]],
    last_event_id: [-1],
    members: [[user], [bot]],
    message_id: [message],
    message_ids: [[message, message - 1, message - 2]],
    messages: [[message, message - 1]],
    msg_ids: [[message, message - 1]],
    muted_user_id: [user],
    narrow: [...terms.map((term) => [term]), terms.slice(0, 1).concat({ operator: "search", operand: "zq" })],
    path: [path.join("/")],
    principals: [[user], [bot]],
    queue_id: [ids["queue"]],
    realm_id: [Number(realm)],
    reminder_id: [ids["reminder"]],
    ...Object.fromEntries(OWN_TEXTS.map(({ id }) => [id, [ids[id]]])),
    stream: [name],
    stream_id: [channel],
    stream_ids: [[channel]],
    stream_names: [[name]],
    subscribers: [[user]],
    subscription_data: [[{ stream_id: channel, property: "color", value: "#aabbcc" }]],
    subscriptions: [[name], [{ name }]],
    to: [[user], [email], channel, name],
    user_group_id: [group],
    user_id: [user, bot],
    user_id_or_email: [user, email],
    user_ids: [[user]],
    username: [email],
    [PERMISSION]: [permission, { new: permission }],
  };
}
