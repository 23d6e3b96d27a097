import { exports } from "cloudflare:workers";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { features } from "../../src/features.ts";
import { makeChannel, realmWithCallers } from "../support/channels.ts";
import { sendToChannel } from "../support/messages.ts";
import { type Json, Person } from "../support/person.ts";
import { SAMPLES } from "./operations.ts";
import type { World } from "./world.ts";

const TIME_ZONE = "Antarctica/Troll";
const PROFILE = "a profile for colleagues";

/** An organization with a web-public channel, whose users' emails, time zones and profiles are secret. */
async function world() {
  const cast = await realmWithCallers();
  const { iris, omar, noah, mia, gus, by, host } = cast;
  const people = [iris, omar, noah, mia, gus, cast.mona];
  await iris.ok(iris.patch("/realm", { enable_spectator_access: true }));
  const field = await iris.ok(iris.post("/realm/profile_fields", { name: "Motto", field_type: 1 }));
  for (const person of people) {
    await person.ok(person.patch("/settings", { timezone: TIME_ZONE }));
    await person.ok(person.patch("/users/me/profile_data", { data: [{ id: field.id, value: PROFILE }] }));
  }
  const channel = await makeChannel(iris, "garden", [iris, omar, noah, mia, by.bot], { is_web_public: true });
  const message = async () => {
    const id = await sendToChannel(noah, channel, "tea", "@**Mia Example** is there any?");
    await mia.ok(mia.post(`/messages/${id}/reactions`, { emoji_name: "tada" }));
    await noah.ok(noah.patch(`/messages/${id}`, { content: "@**Mia Example**, is there some?" }));
    return id;
  };
  const told: World = { host, iris, noah, mia, channel, message, count: 0, newBot: (fields) => cast.bot(noah, fields) };
  await message();
  const addresses = people.map(({ email }) => email);
  const digests = addresses.flatMap((address) =>
    ["md5", "sha256"].map((kind) => createHash(kind).update(address).digest("hex")),
  );
  return { told, secrets: [...addresses, ...digests, TIME_ZONE, PROFILE] };
}

const narrow = (channel: number) => [
  { operator: "channels", operand: "web-public" },
  { operator: "channel", operand: channel },
];

/** Requests that anonymous callers can make, with every option that makes a response longer. */
async function requests({ channel, noah, mia, message }: World): Promise<[string, Json?][]> {
  const page = { anchor: "newest", num_before: 100, num_after: 0 };
  const everything = { include_subscribers: true, slim_presence: false, client_gravatar: false };
  const id = await message();
  return [
    ["POST /register", everything],
    ["POST /register", { client_gravatar: true }],
    [
      "POST /register",
      {
        ...everything,
        client_capabilities: { notification_settings_null: true, user_avatar_url_field_optional: true },
      },
    ],
    ["GET /users", { include_custom_profile_fields: true, client_gravatar: false }],
    ["GET /users", { user_ids: [noah.id, mia.id] }],
    ["GET /messages", { narrow: narrow(channel), ...page, client_gravatar: false }],
    ["GET /messages", { narrow: narrow(channel), ...page, apply_markdown: false }],
    ["GET /messages", { narrow: [...narrow(channel), { operator: "search", operand: "there" }], ...page }],
    [`GET /messages/${id}`],
    [`GET /messages/${id}/history`],
    [`GET /users/me/${channel}/topics`],
  ];
}

test("[security 12.1] responses without an account contain no email address, email hash, time zone or profile", async () => {
  const { told, secrets } = await world();
  const { host, noah, mia } = told;
  const leaks: string[] = [];
  const refused: string[] = [];
  const look = async (what: string, response: Response) => {
    const text = [...response.headers].map((pair) => pair.join(": ")).join("\n") + (await response.text());
    // Values in the request can be repeated.
    const found = secrets.filter((secret) => !what.includes(secret) && text.includes(secret));
    if (response.status >= 400) refused.push(`${what}: ${text}`);
    if (found.length > 0) leaks.push(`${what}: ${found.join(", ")}`);
  };
  const ask = (what: string, path: string, init: RequestInit, client = "website") =>
    exports.default
      .fetch(`http://${host}${path}`, { redirect: "manual", ...init, headers: { Host: host, "User-Agent": client } })
      .then((response) => look(what, response));
  const call = async (route: string, fields: Json = {}) => {
    const [method = "", path = ""] = route.split(" ");
    const form = new URLSearchParams(
      Object.entries(fields).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
    );
    const query = method === "GET" ? `?${form}` : "";
    for (const client of ["website", "ZulipTerminal/0.7.0"]) {
      await ask(
        `${route} ${decodeURIComponent(String(form))}`,
        `/json${path}${query}`,
        { method, ...(method !== "GET" && { body: form }) },
        client,
      );
    }
  };

  for (const [route, fields] of await requests(told)) await call(route, fields);
  expect(refused).toEqual([]);
  for (const who of [noah.id, mia.id, noah.email, `user${noah.id}@${host}`]) {
    for (const size of ["", "/medium"]) await ask(`the picture of ${who}`, `/avatar/${who}${size}`, {});
  }
  for (const page of ["/", "/login/", "/register/", "/accounts/password/reset/"]) await ask(page, page, {});
  // All endpoints that are open to anyone and aren't the operator's.
  const stranger = new Person(host, "", "");
  for (const { route, by, internal } of features.flatMap(({ endpoints = [] }) => endpoints)) {
    if ((by !== "anyone" && by !== "spectator") || internal || /organizations|testing/.test(route)) continue;
    told.count += 1;
    const { path = {}, fields = {} }: Json = (await SAMPLES[route]?.(told, stranger)) ?? {};
    await call(
      route.replace(/:([a-z_]+)\+?/g, (_, name: string) => encodeURIComponent(String(path[name] ?? ""))),
      fields,
    );
  }
  expect(leaks).toEqual([]);
});

test("[security 12.2] a caller without an account can't find out whether an email address belongs to one", async () => {
  const { told } = await world();
  const { host, noah, channel } = told;
  const fetch = (path: string) =>
    exports.default.fetch(`http://${host}${path}`, { headers: { Host: host }, redirect: "manual" });
  const picture = async (who: string) => (await fetch(`/avatar/${who}`)).status;
  expect(await picture(noah.email)).toBe(await picture("nobody@example.com"));
  expect(await picture(`user${noah.id}@${host}`)).toBe(302);
  const found = async (who: string | number) => {
    const terms = JSON.stringify([...narrow(channel), { operator: "sender", operand: who }]);
    const query = new URLSearchParams({ narrow: terms, anchor: "newest", num_before: "10", num_after: "0" });
    return (await fetch(`/json/messages?${query}`)).status;
  };
  expect(await found(noah.email)).toBe(await found("nobody@example.com"));
  expect(await found(noah.id)).toBe(200);
});
