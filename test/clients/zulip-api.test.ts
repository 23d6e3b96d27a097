import { expect, test } from "vitest";
import { features } from "../../src/features.ts";
import { FEATURE_LEVEL } from "../../src/protocol/version.ts";
import { filled } from "../features/server/exports/filled.ts";
import { makeChannel } from "../support/channels.ts";
import { fetchMessages, sendToChannel } from "../support/messages.ts";
import type { Json } from "../support/person.ts";
import { judge, spoiled } from "./judge.ts";
import { isExplained, unexplained, zulipApi } from "./zulip-api.ts";
import differences from "./zulip-api-differences.json";

// A script turns the description of Zulip's API into a table. Person.send and the requests of the permission tests
// check every response against it.

const shape = (route: string) => route.replace(/:\w+\+?|\{\w+\}/g, ":");
const endpoints = features.flatMap(({ endpoints: some = [] }) => some);

/** Pages of the description that aren't endpoints. */
const NO_ENDPOINTS = ["POST /real-time", "POST /rest-error-handling", "POST /zulip-outgoing-webhook"];

test("the server has every endpoint and parameter in Zulip's API description", () => {
  const lacking = Object.entries(zulipApi.requests).flatMap(([request, names]) => {
    const endpoint = endpoints.find((one) => [one.route, ...one.aliases].map(shape).includes(shape(request)));
    if (endpoint === undefined) return [request];
    const known = Object.entries(endpoint.params).flatMap(([name, { aliases = [] }]) => [name, ...aliases]);
    const lacks = names.split(" ").filter((name) => name !== "" && !known.includes(name));
    const adds = Object.keys(endpoint.params).filter(
      (name) => !names.split(" ").includes(name) && !endpoint.route.includes(`:${name}`) && !isExplained(name),
    );
    return [...lacks, ...adds.map((name) => `+${name}`)].map((name) => `${request} ${name}`);
  });
  // A file can have any name.
  expect(lacking.sort()).toEqual([...NO_ENDPOINTS, "POST /realm/emoji/{emoji_name} filename"].sort());
});

/** A schema's keys with their schemas, including those inside lists, records and alternatives. */
function entriesOf(schema: Json): Record<string, Json> {
  if (schema?.entries !== undefined) return schema.entries;
  const within = [
    schema?.wrapped,
    schema?.item,
    schema?.value,
    ...(schema?.options ?? []),
    ...(schema?.pipe?.slice(1) ?? []),
  ];
  return Object.assign({}, ...within.filter((one) => typeof one === "object").map(entriesOf));
}

/** Keys of a schema that neither a class of the description nor the list of differences has. */
function lacking(name: string, entries: Record<string, Json>): string[] {
  const fields = zulipApi.answers[name] ?? {};
  return Object.entries(entries).flatMap(([key, schema]) => {
    const type = fields[key] ?? fields["*"];
    if (type === undefined)
      return isExplained(key) || key === "ignored_parameters_unsupported" ? [] : [`${name}.${key}`];
    const classes = type.split(/[[\]{}|!]+/).filter((one) => Object.hasOwn(zulipApi.answers, one));
    return classes.length === 1 ? lacking(classes[0] ?? "", entriesOf(schema)) : [];
  });
}

test("every response or event key missing from Zulip's description has an explanation", () => {
  const made = zulipApi.cases["GET /events.events"] ?? {};
  const ofEvents = features
    .flatMap(({ events = [] }) => events)
    .flatMap(({ kind: { type, op, wire } }) => {
      const name = op === undefined ? type : `${type}/${op}`;
      const told = made[name] ?? made[type];
      if (told === undefined) return isExplained(name) ? [] : [name];
      return lacking(told, entriesOf(wire));
    });
  const ofReplies = Object.keys(zulipApi.requests).flatMap((request) => {
    const endpoint = endpoints.find((one) => [one.route, ...one.aliases].map(shape).includes(shape(request)));
    return lacking(request, endpoint?.reply ?? {});
  });
  expect([...new Set([...ofEvents, ...ofReplies])]).toEqual([]);
});

const TYPES = ["message", "realm_emoji", "realm_user", "recent_private_conversations", "stream", "subscription"];

test("the comparison notices each field of a response that is dropped, null, of another type, or added", async () => {
  const { noah, message } = await filled();
  const channel = await makeChannel(noah, "quay", [noah]);
  const sent = await noah.ok(noah.post("/messages", { type: "stream", to: channel, topic: "x", content: "y" }));
  await sendToChannel(noah, channel, "x", "z");
  const answers: Record<string, Json> = {
    "GET /server_settings": await noah.ok(noah.get("/server_settings")),
    "POST /register": await noah.ok(noah.post("/register", { fetch_event_types: TYPES })),
    "GET /messages": await fetchMessages(noah, { anchor: "newest", num_before: 100, num_after: 0 }),
    [`GET /messages/${message}`]: await noah.ok(noah.get(`/messages/${message}`)),
    "POST /messages": sent,
    "GET /streams": await noah.ok(noah.get("/streams")),
    "GET /users/me/subscriptions": await noah.ok(noah.get("/users/me/subscriptions")),
  };
  for (const [request, answer] of Object.entries(answers)) {
    const { result, msg, ...rest } = answer;
    const route = request.replace(/\d+/, "{message_id}");
    const mutations = [...spoiled(zulipApi, route, rest)];
    expect(mutations.length).toBeGreaterThan(2);
    const unnoticed = mutations.filter((one) => unexplained(request, { result, msg, ...one.answer }).length === 0);
    expect(unnoticed.map(({ what }) => what)).toEqual([]);
  }
});

test("the list of differences contains nothing that Zulip's description now has", () => {
  const levels = Object.keys(differences.newer).map(Number);
  expect(levels.filter((level) => level <= zulipApi.level)).toEqual([]);
  const classes = Object.keys(differences.different).map((field) => field.replace(/\.[^.]*$/, ""));
  expect(classes.filter((name) => !Object.hasOwn(zulipApi.answers, name))).toEqual([]);
});

test("fields from feature levels above the announced one are listed by level", () => {
  const beyond = Object.entries(differences.newer).filter(([level]) => Number(level) > FEATURE_LEVEL);
  expect(Object.fromEntries(beyond)).toEqual({
    "507": "default_push_notifications",
    "508": "message_link message_url",
  });
});

test("an event of a type that is missing from Zulip's description is detected", () => {
  const events = [{ id: 0, type: "tide", op: "high" }];
  expect(unexplained("GET /events", { result: "success", msg: "", events })).toHaveLength(1);
  expect(judge(zulipApi, "GET /events", { events: [{ id: 0, type: "heartbeat" }] }).complaints).toEqual([]);
});
