import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { makeChannel } from "../support/channels.ts";
import { sendDirect, sendToChannel } from "../support/messages.ts";
import { realm } from "../support/organization.ts";
import type { Json } from "../support/person.ts";
import gozulipbot from "./gozulipbot.json";
import { type Client, checkDecoded } from "./judge.ts";
import pythonZulipApi from "./python-zulip-api.json";
import { unknownRequests } from "./unknown-requests.ts";
import zulipDesktop from "./zulip-desktop.json";
import zulipJs from "./zulip-js.json";

// Clients that pass most of a response on to their users: their tables only have the requests they make, and the few
// fields they read.

const clientOf = (facts: { readonly answers: object }): Client => ({
  answers: facts.answers as Client["answers"],
  cases: {},
  readers: {},
});

test.each([
  // Endpoints and parameters that Zulip removed.
  [pythonZulipApi, ["POST realm/filters url_format_string", "DELETE user_groups/:id"]],
  [zulipJs, ["GET users/me/pointer", "POST users/me/pointer"]],
  [zulipDesktop, []],
  [gozulipbot, []],
] as const)("the server accepts every request of a client: $client", ({ requests }, removed) => {
  expect(unknownRequests(requests)).toEqual(removed);
});

test("zulip-desktop reads the server's settings, checks whether it is online, and shows the icon", async () => {
  const { noah } = await realm();
  const settings = await noah.ok(noah.get("/server_settings"));
  expect(checkDecoded(clientOf(zulipDesktop), "ServerSettings", settings)).toBeGreaterThan(8);
  const fetched = (url: string, method: string) =>
    exports.default.fetch(url, { method, headers: { Host: noah.host } }).then(({ status }) => status);
  expect(await fetched(`http://${noah.host}/api/v1/server_settings`, "HEAD")).toBe(200);
  expect(await fetched(new URL(settings.realm_icon, `http://${noah.host}`).href, "GET")).toBe(200);
});

/** The responses and events that a bot gets while it registers and waits for messages. */
async function heard() {
  const { noah, mia } = await realm();
  const stream = await makeChannel(noah, "harbour", [noah, mia]);
  const state = await noah.ok(noah.post("/register", { event_types: ["message"] }));
  await sendToChannel(mia, stream, "tides", "High water");
  await sendDirect(mia, [noah], "A word");
  const { queue_id } = state;
  const page = await noah.ok(noah.get("/events", { queue_id, last_event_id: state.last_event_id }));
  const { body: gone } = await noah.get("/events", { queue_id: "gone", last_event_id: -1 });
  const messages = await noah.ok(noah.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 }));
  const channel = await noah.ok(noah.get("/get_stream_id", { stream: "harbour" }));
  return { state, page, gone, messages, channel, settings: await noah.ok(noah.get("/server_settings")) };
}

test("python-zulip-api and zulip-js find each field that they read", async () => {
  const { state, page, gone, messages, channel, settings } = await heard();
  const res = [state, page, gone];
  const lacking = (answers: Readonly<Record<string, object>>, found: Readonly<Record<string, readonly Json[]>>) =>
    Object.entries(answers).flatMap(([name, fields]) =>
      Object.keys(fields).filter((key) => found[name]?.every((answer) => answer[key] === undefined) !== false),
    );
  const event = page.events.slice(0, 1);
  expect(
    lacking(pythonZulipApi.answers, {
      ...{ event, res, response: [channel], result: [channel, messages], server_settings: [settings] },
    }),
  ).toEqual([]);
  expect(lacking(zulipJs.answers, { event, res })).toEqual([]);
});

test("gozulipbot decodes its queue's registration, and messages of channels and direct conversations", async () => {
  const { state, page } = await heard();
  const decode = (type: string, answer: Json) => checkDecoded(clientOf(gozulipbot), type, answer);
  expect(decode("Queue", state)).toBe(3);
  const messages = page.events.map(({ message }: Json) => message);
  for (const message of messages) expect(decode("EventMessage", message)).toBeGreaterThan(10);
  for (const recipient of messages.at(-1).display_recipient) decode("DisplayRecipient", recipient);
});
