import { OWN_TEXTS, ownTextId } from "../../support/own-texts.ts";
import type { Json, Person } from "./person.ts";
import { PASSWORD } from "./person.ts";
import { until } from "./processes.ts";

/** A word in every text of a filled organization, and in no name that people outside it can send. */
export const SECRET = "sesame";
/** The key for values of all fields that take a group setting. */
export const PERMISSION = "permission";

/**
 * How many of each thing to create: enough that the newest id doesn't exist in an organization that has one of each.
 */
const MANY = 12;
const LATER = 4_000_000_000;
const DAILY = { recurrence: "FREQ=DAILY", time_zone: "Europe/Lisbon" };

/**
 * Creates things of every kind in an organization. Returns the newest id of each kind, by the parameters that take it.
 */
export async function fillOrganization(owner: Person, password = PASSWORD) {
  const last = async <T>(make: (index: number) => Promise<T>): Promise<T> => {
    for (let index = 1; index < MANY; index += 1) await make(index);
    return make(MANY);
  };
  const made = (path: string, field: string, fields: (index: number) => Json): Promise<Json> =>
    last(async (index) => (await owner.ok(owner.post(path, fields(index))))[field]);

  const email = `person${MANY}@example.com`;
  await made("/users", "user_id", (index) => {
    return { email: `person${index}@example.com`, full_name: `${SECRET} ${index}`, password: PASSWORD };
  });
  const ada = await owner.as(email, PASSWORD);
  const channel = await last((index) => {
    return owner.channel(`cove ${index}`, [owner, ada], {
      subscriptions: [{ name: `cove ${index}`, description: SECRET }],
    });
  });
  const place = { type: "channel", to: channel, topic: SECRET };
  const message = await made("/messages", "id", (index) => {
    return { ...(index % 2 ? place : { type: "direct", to: [ada.id] }), content: `${SECRET} ${index}` };
  });
  const group = await made("/user_groups/create", "group_id", (index) => {
    return { name: `${SECRET} ${index}`, description: SECRET, members: [ada.id] };
  });
  const bot = await made("/bots", "user_id", (index) => {
    return { full_name: `${SECRET} bot ${index}`, short_name: `gull${index}` };
  });
  const texts: [string, Json[]][] = [];
  for (const own of OWN_TEXTS) {
    const body = await last(() => owner.ok(owner.post(`/${own.list}`, own.fields(ada.id, SECRET))));
    texts.push([own.id, [ownTextId(own, body)]]);
  }
  const reminder = await made("/reminders", "reminder_id", () => {
    return { message_id: message, note: SECRET, scheduled_delivery_timestamp: LATER, ...DAILY };
  });
  const press = await pressButtons(owner, bot, channel);
  await owner.ok(owner.post(`/streams/${channel}/voice_room`));
  const folder = await made("/channel_folders/create", "channel_folder_id", (index) => {
    return { name: `${SECRET} ${index}`, description: SECRET };
  });
  const pin = await made(`/streams/${channel}/pins`, "pin_id", (index) => {
    return { url: `https://${SECRET}.example/${index}`, title: SECRET };
  });
  await last((index) => {
    const fields = { group_name: `${SECRET} ${index}`, description: SECRET, stream_names: [] };
    return owner.ok(owner.post("/default_stream_groups/create", fields));
  });
  const { realm_default_stream_groups } = await owner.ok(
    owner.post("/register", { fetch_event_types: ["default_stream_groups"] }),
  );
  const linkifier = await made("/realm/filters", "id", (index) => {
    return { pattern: `${SECRET}${index}-(?P<id>[0-9]+)`, url_template: "https://example.com/{id}" };
  });
  const playground = await made("/realm/playgrounds", "id", (index) => {
    return { name: `${SECRET} ${index}`, pygments_language: "Python", url_template: "https://example.com/{code}" };
  });
  const field = await made("/realm/profile_fields", "id", (index) => ({ name: `${SECRET} ${index}`, field_type: 1 }));
  await made("/invites/multiuse", "result", () => ({ stream_ids: [channel] }));
  const upload = await last(async (index) => {
    const form = new FormData();
    form.append("file", new Blob([SECRET]), `${index}.txt`);
    const { url } = await owner.ok(owner.send("POST", "/user_uploads", form));
    await owner.ok(owner.post("/messages", { ...place, content: `[${SECRET}](${url})` }));
    return url as string;
  });
  const { invites } = await owner.ok(owner.get("/invites"));
  const { attachments } = await owner.ok(owner.get("/attachments"));
  const { api_keys } = await last(() =>
    owner.as(email, PASSWORD).then((again) => again.ok(again.get("/users/me/api_keys"))),
  );
  const { sessions } = await last(async () => {
    await owner.ok(owner.post("/login", { username: email, password: PASSWORD }));
    return owner.ok(owner.get("/users/me/sessions"));
  });
  const { device_id: device } = await last(() => owner.ok(owner.post("/register_client_device")));
  const { id: auditToken } = await owner.askInBrowser(password, "POST", "/audit_log/tokens", { name: SECRET });
  const exported = (await owner.ok(owner.post("/export/realm"))).id;
  await until("it is exported", async () => {
    const { exports } = await owner.ok(owner.get("/export/realm"));
    return exports.every(({ pending }: Json) => !pending);
  });
  const outside = await owner.ok(owner.post("/outside_links", { channel_id: channel }));
  const entrance = new URL(outside.url).pathname.replace("/outside/", "/outside_access/");
  await owner.ok(owner.post(entrance, { full_name: "Ana" }));
  await owner.ok(owner.post(`${entrance}/devices`, { full_name: "Ana" }));
  const { outside_links } = await owner.ok(owner.get("/outside_links"));
  const { call_id: call } = await owner.ok(owner.post("/calls", place));
  const { queue_id, last_event_id } = await owner.ok(owner.post("/register"));
  const ids = idsByField({
    ...{
      user: ada.id,
      email,
      bot,
      channel,
      channelName: `cove ${MANY}`,
      group,
      message,
      upload,
      queue: queue_id,
      call,
    },
    outsideLink: outside.outside_link.link_id,
    outsideDevice: outside_links[0].devices[0].request_id,
    ...{ linkifier, playground, field, folder, pin, defaults: newest(realm_default_stream_groups) },
    invite: newest(invites),
    ...{ reminder, press },
    ...{ key: newest(api_keys), auditToken },
    ...{ session: newest(sessions), export: exported, device },
    attachment: newest(attachments),
  });
  return { owner, queue_id, last_event_id, ids: { ...ids, ...Object.fromEntries(texts) } };
}

const BUTTON = "ack";

/** Presses a button of a bot's message again and again. Returns the id of the last press. */
async function pressButtons(owner: Person, bot: number, channel: number): Promise<number> {
  const { user } = await owner.ok(owner.get(`/users/${bot}`));
  const { api_key } = await owner.ok(owner.get(`/bots/${bot}/api_key`));
  const program = owner.withKey(user.email, api_key);
  await owner.ok(
    owner.post("/users/me/subscriptions", { subscriptions: [{ name: `cove ${MANY}` }], principals: [bot] }),
  );
  const { queue_id } = await program.ok(program.post("/register", { event_types: ["press"] }));
  const buttons = [{ id: BUTTON, label: SECRET, command: `/${SECRET}` }];
  const { id } = await program.ok(
    program.post("/messages", {
      ...{ type: "channel", to: channel, topic: SECRET, content: SECRET },
      widget_content: { widget_type: "zform", extra_data: { type: "choices", buttons } },
    }),
  );
  let press = 0;
  for (let index = 0; index < MANY; index += 1) {
    const fields = { local_id: String(index), button_id: BUTTON };
    press = (await owner.ok(owner.post(`/messages/${id}/press`, fields))).press_id;
  }
  await program.ok(program.delete("/events", { queue_id }));
  return press;
}

const newest = (things: readonly { id: number }[]) => Math.max(...things.map(({ id }) => id));

type Thing =
  | (
      | "user"
      | "bot"
      | "channel"
      | "group"
      | "message"
      | "key"
      | "auditToken"
      | "session"
      | "export"
      | "attachment"
      | "linkifier"
      | "playground"
    )
  | ("field" | "folder" | "pin" | "defaults" | "invite" | "reminder" | "device")
  | ("outsideLink" | "outsideDevice" | "press");
type Ids = Record<Thing, number> & Record<"email" | "queue" | "upload" | "channelName" | "call", string>;

function idsByField(ids: Ids): Record<string, readonly Json[]> {
  const { user, bot, channel, group, message, channelName: name } = ids;
  const people = [[user], [bot]];
  const permission = { direct_members: [user], direct_subgroups: [group] };
  const [, , realm, ...path] = ids.upload.split("/");
  const terms = [
    { operator: "channel", operand: channel },
    { operator: "dm", operand: [user] },
    { operator: "sender", operand: user },
    { operator: "id", operand: message },
    { operator: "with", operand: message },
  ];
  return {
    add: [[user], [group], [{ name }]],
    add_subgroups: [[group]],
    anchor: [message],
    actor_id: [user],
    after_id: [1_000_000],
    attachment_id: [ids.attachment],
    before_id: [1],
    bot_id: [bot],
    bot_owner_id: [user],
    call_id: [ids.call],
    channel_id: [channel],
    data: [[{ id: ids.field, value: "x" }], [ids.field]],
    delete: [[user], [group], [name]],
    delete_subgroups: [[group]],
    drafts: [[{ type: "stream", to: [channel], topic: "t", content: "x" }]],
    email: [ids.email],
    field_id: [ids.field],
    filter_id: [ids.linkifier],
    channel_folder_id: [ids.folder],
    folder_id: [ids.folder],
    pin_id: [ids.pin],
    group_id: [ids.defaults],
    group_ids: [[group]],
    invite_id: [ids.invite],
    link_id: [ids.outsideLink],
    request_id: [ids.outsideDevice],
    key_id: [ids.key],
    audit_token_id: [ids.auditToken],
    session_id: [ids.session],
    entity_id: [String(user)],
    export_id: [ids.export],
    device_id: [ids.device],
    // The organization has none of these, because they need an archive, a directory, an external service, or a device's
    // key.
    client_id: ["a client"],
    import_id: [1],
    connection_id: [1],
    grant_id: [1],
    hold_id: [1],
    delivery_id: [1],
    passkey_id: [1],
    login_id: [1],
    last_event_id: [1_000_000],
    last_update_id: [-1, 0],
    local_id: ["1"],
    members: people,
    login_domain_id: [1],
    message_id: [message],
    message_ids: [[message, message - 1]],
    messages: [[message, message - 1]],
    moderation_request_channel_id: [channel],
    msg_ids: [[message, message - 1]],
    muted_user_id: [user],
    narrow: terms.map((term) => [term]),
    new_stream_announcements_stream_id: [channel],
    order: [[ids.field], [ids.folder]],
    ordered_linkifier_ids: [[ids.linkifier]],
    path: [path.join("/")],
    playground_id: [ids.playground],
    person_id: [user, bot],
    press_id: [ids.press],
    button_id: [BUTTON],
    principals: [...people, [ids.email]],
    push_account_id: [1],
    push_key_id: [1],
    paths: [[[realm, ...path].join("/")]],
    queue_id: [ids.queue],
    realm_id: [Number(realm)],
    reminder_id: [ids.reminder],
    sender_id: [user],
    signup_announcements_stream_id: [channel],
    stream: [name],
    stream_id: [channel],
    stream_ids: [[channel]],
    stream_names: [[name]],
    subgroups: [[group]],
    subscribers: people,
    subscription_data: [[{ stream_id: channel, property: "color", value: "#aabbcc" }]],
    subscriptions: [[name]],
    to: [[user], [ids.email], channel, name],
    token_id: ["iGFeKNj3ngQ=", 1],
    user_group_id: [group],
    user_id: [user, bot],
    user_id_or_email: [user, ids.email],
    user_ids: people,
    username: [ids.email],
    zulip_update_announcements_stream_id: [channel],
    [PERMISSION]: [permission, { new: permission }, group, { new: group }],
  };
}
