import { expect, test } from "vitest";
import { letIn } from "../../../support/assistants.ts";
import { makeChannel } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchMessages, sendDirect, sendToChannel } from "../../../support/messages.ts";
import { advanceClock } from "../../../support/object.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { Assistant } from "../mcp/assistant.ts";

const OWN = "/users/me/assistants";
const ALL = "/realm/assistants";
const MINUTE_MS = 60_000;
const WRITING = ["read", "read:direct", "write", "write:direct"];

/** An assistant at /mcp with a real grant. */
class Granted extends Assistant {
  override post(body: unknown, headers: Record<string, string> = {}) {
    return super.post(body, { ...headers, Authorization: `Bearer ${this.account.key}` });
  }
}

async function granted({ host }: Cast, person: Person, given: Parameters<typeof letIn>[2] = {}) {
  const { browser, access, refresh, client } = await letIn(host, person.email, { scopes: WRITING, ...given });
  const [{ id }] = (await person.ok(person.get(OWN))).assistants.slice(-1);
  const claude = new Granted(new Person(host, person.email, access, person.id));
  const change = (rules: Json, grant = id) => browser.ask("PATCH", `${OWN}/${grant}`, rules);
  return { browser, client, refresh, claude, id, change };
}

const listOf = async (person: Person): Promise<Json[]> => (await person.ok(person.get(OWN))).assistants;
const changedIn = (events: readonly Json[] | undefined) =>
  (events ?? []).filter(({ type }) => type === "assistants_changed").length;
const entriesOf = async ({ iris }: Cast, action: string): Promise<Json[]> =>
  (await iris.ok(iris.get("/audit_log", { limit: 100 }))).entries.filter((one: Json) => one.action === action);

test("GET /users/me/assistants lists each assistant's rights, last use, weekly calls and sent messages", async () => {
  const cast = await realm();
  const { noah, mia } = cast;
  const channel = await makeChannel(noah, "tea", [noah, mia]);
  const { claude, id } = await granted(cast, noah, { name: "Claude", excluded: [channel] });
  expect(await listOf(noah)).toEqual([
    {
      ...{ id, name: "Claude", host: null, resource: "mcp", scopes: WRITING, approval: "none" },
      ...{ created_at: expect.any(Number), last_used_at: null, calls_this_week: 0, messages_sent: 0 },
      ...{ excluded_channels: [channel], excluded_users: [], excludes_direct: false },
    },
  ]);
  await claude.tool("send_message", { conversation: `dm:${mia.id}`, text: "hi" });
  await claude.tool("catch_up");
  expect(await listOf(noah)).toMatchObject([
    { last_used_at: expect.any(Number), calls_this_week: 2, messages_sent: 1 },
  ]);
  await sendDirect(noah, [mia], "by hand");
  await advanceClock(noah, 7 * 24 * 60 * MINUTE_MS);
  expect(await listOf(noah), "a week later").toMatchObject([{ calls_this_week: 0, messages_sent: 1 }]);
  expect(await listOf(mia)).toEqual([]);
});

test("[security 25.10] an assistant finds nothing in channels, people and direct conversations that its user excludes", async () => {
  const cast = await realm();
  const { noah, mia, omar } = cast;
  const channel = await makeChannel(noah, "tea", [noah, mia]);
  await sendToChannel(mia, channel, "leaves", "pot");
  await sendDirect(mia, [noah], "pot");
  await sendDirect(omar, [noah], "pot");
  const group = await sendDirect(omar, [noah, mia], "pot");
  const { claude, change } = await granted(cast, noah);
  const hits = async () => {
    const { messages } = await claude.data("find_messages", { query: "pot", format: "data" });
    return messages.length;
  };
  expect(await hits()).toBe(4);
  await noah.ok(noah.patch(`${OWN}/1`, { excluded_channels: [channel] }));
  expect(await hits()).toBe(3);
  await expect(claude.tool("read_conversation", { conversation: "#tea" })).rejects.toThrow("There is no channel");
  expect((await change({ excluded_users: [mia.id] })).status).toBe(200);
  expect(await hits(), "the group with her is left out, too").toBe(1);
  await expect(claude.tool("send_message", { conversation: `dm:${mia.id}`, text: "hi" })).rejects.toThrow();
  await expect(claude.tool("edit_message", { message: group, expect: "pot", delete: true })).rejects.toThrow();
  expect(await claude.tool("read_conversation", { conversation: `dm:${omar.id}` })).toContain("pot");
  expect((await change({ excludes_direct: true })).status).toBe(200);
  expect(await hits()).toBe(0);
  const sending = { name: "send_message", arguments: { conversation: `dm:${omar.id}`, text: "hi" } };
  expect((await claude.send("tools/call", sending)).status).toBe(403);
  const seen = (await fetchMessages(noah)).messages.filter(({ content }: Json) => content === "<p>pot</p>");
  expect(seen, "their person still sees all").toHaveLength(4);
  expect(await listOf(noah)).toMatchObject([
    { excluded_channels: [channel], excluded_users: [mia.id], excludes_direct: true },
  ]);
});

test("[security 25.10] narrowing a grant needs no login, widening it needs a recent one, and both are recorded", async () => {
  const cast = await realm();
  const { iris, noah, mia, omar } = cast;
  const channel = await makeChannel(noah, "tea", [noah, mia]);
  const { browser, id, change } = await granted(cast, noah, { approval: "none" });
  await advanceClock(noah, 16 * MINUTE_MS);
  const narrow = { approval: "writes", excluded_channels: [channel], excluded_users: [mia.id], excludes_direct: true };
  const [own, owner, member] = await eventsDuring([noah, iris, mia], async () => {
    expect((await change(narrow)).status).toBe(200);
  });
  expect([own, owner, member].map(changedIn)).toEqual([1, 1, 0]);
  const loosening = [
    { approval: "direct-and-new" },
    { approval: "none" },
    { excluded_channels: [] },
    { excluded_users: [omar.id] },
    { excludes_direct: false },
  ];
  for (const rules of loosening) expect((await change(rules)).body.code).toBe("FRESH_LOGIN_REQUIRED");
  for (const rules of loosening)
    expect((await noah.patch(`${OWN}/${id}`, rules)).body.code, "a key is no login").toBe("FRESH_LOGIN_REQUIRED");
  expect(await listOf(noah)).toMatchObject([narrow]);
  expect((await change(narrow)).status, "what is so already is no change").toBe(200);
  expect(await entriesOf(cast, "assistant.rules_changed")).toHaveLength(1);
  const again = await granted(cast, noah);
  const recent = (rules: Json) => again.change(rules, id);
  expect((await recent({ ...narrow, approval: "none", excluded_users: [] })).status).toBe(200);
  const [entry] = await entriesOf(cast, "assistant.rules_changed");
  expect(entry.details).toMatchObject({ approval: "writes → none", excluded_users: `${mia.id} → -` });
  for (const wrong of [
    { excluded_channels: [channel, 9999] },
    { excluded_users: [9999] },
    { excluded_users: [noah.id] },
    { approval: "sometimes" },
    { excluded_users: ["x"] },
  ])
    expect((await recent(wrong)).status, JSON.stringify(wrong)).toBe(400);
  expect((await browser.ask("PATCH", `${OWN}/9999`, narrow)).status).toBe(404);
});

test("[security 25.10] only owners can end another user's assistant, and no one can change it", async () => {
  const cast = await realm();
  const { iris, omar, noah, mia, gus } = cast;
  const { claude, id, refresh, client } = await granted(cast, noah);
  for (const who of [mia, gus, omar, iris]) {
    expect((await who.patch(`${OWN}/${id}`, { approval: "writes" })).status).toBe(404);
    expect((await who.delete(`${OWN}/${id}`)).status).toBe(404);
    expect((await who.delete(OWN)).body).toMatchObject({ ended: 0 });
  }
  for (const who of [noah, mia, gus, omar]) {
    expect((await who.get(ALL)).body.code).toBe("UNAUTHORIZED_PRINCIPAL");
    expect((await who.delete(`${ALL}/${id}`)).body.code).toBe("UNAUTHORIZED_PRINCIPAL");
  }
  expect((await claude.send("tools/list")).status).toBe(200);
  const waiting = claude.send("tools/call", {
    name: "await_reply",
    arguments: { conversation: `dm:${mia.id}`, seconds: 50 },
  });
  await until(async () => expect((await listOf(noah))[0]?.["calls_this_week"]).toBe(1));
  const [own, owner, member] = await eventsDuring([noah, iris, mia], () => iris.ok(iris.delete(`${ALL}/${id}`)));
  expect([own, owner, member].map(changedIn)).toEqual([1, 1, 0]);
  expect((await claude.send("tools/list")).status).toBe(401);
  const { body } = await waiting;
  expect(body.result?.isError ?? body.error !== undefined, "what waited is refused").toBe(true);
  expect((await client.refresh(refresh)).status).toBe(400);
  expect(await listOf(noah)).toEqual([]);
  const [entry] = await entriesOf(cast, "assistant.revoked");
  expect(entry).toMatchObject({ actor: { id: iris.id }, details: { reason: "by an owner", client: "Claude" } });
  expect((await iris.delete(`${ALL}/${id}`)).status).toBe(404);
});

test("a user can end all of their own assistants at once", async () => {
  const cast = await realm();
  const { noah, mia } = cast;
  const [one, two, hers] = [await granted(cast, noah), await granted(cast, noah), await granted(cast, mia)];
  expect(await noah.ok(noah.delete(OWN))).toMatchObject({ ended: 2 });
  for (const { claude } of [one, two]) expect((await claude.send("tools/list")).status).toBe(401);
  expect((await hers.claude.send("tools/list")).status).toBe(200);
  expect(await entriesOf(cast, "assistant.revoked")).toHaveLength(2);
});

test("owners see everyone's assistants page by page, but not their exclusions", async () => {
  const cast = await realm();
  const { iris, noah, mia } = cast;
  await granted(cast, noah, { excluded: [await makeChannel(noah, "tea", [noah])] });
  const { browser } = await granted(cast, mia);
  const page = (before?: number) => iris.ok(iris.get(ALL, before === undefined ? {} : { before }));
  const first = await page();
  expect(first).toMatchObject({ found_oldest: true, assistants: [{ user_id: mia.id }, { user_id: noah.id }] });
  for (const assistant of first.assistants) expect(Object.keys(assistant).join()).not.toMatch(/exclude/);
  const older = await page(first.assistants[0].id);
  expect(older).toMatchObject({ found_oldest: true, assistants: [{ user_id: noah.id }] });
  await browser.ask("DELETE", OWN);
  expect((await page()).assistants).toHaveLength(1);
});
