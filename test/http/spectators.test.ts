import { expect, test } from "vitest";
import { channelSections } from "../../src/web/model/channels/channel-list.ts";
import { isSpectator } from "../../src/web/model/people/account.ts";
import { asSpectator } from "../../src/web/model/people/spectator.ts";
import { REGISTRATION } from "../../src/web/model/state.ts";
import { unreadOf } from "../../src/web/model/unread/unread-counts.ts";
import { Browser, browserOf } from "../support/browser.ts";
import { makeChannel } from "../support/channels.ts";
import { sendFiles, textFile } from "../support/files.ts";
import { sendToChannel } from "../support/messages.ts";
import { realm } from "../support/organization.ts";
import type { Json } from "../support/person.ts";

async function openOrganization() {
  const cast = await realm();
  const { iris, noah } = cast;
  await iris.ok(iris.patch("/realm", { enable_spectator_access: true }));
  const quay = await makeChannel(iris, "quay", [noah], { is_web_public: true });
  const crew = await makeChannel(noah, "crew", [noah]);
  return { ...cast, quay, crew };
}

const narrow = (channel: number) => [
  { operator: "channels", operand: "web-public" },
  { operator: "channel", operand: channel },
];
const page = { anchor: "newest", num_before: 10, num_after: 0 };

test("[security 12.3] a browser without a login can show web-public channels, and gets no other data", async () => {
  const { host, iris, noah, quay, crew } = await openOrganization();
  const { url } = (await sendFiles(noah, "/user_uploads", [textFile("tides")])).body;
  const { url: secret } = (await sendFiles(noah, "/user_uploads", [textFile("rum")])).body;
  const shown = await sendToChannel(noah, quay, "tides", `[tides](${url}) for @**Iris Owner**`);
  await sendToChannel(noah, crew, "rum", `[rum](${secret})`);
  const browser = new Browser(host);

  const settings = await browser.ask("GET", "/server_settings");
  expect(settings.body.realm_web_public_access_enabled).toBe(true);
  const { status, body: state } = await browser.ask("POST", "/register", {
    client_gravatar: false,
    client_capabilities: { notification_settings_null: true, bulk_message_deletion: true, empty_topic_name: true },
  });
  expect(status).toBe(200);
  expect([state.queue_id, state.user_id]).toEqual([null, 0]);
  const known = [...state.streams, ...state.subscriptions, ...state.never_subscribed].map(({ name }: Json) => name);
  expect(known).toContain("quay");
  expect(known).not.toContain("crew");
  expect(state.realm_name).toBe("Test");

  const { messages } = (await browser.ask("GET", "/messages", { narrow: narrow(quay), ...page })).body;
  expect(messages.at(-1).id).toBe(shown);
  expect((await browser.ask("GET", "/messages", { narrow: narrow(crew), ...page })).status).toBe(400);
  expect((await browser.ask("GET", `/messages/${shown}`)).body.message.id).toBe(shown);
  expect((await browser.ask("GET", `/messages/${shown}/history`)).status).toBe(200);
  const topics = await browser.ask("GET", `/users/me/${quay}/topics`);
  expect(topics.body.topics.map(({ name }: Json) => name)).toContain("tides");

  expect((await browser.fetch("GET", `/avatar/${iris.id}`)).status).toBe(302);
  expect(await (await browser.fetch("GET", url)).text()).toBe("tides");
  expect((await browser.fetch("GET", secret)).status).toBe(403);
  expect((await browser.fetch("GET", "/static/emoji.json")).status).toBe(200);
  expect((await browser.fetch("GET", settings.body.realm_icon)).status).toBe(200);

  for (const [method, path, fields] of [
    ["POST", "/messages", { type: "channel", to: quay, topic: "tides", content: "me too" }],
    ["POST", `/messages/${shown}/reactions`, { emoji_name: "tada" }],
    ["GET", "/events", { dont_block: true }],
    ["GET", "/users/me", {}],
    ["GET", "/users/me/subscriptions", {}],
  ] as const) {
    const refused = await browser.ask(method, path, fields);
    expect([refused.status, refused.body.code], path).toEqual([401, "UNAUTHORIZED"]);
  }
});

test("an organization without spectator access refuses a browser without a login", async () => {
  const { host } = await realm();
  const refused = await new Browser(host).ask("POST", "/register");
  expect([refused.status, refused.body.code]).toEqual([401, "UNAUTHENTICATED_USER"]);
});

test("a browser whose session ended becomes a spectator only after the login page clears its cookies", async () => {
  const { host, iris, noah } = await openOrganization();
  const browser = await browserOf(host, noah.email);
  await iris.ok(iris.delete(`/users/${noah.id}`));
  const refused = await browser.ask("POST", "/register");
  expect([refused.status, refused.body.code]).toEqual([401, "UNAUTHORIZED"]);
  const login = await browser.fetch("GET", "/login/");
  expect([login.status, await login.text()]).toEqual([200, expect.stringContaining("View without an account")]);
  // The remaining cookie records that someone logged in with this browser, and gives no access.
  expect([...browser.cookies.keys()]).toEqual(["browser"]);
  expect((await browser.ask("POST", "/register")).status).toBe(200);
});

/** Fields that only an account's queue has. */
const OF_ACCOUNTS = ["queue_id", "idle_queue_timeout_secs"];

test("registering without an account returns the fields of a guest with no permissions", async () => {
  const { host, noah } = await openOrganization();
  const { body } = await new Browser(host).ask("POST", "/register", { fetch_event_types: ["realm_user"] });
  const nobody = { user_id: 0, email: "", delivery_email: "", full_name: "", avatar_source: "G", is_guest: true };
  expect(body).toMatchObject({ ...nobody, is_moderator: false, is_admin: false, is_owner: false });
  const { state: mine } = await noah.queue({ fetch_event_types: ["realm_user"] });
  for (const [key, value] of Object.entries(mine)) {
    if (OF_ACCOUNTS.includes(key)) continue;
    expect(typeof body[key], key).toBe(typeof value);
  }
  expect(Object.keys(body).filter((key) => key.startsWith("can_") && body[key])).toEqual([]);
});

test("the initial state without an account has only web-public channels and no personal data", async () => {
  const { iris, noah, host } = await realm();
  await iris.ok(iris.patch("/realm", { enable_spectator_access: true }));
  await makeChannel(iris, "quay", [noah], { is_web_public: true });
  await makeChannel(iris, "crew", [noah]);
  const { body } = await new Browser(host).ask("POST", "/register", REGISTRATION);
  const state = asSpectator(body);
  expect(isSpectator(state)).toBe(true);
  const { state: mine } = await noah.queue(REGISTRATION);
  expect(isSpectator(mine)).toBe(false);
  // Every key of an account's state is in this one too, in some form.
  const others = Object.keys(mine).filter((key) => !OF_ACCOUNTS.includes(key));
  expect(others.filter((key) => !(key in state) && !/^can_/.test(key))).toEqual([]);
  const listed = channelSections(state).flatMap(({ active, inactive }) => [...active, ...inactive]);
  expect(listed.map(({ name, color }) => [name, /^#[0-9a-f]{6}$/.test(color)])).toEqual([["quay", true]]);
  expect(unreadOf(state).total).toBe(0);
  expect([state.is_admin, state.is_guest]).toEqual([false, true]);
});
