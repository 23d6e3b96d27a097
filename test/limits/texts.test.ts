import { exports } from "cloudflare:workers";
import type * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "../../src/api/endpoint.ts";
import type { Parameter } from "../../src/api/parameter.ts";
import { features } from "../../src/features.ts";
import { formLimit } from "../../src/http/request-values.ts";
import { textBound } from "../../src/protocol/bounded.ts";
import { limits } from "../../src/protocol/limit-table.ts";
import { SAMPLES } from "../permissions/operations.ts";
import type { World } from "../permissions/world.ts";
import { makeChannel, realmWithCallers } from "../support/channels.ts";
import { sendToChannel } from "../support/messages.ts";
import { advanceClock, withEnv } from "../support/object.ts";
import type { Fields, Json, Person } from "../support/person.ts";

type Case = readonly [name: string, endpoint: Endpoint, parameter: string, most: number, value: (n: number) => string];

/** The parameters of an endpoint that are a text or a list, each with its limit. */
function casesOf(endpoint: Endpoint): Case[] {
  return Object.entries(endpoint.params).flatMap(([name, parameter]): Case[] => {
    if (endpoint.route.includes(`:${name}`)) return [];
    // A picklist refuses any text not on it, regardless of length.
    const isText = parameter.coding !== "json" && !["picklist", "literal", "enum"].includes(parameter.schema.type);
    const most = isText ? textBound(parameter.schema) : undefined;
    if (most !== undefined) return [[`${endpoint.route} ${name}`, endpoint, name, most, (n) => "x".repeat(n)]];
    const list = listOf(parameter);
    return list === undefined ? [] : [[`${endpoint.route} ${name}`, endpoint, name, ...list]];
  });
}

function listOf({ schema }: Parameter<unknown>): [most: number, value: (n: number) => string] | undefined {
  const { pipe = [schema] } = schema as { pipe?: readonly Json[] };
  const [base, ...actions] = pipe as readonly Json[];
  const most = actions.find(({ type }: Json) => type === "max_length")?.requirement;
  const item = { number: 1, string: "x" }[String((base.item as v.GenericSchema | undefined)?.type)];
  if (base.type !== "array" || most === undefined || item === undefined) return undefined;
  return [most, (n) => JSON.stringify(Array.from({ length: n }, () => item))];
}

const FROM = "X-From";

const isTested = ({ internal, streams, route }: Endpoint) =>
  internal !== true && streams !== true && !ENDS_CALLER.has(route) && route !== ECHO;
/** Endpoints that end the caller's account. */
const ENDS_CALLER = new Set(["DELETE /users/me", "POST /realm/deactivate"]);
/** Responds with text instead of JSON. */
const ECHO = "GET /external/:integration";

const tested = features
  .filter(({ name }) => name !== "testing")
  .flatMap(({ name, endpoints = [] }) => [[name, endpoints.filter(isTested).flatMap(casesOf)] as const])
  .filter(([, cases]) => cases.length > 0);

async function world(): Promise<World> {
  const cast = await realmWithCallers();
  const { iris, omar, noah, mia, by, host } = cast;
  const channel = await makeChannel(iris, "garden", [iris, omar, noah, mia, by.bot]);
  const message = () => sendToChannel(noah, channel, "tea", "Is there any?");
  return { host, iris, noah, mia, channel, message, count: 0, newBot: (fields) => cast.bot(noah, fields) };
}

describe("[security 15.1] a text or a list", () => {
  let cast: World;
  beforeAll(async () => {
    cast = await world();
  });

  test("is tested in more than 120 endpoint parameters", () => {
    expect(tested.flatMap(([, cases]) => cases).length).toBeGreaterThan(120);
  });

  test.each(tested)("is rejected if it exceeds its limit by one, but not at the limit: %s", async (_, cases) => {
    // All calls of a minute are allowed again.
    await advanceClock(cast.iris, 61_000);
    const bot = cases.some(([, { by }]) => by === "bot") ? await cast.newBot() : cast.iris;
    const refusesOneAbove = async ([name, endpoint, parameter, most, value]: Case) => {
      cast.count += 1;
      const { path = {}, fields = {} }: Json = (await SAMPLES[endpoint.route]?.(cast, cast.iris)) ?? {};
      const ask = (n: number) =>
        send(endpoint.by === "bot" ? bot : cast.iris, endpoint, path, { ...fields, [parameter]: value(n) });
      // A text longer than the endpoint's form limit is rejected with the form.
      const room = endpoint.route.startsWith("GET") ? limits.request.query_characters : formLimit(endpoint);
      const isTooLong = encodeURIComponent(value(most)).length > room;
      const limit = new RegExp(`is too long \\(limit: ${most} |The request is too large`);
      const above = await ask(most + 1);
      expect(above.status, name).toBe(400);
      // Some endpoints have a lower limit with its own message.
      if (above.body.msg !== "Name too long!") expect(above.body.msg, name).toMatch(limit);
      const at = await ask(most);
      expect(at.status, `${name}: ${at.body.msg}`).toBeLessThan(500);
      if (!isTooLong) expect(at.body.msg, name).not.toMatch(limit);
    };
    // From a separate address: earlier tests may have just tried setup tokens.
    await withEnv({ ADDRESS_HEADER: FROM }, async () => {
      for (const one of cases) await refusesOneAbove(one);
    });
  });
});

async function send({ host, email, key }: Person, { route }: Endpoint, variables: Fields, fields: Fields) {
  const [method = "", pattern = ""] = route.split(" ", 2);
  const path = pattern.replace(/:([a-z_]+)\+?/g, (_, name: string) =>
    encodeURIComponent(String((variables as Json)[name] ?? "")),
  );
  const values = Object.entries(fields).filter(([, value]) => value !== undefined);
  const form = new URLSearchParams(
    values.map(([k, value]) => [k, typeof value === "string" ? value : JSON.stringify(value)]),
  );
  const inQuery = method === "GET";
  const url = `http://${host}/api/v1${path}${inQuery ? `?${form}` : ""}`;
  const headers = { Authorization: `Basic ${btoa(`${email}:${key}`)}`, [FROM]: "192.0.2.250" };
  const response = await exports.default.fetch(url, { method, headers, ...(inQuery ? {} : { body: form }) });
  const body: Json = await response.json();
  return { status: response.status, body };
}
