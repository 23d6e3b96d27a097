import { env, exports } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { features } from "../../../../src/features.ts";
import { toChannelId, toUserId } from "../../../../src/protocol/ids.ts";
import { hashAccessToken } from "../../../../src/rpc/credentials.ts";
import { Random } from "../../../process/support/random.ts";
import { assistantOf } from "../../../support/assistant.ts";
import { letIn } from "../../../support/assistants.ts";
import type { Json } from "../../../support/json.ts";
import { sendDirect } from "../../../support/messages.ts";
import { tablesOf, untilShipped } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";
import { Acting } from "../approvals/acting.ts";

const endpoints = features.flatMap((feature) => feature.endpoints ?? []);
const facts = { id: "x", origin: "http://x", address: "127.0.0.1", userAgent: "", client: "assistant" };

/** Returns the realm's error code for a grant's call to an endpoint, or undefined if the call is admitted. */
async function refusalOf({ host }: Person, route: string, tokenHash: string): Promise<string | undefined> {
  const stub: Json = env.REALM.get(env.REALM.idFromName(host.replace(/\.localhost$/, "")));
  const answer = await stub.call({
    ...{ protocol: 2, build: "", subdomain: host.replace(/\.localhost$/, ""), route, step: "admit" },
    ...{
      credentials: { by: "grant", tokenHash },
      params: {},
      refused: null,
      prepared: undefined,
      facts,
      counted: true,
    },
  });
  const { ok, error } = answer;
  return ok ? undefined : error.code;
}

describe("[security 25.3] an assistant", () => {
  test("can only call endpoints that declare a scope, and only with that scope", async () => {
    const { iris } = await realm();
    const { access } = await letIn(iris.host, "iris@example.com", { password: "correct horse", scopes: ["read"] });
    const token = hashAccessToken(access, "mcp");
    await untilShipped(iris);
    const before = await tablesOf(iris);
    let admitted = 0;
    for (const { route, by, scope, kind } of endpoints) {
      if (by === "anyone") continue;
      const refusal = await refusalOf(iris, route, token);
      if (scope === undefined) expect([route, refusal]).toEqual([route, "PERMISSION_DENIED"]);
      else if (kind === "poll") continue;
      else if (scope === "any" || scope === "read") expect([route, refusal]).toEqual([route, undefined]);
      else expect([route, refusal]).toEqual([route, "INSUFFICIENT_SCOPE"]);
      if (refusal === undefined) admitted += 1;
    }
    expect(admitted).toBeGreaterThan(3);
    // Only the day of its use is recorded.
    const { assistant_grants: used, ...after } = await tablesOf(iris);
    const { assistant_grants: _, ...unused } = before;
    expect(used).toHaveLength(1);
    expect(after).toEqual(unused);
  });

  test("cannot change anything with read scopes", () => {
    const reading = endpoints.filter(({ scope }) => scope !== undefined && !scope.startsWith("write"));
    expect(reading.length).toBeGreaterThan(3);
    const others = reading.filter(({ route, kind }) => !route.startsWith("GET ") || kind === "stream");
    // Counting a call, and registering the queue that wakes a waiting assistant.
    expect(others.map(({ route }) => route)).toEqual([
      "POST /assistants/calls",
      "POST /assistants/calls/end",
      "POST /assistants/reads",
      "POST /assistants/streams",
      "POST /register",
      "DELETE /events",
    ]);
  });

  test("cannot use its token at /api/v1 or /json, in another organization, or at the other MCP address", async () => {
    const [{ host, noah }, other] = [await realm(), await realm()];
    const { access, refresh, client } = await letIn(host, noah.email);
    const at = (name: string, path: string, authorization: string) =>
      exports.default.fetch(`http://${name}${path}`, { headers: { Host: name, Authorization: authorization } });
    for (const path of [
      "/api/v1/users/me",
      "/json/users/me",
      "/api/v1/messages?anchor=newest&num_before=1&num_after=0",
    ]) {
      expect((await at(host, path, `Bearer ${access}`)).ok).toBe(false);
      expect((await at(host, path, `Basic ${btoa(`${noah.email}:${access}`)}`)).ok).toBe(false);
    }
    const ask = (name: string, path: string) =>
      exports.default.fetch(`http://${name}${path}`, {
        method: "POST",
        headers: { Host: name, Authorization: `Bearer ${access}`, "Content-Type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
      });
    expect((await ask(host, "/mcp")).status).toBe(200);
    const refused = await ask(other.host, "/mcp");
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe(
      `Bearer resource_metadata="http://${other.host}/.well-known/oauth-protected-resource/mcp", scope="read", error="invalid_token"`,
    );
    expect(await refusalOf(noah, "GET /messages", hashAccessToken(access, "research"))).toBe("UNAUTHORIZED");
    expect((await client.token({ grant_type: "refresh_token", refresh_token: access })).status).toBe(400);
    expect(refresh).not.toBe(access);
  });
});

const PAGE = { anchor: "newest", num_before: 500, num_after: 0 };
const idsIn = async (who: Person, narrow: Json): Promise<number[]> =>
  (await who.ok(who.get("/messages", { ...PAGE, narrow }))).messages.map(({ id }: Json) => id);

test("[security 25.4] an assistant sees exactly the same as its user, minus exclusions", async () => {
  const { iris, noah, mia, gus } = await realm();
  const subscriptions = ["open", "shut", "private"].map((name) => ({ name }));
  for (const name of ["open", "shut"])
    await iris.ok(
      iris.post("/users/me/subscriptions", { subscriptions: [{ name }], principals: [noah.id, mia.id, gus.id] }),
    );
  const hidden = { subscriptions: [subscriptions[2]], invite_only: true, principals: [iris.id, noah.id] };
  await iris.ok(iris.post("/users/me/subscriptions", hidden));
  const channels: number[] = [];
  for (const { name } of subscriptions)
    channels.push((await iris.ok(iris.get("/get_stream_id", { stream: name }))).stream_id);
  const place = new Map<number, number | null>();
  const partners = new Map<number, number>();
  const random = new Random(4);
  const pick = <T>(list: readonly T[]): T => random.pick(list);
  for (let count = 0; count < 60; count++) {
    const to = pick([...channels, null]);
    const topic = pick(["one", "two"]);
    const content = `word${count % 5} @**Noah Example** and more`;
    const partner = to === null ? pick([noah, mia, gus]).id : 0;
    const sent =
      to === null
        ? await iris.ok(iris.post("/messages", { type: "direct", to: JSON.stringify([partner]), content }))
        : await iris.ok(iris.post("/messages", { type: "channel", to, topic, content }));
    place.set(sent.id, to);
    if (to === null) partners.set(sent.id, partner);
  }
  await noah.ok(noah.post("/messages/flags", { messages: [...place.keys()].slice(0, 3), op: "add", flag: "starred" }));
  const narrows = (): Json =>
    pick<Json>([
      [],
      [{ operator: "search", operand: "word1" }],
      [{ operator: "channel", operand: pick(channels) }],
      [{ operator: "channels", operand: "public" }],
      [{ operator: "topic", operand: "one" }],
      [{ operator: "sender", operand: iris.id }],
      [{ operator: "is", operand: pick(["mentioned", "starred", "unread", "dm"]) }],
      [{ operator: "dm", operand: [iris.id] }],
      [{ operator: "dm-including", operand: iris.id }],
      [{ operator: "id", operand: pick([...place.keys()]) }],
      [{ operator: "with", operand: pick([...place.keys()]) }],
      [{ operator: "channel", operand: pick(channels), negated: true }],
    ]);
  let [hits, kept] = [0, 0];
  for (let round = 0; round < 12; round++) {
    const person = pick([noah, mia, gus, iris]);
    const excluded = channels.filter(() => random.fraction() < 0.4);
    const reads = random.fraction() < 0.5;
    const left = [noah, mia, gus]
      .filter((one) => one !== person && random.fraction() < 0.3)
      .map(({ id }) => toUserId(id));
    const isLeft = (id: number) => left.some((one) => one === id);
    const assistant = await assistantOf(person, {
      scopes: new Set(reads ? ["read", "read:direct"] : ["read"]),
      excludedChannels: new Set(excluded.map(toChannelId)),
      excludedUsers: new Set(left),
    });
    const isKept = ({ type, stream_id, id }: Json) =>
      type === "private" ? !reads || isLeft(partners.get(id) ?? 0) : excluded.includes(stream_id);
    const isHidden = (id: number) => {
      const at = place.get(id);
      return at === null ? !reads || isLeft(partners.get(id) ?? 0) : at !== undefined && excluded.includes(at);
    };
    for (let each = 0; each < 6; each++) {
      const narrow = narrows();
      const wanted = (await person.get("/messages", { ...PAGE, narrow })).body;
      const got = (await assistant.get("/messages", { ...PAGE, narrow })).body;
      // A narrow to an excluded place is refused like one to a place that doesn't exist.
      if (got.result === "error") {
        expect(narrow[0].operator).toMatch(/^(channel|with)$/);
        continue;
      }
      const expected = wanted.messages.filter((one: Json) => !isKept(one)).map(({ id }: Json) => id);
      // A topic given by an unreachable message is looked up by its name.
      if (narrow[0]?.operator !== "with") expect(got.messages.map(({ id }: Json) => id)).toEqual(expected);
      expect(got.messages.filter(isKept)).toEqual([]);
      hits += got.messages.length;
      kept += wanted.messages.length - got.messages.length;
    }
    const known = (await assistant.ok(assistant.get("/streams"))).streams.map(({ stream_id }: Json) => stream_id);
    expect(known.filter((id: number) => excluded.includes(id))).toEqual([]);
    for (const id of excluded) {
      const missing = await assistant.get(`/users/me/${id}/topics`);
      expect(missing.body).toEqual((await assistant.get("/users/me/99999/topics")).body);
      expect((await assistant.post("/messages", { type: "channel", to: id, topic: "x", content: "x" })).status).toBe(
        403,
      );
    }
    for (const id of place.keys()) {
      if (!isHidden(id)) continue;
      expect((await assistant.get(`/messages/${id}`)).body).toEqual((await assistant.get("/messages/9999999")).body);
      break;
    }
  }
  expect([hits > 0, kept > 0]).toEqual([true, true]);
  expect(await idsIn(noah, [])).not.toEqual([]);
});

test("[security 25.7] an assistant sends direct messages only with the scope write:direct", async () => {
  const { iris, noah } = await realm();
  const claude = await assistantOf(noah, { scopes: new Set(["read", "write"]) });
  const refused = await claude.post("/messages", { type: "direct", to: JSON.stringify([iris.id]), content: "x" });
  expect([refused.status, refused.body.code, refused.body.scope]).toEqual([403, "INSUFFICIENT_SCOPE", "write:direct"]);
});

test("[security 25.7] an assistant changes direct messages only with the scope write:direct", async () => {
  const { iris, noah } = await realm();
  const sent = await sendDirect(noah, [iris], "mine");
  const thumb = { emoji_name: "thumbs_up" };
  await noah.ok(noah.post(`/messages/${sent}/reactions`, { emoji_name: "tada" }));
  const claude = await assistantOf(noah, { scopes: new Set(["read", "read:direct", "write"]) });
  for (const refused of [
    claude.post(`/messages/${sent}/reactions`, thumb),
    claude.delete(`/messages/${sent}/reactions`, { emoji_name: "tada" }),
    claude.delete(`/messages/${sent}`),
  ])
    expect([(await refused).status, (await refused).body.scope]).toEqual([403, "write:direct"]);
  const flags = { messages: [sent], op: "add", flag: "starred" };
  expect((await claude.post("/messages/flags", flags)).status).toBe(200);
  const asks = new Acting(noah, { scopes: new Set(["read", "read:direct", "write"]), approval: "writes" });
  for (const content of ["other", undefined]) await expect(asks.change(sent, content)).rejects.toThrow("write:direct");
});

test("[security 25.4] an assistant can register for messages, but not for the organization's state", async () => {
  const { noah } = await realm();
  const claude = await assistantOf(noah, { scopes: new Set(["read"]) });
  const waiting = { event_types: ["message"], fetch_event_types: [] };
  const { queue_id } = await claude.ok(claude.post("/register", waiting));
  expect((await claude.delete("/events", { queue_id })).status).toBe(200);
  for (const more of [{}, { event_types: ["message"] }, { ...waiting, event_types: ["message", "realm_user"] }])
    expect((await claude.post("/register", more)).status).toBe(403);
});
