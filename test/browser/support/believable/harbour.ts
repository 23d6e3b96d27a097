import { foundOrganization, type Json, PASSWORD, Person } from "../../../process/support/person.ts";
import { cast, type Name, type Role } from "./cast.ts";
import { type ChannelName, type ChannelOfHarbour, channels, folders } from "./channels.ts";
import { deliverTo } from "./delivered.ts";
import { cranePicture, facePicture } from "./pictures.ts";
import { busyTopic, readBefore } from "./read-before.ts";
import { Storyteller } from "./storyteller.ts";
import { readToday, waiting } from "./waiting.ts";

/** How far the organization's clock is ahead of the machine's in the end, because the messages span several days. */
export const AHEAD_MS = 3 * 24 * 3_600_000;

export interface Harbour {
  readonly people: Readonly<Record<Name, Person>>;
  /** The owner of another organization, which is still empty. */
  readonly founder: Person;
  /** Someone who joins through a link, without an account. */
  readonly outsider: Person;
  readonly channels: Readonly<Record<ChannelName, number>>;
  /** The ids of named messages. */
  readonly messages: ReadonlyMap<string, number>;
}

/**
 * Fills an organization with people, channels and conversations through the API. The organization's owner becomes Iris.
 * The server must run with --test-hooks, so that its clock can be advanced.
 */
export async function fillHarbour(owner: Person): Promise<Harbour> {
  const people = await makePeople(owner);
  await decorate(owner, people);
  const ids = await makeChannels(owner, people);
  const storyteller = new Storyteller(people, ids);
  await storyteller.upload();
  await deliverTo(people.bot, ids.engineering);
  for (const conversation of readBefore) await storyteller.tell(conversation);
  await storyteller.tell(busyTopic);
  const rota = storyteller.latest("operations", "Night shift rota");
  const resolved = {
    topic: "✔ Night shift rota",
    propagate_mode: "change_all",
    send_notification_to_new_thread: false,
  };
  await owner.ok(owner.patch(`/messages/${rota}`, resolved));
  await storyteller.until(AHEAD_MS - 5 * 3_600_000);
  for (const conversation of readToday) await storyteller.tell(conversation);
  await owner.ok(owner.post("/mark_all_as_read"));
  for (const conversation of waiting) await storyteller.tell(conversation);
  await storyteller.until(AHEAD_MS);
  await arrangeForIris(people, ids, storyteller);
  await pinAndRepeat(people, ids, storyteller);
  const outsider = await letIn(owner, ids.engineering);
  await showPresence(people);
  // A server can have several harbors, each with its own boatyard.
  const founder = await foundOrganization(owner, `boatyard-${owner.host.replace(/\W.*/, "")}`, "boatyard");
  return { people, founder, outsider, channels: ids, messages: storyteller.named };
}

async function makePeople(iris: Person): Promise<Record<Name, Person>> {
  const people: Partial<Record<Name, Person>> = { iris };
  for (const [name, { name: full_name, role }] of Object.entries(cast) as [Exclude<Name, "bot">, Role][]) {
    if (name === "iris") continue;
    const email = `${name}@example.com`;
    const { user_id } = await iris.ok(iris.post("/users", { email, full_name, password: PASSWORD }));
    if (role !== undefined) await iris.ok(iris.patch(`/users/${user_id}`, { role }));
    people[name] = await iris.as(email, PASSWORD);
  }
  const bot = await iris.ok(iris.post("/bots", { full_name: "harbour-bot", short_name: "harbour" }));
  const { user } = await iris.ok(iris.get(`/users/${bot.user_id}`));
  people.bot = new Person(iris.url, user.email, bot.api_key, bot.user_id, iris.host);
  return people as Record<Name, Person>;
}

/** Customizes the organization: its name, avatars, emoji, groups, profile fields, and linkifiers. */
async function decorate(owner: Person, people: Record<Name, Person>): Promise<void> {
  await owner.ok(owner.patch("/realm", { name: "Harbour", description: "Everybody who keeps the port running." }));
  await owner.ok(owner.patch("/settings", { full_name: cast.iris.name }));
  // The first steps were completed long ago.
  await owner.ok(owner.post("/users/me/onboarding_steps", { onboarding_step: "intro_inbox_view_modal" }));
  const upload = (who: Person, path: string, picture: Blob) => {
    const form = new FormData();
    form.append("file", picture, "picture.png");
    return who.ok(who.send("POST", path, form));
  };
  await upload(owner, "/realm/emoji/crane", cranePicture());
  const filter = { pattern: "OPS-(?P<id>[0-9]+)", url_template: "https://tickets.harbour.example/OPS-{id}" };
  await owner.ok(owner.post("/realm/filters", filter));
  const group = (name: string, description: string, members: Name[]) =>
    owner.ok(owner.post("/user_groups/create", { name, description, members: members.map((one) => people[one].id) }));
  await group("crane-team", "Whoever keeps the cranes up", ["iris", "omar", "yumi", "jo"]);
  await group("pilots", "Those who bring ships in", ["teresa", "pedro"]);
  const field = (name: string, field_type: number, rest: Json = {}) =>
    owner.ok(owner.post("/realm/profile_fields", { name, field_type, ...rest }));
  const { id: title } = await field("Works as", 1, { display_in_profile_summary: true });
  const { id: phone } = await field("Phone", 1, { hint: "Inside the harbour" });
  await field("Born on", 4);
  for (const [name, role] of Object.entries(cast) as [Exclude<Name, "bot">, Role][]) {
    const who = people[name];
    if (role.picture !== undefined) await upload(who, "/users/me/avatar", facePicture(...role.picture));
    const data = [
      { id: title, value: role.title ?? "Guest" },
      { id: phone, value: `4${who.id % 1000}` },
    ];
    await who.ok(who.patch("/users/me/profile_data", { data }));
  }
}

async function makeChannels(owner: Person, people: Record<Name, Person>): Promise<Record<ChannelName, number>> {
  await owner.ok(owner.patch("/realm", { enable_spectator_access: true }));
  const folderIds = new Map<string, number>();
  for (const [key, fields] of Object.entries(folders)) {
    folderIds.set(key, (await owner.ok(owner.post("/channel_folders/create", fields))).channel_folder_id);
  }
  const ids: Partial<Record<ChannelName, number>> = {};
  const everybody = (Object.keys(people) as Name[]).filter((name) => name !== "guest");
  const { streams } = await owner.ok(owner.get("/streams"));
  for (const [key, channel] of Object.entries(channels) as [ChannelName, ChannelOfHarbour][]) {
    const members = (channel.members ?? everybody).map((name) => people[name].id);
    const known: number | undefined = streams.find(({ name }: Json) => name === channel.name)?.stream_id;
    if (known === undefined) {
      const fields = {
        ...{ name: channel.name, description: channel.description ?? "", subscribers: members },
        ...{ invite_only: channel.isPrivate ?? false, is_web_public: channel.isWebPublic ?? false },
        ...{ folder_id: folderIds.get(channel.folder ?? ""), send_new_subscription_messages: false },
      };
      ids[key] = (await owner.ok(owner.post("/channels/create", fields))).id;
    } else {
      await owner.ok(
        owner.post("/users/me/subscriptions", {
          ...{ subscriptions: [{ name: channel.name }], principals: members, send_new_subscription_messages: false },
        }),
      );
      ids[key] = known;
    }
    if (channel.members === undefined || members.includes(owner.id)) await ownSettings(owner, ids[key] ?? 0, channel);
  }
  return ids as Record<ChannelName, number>;
}

async function ownSettings(owner: Person, stream_id: number, channel: ChannelOfHarbour): Promise<void> {
  const values = { color: channel.color, is_muted: channel.isMuted, pin_to_top: channel.isPinned };
  const data = Object.entries(values).flatMap(([property, value]) =>
    value === undefined ? [] : [{ stream_id, property, value }],
  );
  await owner.ok(owner.post("/users/me/subscriptions/properties", { subscription_data: data }));
}

/** Adds what only Iris sees: followed and muted topics, drafts, scheduled messages, snippets, and reminders. */
async function arrangeForIris(people: Record<Name, Person>, ids: Record<ChannelName, number>, said: Storyteller) {
  const { iris } = people;
  const policy = (channel: ChannelName, topic: string, visibility_policy: number) =>
    iris.ok(iris.post("/user_topics", { stream_id: ids[channel], topic, visibility_policy }));
  await policy("operations", "Crane 4 maintenance", 3);
  await policy("coffee", "The machine", 1);
  const now = Math.floor((Date.now() + AHEAD_MS) / 1000);
  const drafts = [
    {
      type: "stream",
      to: [ids.operations],
      topic: "Berth plan, week 47",
      content: "Omar’s licence ends on the",
      timestamp: now,
    },
    {
      type: "private",
      to: [people.omar.id],
      topic: "",
      content: "Yes, at ten past. In the meantime: ",
      timestamp: now,
    },
  ];
  await iris.ok(iris.post("/drafts", { drafts }));
  await iris.ok(
    iris.post("/scheduled_messages", {
      ...{ type: "channel", to: ids.announcements, topic: "Winter timetable" },
      ...{ content: "The new timetable is valid from *today*.", scheduled_delivery_timestamp: now + 5 * 86_400 },
    }),
  );
  const message_id = said.latest("office", "Lease of warehouse 7");
  await iris.ok(
    iris.post("/reminders", { message_id, note: "Before counsel leaves", scheduled_delivery_timestamp: now + 7_200 }),
  );
  for (const [title, content] of [
    ["Berth closed", "Berth NN is closed until further notice. Ships for it go to NN."],
    [
      "Welcome",
      "Welcome on board! Here is where you find things:\n\n* rota: #**operations**\n* books: #**reading-group**",
    ],
  ]) {
    await iris.ok(iris.post("/saved_snippets", { title, content }));
  }
  const file = new FormData();
  file.append("file", new Blob(["%PDF-1.7"]), "crane-4-inspection-2026-11-18-signed-by-everybody-who-was-there.pdf");
  await iris.ok(iris.send("POST", "/user_uploads", file));
  await iris.ok(iris.post("/users/me/alert_words", { alert_words: ["kestrel"] }));
}

/** Adds a board, a voice room, a repeating message, and a bot's messages, one with buttons and one with a form. */
async function pinAndRepeat(
  { iris, omar, bot }: Record<Name, Person>,
  ids: Record<ChannelName, number>,
  said: Storyteller,
) {
  const board = `/streams/${ids.operations}`;
  const page =
    "# On duty\n\nCrane 4: @_**Omar Haddad**, until *18:00*.\n\n* #**operations>Berth plan**\n* #**operations>Handover**";
  await omar.ok(omar.patch(`${board}/page`, { content: "Crane 4: Omar", base_version: 0 }));
  await iris.ok(iris.patch(`${board}/page`, { content: page, base_version: 1 }));
  for (const pin of [
    { topic: "Berth plan, week 47" },
    { message_id: said.latest("operations", "Crane 4 maintenance") },
    {
      url: "https://tides.harbour.example/northern-basin/tables",
      title: "Tide tables of the northern basin, to print",
    },
  ]) {
    await iris.ok(iris.post(`${board}/pins`, pin));
  }
  await iris.ok(iris.post(`/streams/${ids.general}/voice_room`));
  await iris.ok(iris.patch("/realm", { moderation_request_channel_id: ids.office }));
  const monday = Date.parse("2099-01-05T08:00:00Z") / 1000;
  await iris.ok(
    iris.post("/scheduled_messages", {
      ...{ type: "channel", to: ids.operations, topic: "Berth plan", content: "Who is on which berth today?" },
      ...{ scheduled_delivery_timestamp: monday, recurrence: "FREQ=WEEKLY;BYDAY=MO,WE", time_zone: "Europe/Berlin" },
    }),
  );
  const buttons = [
    { id: "take", label: "I'm on it", style: "primary", command: "take 4" },
    { id: "drop", label: "Nothing to do here, close the alert", command: "drop 4", confirm: "Close the alert?" },
  ];
  const fields = [
    { id: "done", label: "What did you do yesterday?", type: "text", required: true },
    { id: "berth", label: "Berth", type: "choice", options: [{ value: "3", label: "Berth 3" }] },
  ];
  for (const extra of [{ buttons }, { form: { fields, submit: "Send", command: "standup" } }]) {
    const widget_content = { widget_type: "zform", extra_data: { type: "choices", ...extra } };
    const to = { type: "stream", to: ids.engineering, topic: "hoist alerts" };
    await bot.ok(bot.post("/messages", { ...to, content: "Drift on crane 4: *14.2 mm*.", widget_content }));
  }
}

class Outsider extends Person {
  override logIn(): Promise<string[]> {
    return this.cookiesFrom(`/outside_access/${this.key}`, { full_name: "Ana" });
  }
}

/** Opens a topic to people outside the organization through a link. Returns the person who has joined through it. */
async function letIn(owner: Person, channel_id: number): Promise<Person> {
  const link = { channel_id, topic: "hoist encoder driver", history: true, max_people: 100 };
  const { url } = await owner.ok(owner.post("/outside_links", link));
  const outsider = new Outsider(owner.url, "", url.split("/").at(-1), 0, owner.host);
  await outsider.logIn();
  return outsider;
}

async function showPresence(people: Record<Name, Person>): Promise<void> {
  for (const [name, { status, presence }] of Object.entries(cast) as [Exclude<Name, "bot">, Role][]) {
    const who = people[name];
    if (status) await who.ok(who.post("/users/me/status", { status_text: status.text, emoji_name: status.emoji }));
    if (presence) await who.ok(who.post("/users/me/presence", { status: presence, ping_only: true }));
  }
}
