import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { features } from "../../../../src/features.ts";
import { OPERATIONS, SAMPLES } from "../../../permissions/operations.ts";
import type { World } from "../../../permissions/world.ts";
import { Browser } from "../../../support/browser.ts";
import { startCall } from "../../../support/calls.ts";
import { makeChannel, realmWithCallers } from "../../../support/channels.ts";
import { sendFiles, textFile } from "../../../support/files.ts";
import { sendToChannel } from "../../../support/messages.ts";
import { advanceClock } from "../../../support/object.ts";
import type { Json, Person } from "../../../support/person.ts";
import { Assistant } from "../../assistants/mcp/assistant.ts";
import { comeIn, done, EVENT_TYPES } from "./support.ts";

/** Part of every name and text that a person outside must not see. */
const SECRET = "Vorvex";

const EVERYTHING = {
  all_public_streams: true,
  include_subscribers: true,
  slim_presence: false,
  client_gravatar: false,
  client_capabilities: {
    ...{ notification_settings_null: true, bulk_message_deletion: true, user_avatar_url_field_optional: true },
    ...{ stream_typing_notifications: true, user_settings_object: true, linkifier_url_template: true },
    ...{ include_deactivated_groups: true, archived_channels: true, empty_topic_name: true, calls: true },
    ...{ channel_boards: true, simplified_presence_events: true },
  },
};

/** An organization full of secrets, and a person outside who sees one topic of it. */
async function world() {
  const cast = await realmWithCallers();
  const { iris, omar, noah, mia, gus, by, host } = cast;
  const zora = await cast.more({ name: `Zora ${SECRET}` });
  await iris.ok(
    iris.patch("/realm", { enable_spectator_access: true, can_add_custom_emoji_group: { new: named(zora) } }),
  );
  const folder = await iris.ok(iris.post("/channel_folders/create", { name: SECRET, description: SECRET }));
  await iris.ok(iris.post("/user_groups/create", { name: SECRET, description: SECRET, members: [zora.id] }));
  const people = [iris, omar, noah, mia, zora, by.bot];
  const settings = { description: SECRET, folder_id: folder.channel_folder_id };
  const open = await makeChannel(iris, "suppliers", [...people, gus]);
  const channel = await makeChannel(iris, SECRET, [...people, gus], settings);
  await makeChannel(iris, `${SECRET} web`, people, { ...settings, is_web_public: true });
  await makeChannel(iris, `${SECRET} private`, people, { ...settings, invite_only: true });
  await zora.ok(zora.post("/users/me/status", { status_text: SECRET }));
  const seen = await sendToChannel(noah, open, "delivery", "@**Noah Example** see #**suppliers>delivery**");
  await noah.ok(noah.post("/messages", { type: "direct", to: [zora.id], content: SECRET }));
  await iris.ok(iris.post(`/streams/${open}/pins`, { topic: `${SECRET} prices`, position: 0 })).catch(() => undefined);
  const message = async () => {
    const id = await sendToChannel(noah, open, `${SECRET} prices`, `@**all** @**Zora ${SECRET}** ${SECRET}`);
    await sendToChannel(noah, channel, "tea", `${SECRET} @**all**`);
    return id;
  };
  const hidden = await message();
  const link = await iris.ok(
    iris.post("/outside_links", {
      channel_id: open,
      topic: "delivery",
      history: true,
      expires_in: 366 * 86_400,
      can_call: true,
    }),
  );
  const ana = await comeIn(host, link.url);
  const told: World = { host, iris, noah, mia, channel, message, count: 0, newBot: (fields) => cast.bot(noah, fields) };
  return { cast, told, ana, zora, open, seen, hidden };
}

const named = ({ id }: Person) => ({ direct_members: [id], direct_subgroups: [] });

const endpoints = features
  .filter(({ name }) => name !== "testing")
  .flatMap(({ endpoints = [] }) => endpoints)
  .filter(({ internal }) => internal !== true);

const filledWith = (template: string, path: Readonly<Record<string, string | number>>) =>
  template.replace(/:([a-z_]+)\+?/g, (_, name: string) => String(path[name] ?? 1));

let asked = 0;

/** Lets a minute pass before the rate limit is reached. */
async function pace(iris: Person): Promise<void> {
  asked += 1;
  if (asked % 90 === 0) await advanceClock(iris, 61_000);
}

/** Sends a request as the person outside, and returns everything in the response. */
async function tellsOf(
  ana: Browser,
  route: string,
  path: Readonly<Record<string, string | number>>,
  fields: Json = {},
) {
  const [method = "", template = ""] = route.split(" ");
  const response = await ana.fetch(method, `/json${filledWith(template, path)}`, fields, { "X-CSRFToken": ana.csrf });
  const text = [...response.headers].map((pair) => pair.join(": ")).join("\n") + (await response.text());
  return { status: response.status, text };
}

test("[security 29.1] people outside are refused at every endpoint that isn't open to them", async () => {
  const { ana, told } = await world();
  const admitted: string[] = [];
  for (const { route, aliases, by, outside, takesDeliveries } of endpoints) {
    // Deliveries use a bot's key, and don't exist under /json.
    if (by === "anyone" || outside === true || takesDeliveries === true) continue;
    for (const one of [route, ...aliases]) {
      await pace(told.iris);
      const { status, text } = await tellsOf(ana, one, { email: "a@example.com" });
      if (status !== 403 || !text.includes("PERMISSION_DENIED")) admitted.push(`${one}: ${status} ${text.slice(-200)}`);
    }
  }
  expect(admitted).toEqual([]);
});

test("[security 29.2] endpoints open to people outside reveal nothing that their link doesn't open", async () => {
  const { told, ana, open, seen, hidden, zora, cast } = await world();
  const addresses = [cast.iris, cast.noah, cast.mia, cast.omar].map(({ email }) => email);
  const leaks: string[] = [];
  const look = async (route: string, path: Readonly<Record<string, string | number>>, fields: Json = {}) => {
    const sent = JSON.stringify(fields);
    await pace(told.iris);
    const { status, text } = await tellsOf(ana, route, path, fields);
    // A response may repeat what was sent.
    if (status === 429 || (route === "POST /register" && status !== 200)) leaks.push(`${route} ${status} ${text}`);
    if (addresses.some((address) => text.includes(address))) leaks.push(`${route} ${sent} tells an address`);
    if (!sent.includes(SECRET) && text.includes(SECRET)) leaks.push(`${route} ${sent}: ${status} ${around(text)}`);
    return { status, text };
  };
  const hiddenPath = { message_id: hidden, stream_id: open, user_id: zora.id };
  for (const { route, by, outside } of endpoints) {
    // A stream only carries the events of a queue.
    if (route === "POST /logout" || route === "GET /events/stream") continue;
    if (by === "anyone") await look(route, hiddenPath);
    if (outside !== true) continue;
    const { path = {}, fields = {} } = (await SAMPLES[route]?.(told, told.noah)) ?? {};
    await look(route, path, fields);
    await look(route, hiddenPath, fields);
  }
  const page = { anchor: "newest", num_before: 100, num_after: 0 };
  const narrows = [
    ...[[], [["channel", open]], [["channel", "suppliers"]], [["search", "all"]], [["is", "starred"]]],
    ...[[["is", "mentioned"]], [["is", "unread"]], [["in", "home"]], [["in", "all"]], [["has", "link"]]],
    ...[[["sender", zora.id]], [["sender", told.noah.id]], [["id", hidden]], [["near", hidden]], [["with", hidden]]],
    ...[[["channel", told.channel]], [["channels", "public"]], [["channels", "web-public"]], [["is", "followed"]]],
    ...[[["dm-including", told.noah.id]], [["is", "dm"]], [["is", "muted"]], [["is", "resolved"]], [["-has", "image"]]],
  ].map((terms) => terms.map(([operator, operand]) => term(String(operator), operand)));
  for (const narrow of narrows) {
    const { text } = await look("GET /messages", {}, { narrow, ...page });
    await look("GET /messages", {}, { narrow, ...page, anchor: "first_unread", apply_markdown: false });
    await look("GET /messages/matches_narrow", {}, { narrow, msg_ids: [hidden, seen] });
    await look("POST /messages/flags/narrow", {}, { narrow, ...page, op: "add", flag: "starred" });
    if (text.includes(`"id":${hidden},`)) leaks.push(JSON.stringify(narrow));
  }
  await look("GET /messages", {}, { message_ids: [hidden, seen] });
  await look("POST /register", {}, EVERYTHING);
  const types = ["message", "outside_links", "channel_board", "call", "realm_user", "subscription"];
  await look("POST /register", {}, { ...EVERYTHING, event_types: types });
  await look("GET /users", {}, { include_custom_profile_fields: true });
  await look("GET /users", {}, { user_ids: [zora.id] });
  for (const content of ["#**suppliers>", `#**${told.channel}**`, `@_**|${zora.id}**`, "@*role:members*"])
    await look("POST /messages/render", {}, { content });
  expect(leaks).toEqual([]);
  // Messages that don't exist and messages that aren't open get the same response.
  const answers = async (message: number) => [
    await tellsOf(ana, "GET /messages/:message_id", { message_id: message }),
    await tellsOf(ana, "POST /messages/:message_id/reactions", { message_id: message }, { emoji_name: "tada" }),
    await tellsOf(ana, "GET /messages/:message_id/read_receipts", { message_id: message }),
    await tellsOf(ana, "POST /messages/flags", {}, { messages: [message], op: "add", flag: "starred" }),
  ];
  const bodies = (all: readonly { text: string }[]) => all.map(({ text }) => text.slice(text.lastIndexOf("{")));
  expect(bodies(await answers(hidden))).toEqual(bodies(await answers(999_999)));
});

test("[security 29.2] pages shown to people outside contain only what their link gives access to", async () => {
  const { told, ana, zora, open, cast } = await world();
  const { url } = await told.noah.ok(sendFiles(told.noah, "/user_uploads", [textFile(SECRET)]));
  const hidden = await sendToChannel(told.noah, told.channel, "tea", `[plan](${url})`);
  const [, , realm_id = "", ...file] = url.split("/");
  const calls = [
    await startCall(told.noah, { type: "channel", to: told.channel, topic: "tea" }),
    await startCall(told.noah, { type: "channel", to: open, topic: `${SECRET} prices` }),
  ];
  const addresses = [cast.iris, cast.noah, cast.mia, cast.omar].map(({ email }) => email);
  const leaks: string[] = [];
  // A developer's page shows all emails, and another logs out.
  const pages = features
    .flatMap(({ pages: own = [] }) => own)
    .filter(({ route }) => !/ \/dev\/mail$|^POST \/accounts\/logout$/.test(route));
  for (const { route } of pages) {
    const [method = "", template = ""] = route.split(" ");
    for (const key of [zora.id, hidden, told.channel]) {
      const call_id: string = calls[key === hidden ? 1 : 0]?.["call_id"];
      const path = { realm_id, path: file.join("/"), call_id, stream_id: told.channel, who: zora.id, key, token: key };
      await pace(told.iris);
      const answer = await twinOf(ana).fetch(method, filledWith(template, path));
      const text = [...answer.headers].map((pair) => pair.join(": ")).join("\n") + (await answer.text());
      if ([SECRET, ...addresses].some((one) => text.includes(one)))
        leaks.push(`${route}: ${answer.status} ${around(text)}`);
    }
  }
  expect(leaks).toEqual([]);
});

test("[security 29.1] the session of a person outside cannot use assistants' tools", async () => {
  const { ana, told } = await world();
  const headers = { Cookie: [...ana.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
  for (const path of ["/mcp", "/mcp/research"]) {
    const assistant = new Assistant({ ...told.noah, email: "", key: "" } as Person, path);
    for (const method of ["server/discover", "tools/list", "resources/list", "prompts/list"])
      expect((await assistant.send(method, {}, headers)).status).toBe(401);
  }
});

/** A browser with the same login, which a page can change. */
function twinOf({ host, cookies }: Browser): Browser {
  const twin = new Browser(host);
  for (const [name, value] of cookies) twin.cookies.set(name, value);
  return twin;
}

const term = (operator: string, operand: unknown) =>
  operator.startsWith("-") ? { operator: operator.slice(1), operand, negated: true } : { operator, operand };

const around = (text: string) => text.slice(Math.max(0, text.indexOf(SECRET) - 150), text.indexOf(SECRET) + 50);

/** Operations that end the organization, or the logins of those who try the others. */
const ENDING =
  /^POST \/realm\/deactivate|DELETE \/realm\/logins|allowed_networks|organizations|api_key|export\/realm\/:|\/users\/me$/;

test("[security 29.3] nothing that happens elsewhere reaches the event queues of people outside", {
  tags: "nightly",
}, async () => {
  const { told, ana, open, seen } = await world();
  const register = async () => [
    await done(ana.ask("POST", "/register", EVERYTHING)),
    await done(ana.ask("POST", "/register", { ...EVERYTHING, event_types: EVENT_TYPES })),
    await done(ana.ask("POST", "/register", { client_gravatar: false })),
  ];
  let queues = await register();
  const got: Json[] = [];
  const collect = async () => {
    for (const queue of queues) {
      await pace(told.iris);
      const { body } = await ana.ask("GET", "/events", {
        ...{ queue_id: queue.queue_id, last_event_id: queue.last_event_id, dont_block: true },
      });
      for (const event of body.events ?? []) {
        got.push(event);
        queue.last_event_id = event.id;
      }
      if (body.code === "BAD_EVENT_QUEUE_ID") {
        queues = await register();
        return;
      }
      if (body.result !== "success") throw new Error(JSON.stringify(body));
    }
  };
  const leaks: Json[] = [];
  const here: World = { ...told, channel: open };
  for (const [place, { route }] of OPERATIONS.flatMap((one) => [[told, one] as const, [here, one] as const])) {
    if (ENDING.test(route)) continue;
    told.count += 1;
    here.count = told.count;
    await tryAs(place, route);
    got.length = 0;
    await collect().catch((error: unknown) => {
      throw new Error(`after ${route}`, { cause: error });
    });
    for (const event of got) if (/@example\.com/.test(JSON.stringify(event))) leaks.push({ route, event });
    for (const event of got) if (JSON.stringify(event).includes(SECRET)) leaks.push({ route, event });
    const kinds = new Set(got.map(({ type }) => type));
    for (const kind of kinds) if (!ALLOWED.has(kind)) leaks.push({ route, kind });
    for (const event of got.filter(({ type }) => type === "message")) {
      if (event.message.subject !== "delivery" || event.message.stream_id !== open) leaks.push({ route, event });
    }
  }
  expect(leaks).toEqual([]);
  // Events of the topic do reach them.
  await collect();
  got.length = 0;
  const id = await sendToChannel(told.noah, open, "delivery", "They come on Monday");
  await told.noah.ok(told.noah.post(`/messages/${seen}/reactions`, { emoji_name: "tada" }));
  await collect();
  expect(got.filter(({ type }) => type === "message").map((event) => event.message.id)).toEqual([id, id, id]);
  expect(got.filter(({ type }) => type === "reaction").length).toBe(3);
});

/** Types that people outside may get at all. */
const ALLOWED = new Set([
  ...["message", "update_message", "delete_message", "reaction", "submessage", "typing", "update_message_flags"],
  ...["realm_user", "presence", "user_status", "stream", "subscription", "realm", "realm_emoji", "realm_linkifiers"],
  ...["user_settings", "outside_links", "call", "heartbeat", "restart"],
]);

/** Performs an operation as a member and as the owner. */
async function tryAs(told: World, route: string): Promise<void> {
  for (const who of [told.noah, told.iris]) {
    const sample = await Promise.resolve()
      .then(() => SAMPLES[route]?.(told, who))
      .catch(() => undefined);
    const { path = {}, fields = {}, file, headers = {} } = sample ?? {};
    const [method = "", template = ""] = route.split(" ");
    const form = new FormData();
    for (const [name, value] of Object.entries(fields))
      form.set(name, typeof value === "string" ? value : JSON.stringify(value));
    if (file !== undefined) form.set("file", file);
    const query = method === "GET" ? `?${new URLSearchParams([...form] as [string, string][])}` : "";
    const response = await exports.default.fetch(`http://${who.host}/api/v1${filledWith(template, path)}${query}`, {
      method,
      redirect: "manual",
      headers: { Host: who.host, ...headers, Authorization: `Basic ${btoa(`${who.email}:${who.key}`)}` },
      ...(method !== "GET" && { body: form }),
    });
    await response.body?.cancel();
  }
}
