import { expect, test } from "vitest";
import { type Consent, consent, ledBack, registerClient } from "../../../support/assistants.ts";
import { outcome, outcomes, realmWithCallers } from "../../../support/channels.ts";
import { givePermission, groupIds } from "../../../support/groups.ts";
import type { Json } from "../../../support/json.ts";
import { logIn } from "../../../support/log-in.ts";
import { fetchMessages, sendDirect } from "../../../support/messages.ts";
import { advanceClock, inRealm } from "../../../support/object.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { APPROVE, noticeTo, react } from "../approvals/acting.ts";
import { Assistant } from "../mcp/assistant.ts";
import { helped } from "../mcp/helped.ts";
import { Stream } from "../mcp/listening.ts";
import { grantedTo } from "./granted.ts";

const set = (owner: Person, settings: object) => owner.ok(owner.patch("/realm", settings));

const queuesOf = (person: Person): Promise<number> => inRealm(person, ({ queues }) => [...queues.all()].length);

/** Authorizes a program as a user, and returns the consent page or the redirect. */
async function letIn(person: Person, given: Consent & { readonly redirect?: string } = {}) {
  const browser = await logIn(person.host, person.email, PASSWORD);
  const client = await registerClient(person.host, given);
  const page = await browser.fetch("GET", "/oauth/authorize", client.request(), { Accept: "text/html" });
  const answer = await consent(browser, client, given);
  return { page: await page.text(), answer, text: answer.status === 303 ? "" : await answer.text() };
}

test("[security 27.2] users without permission cannot authorize assistants, and existing ones are suspended", async () => {
  const { iris, noah, gus, mia } = await realm();
  await sendDirect(iris, [noah], "for Noah");
  const assistant = await grantedTo(noah, { scopes: ["read", "read:direct"] });
  expect(await assistant.tool("catch_up")).toContain("for Noah");
  const refused = await letIn(gus);
  expect([refused.answer.status, refused.page]).toEqual([400, expect.stringContaining("let you use assistants.")]);
  await givePermission(iris, "can_use_assistants_group", "role:administrators");
  const { status, body, headers } = await assistant.send("tools/list");
  expect([status, body.msg, headers.get("www-authenticate")]).toEqual([
    ...[403, "Your organization doesn't let you use assistants.", null],
  ]);
  expect((await assistant.send("tools/call", { name: "catch_up", arguments: {} })).status).toBe(403);
  expect((await letIn(mia)).answer.status).toBe(400);
  // The user can still decline, and the program is notified.
  expect(ledBack((await letIn(mia, { decision: "deny" })).answer)).toMatchObject({ error: "access_denied" });
  await givePermission(iris, "can_use_assistants_group", "role:everyone");
  expect(await assistant.tool("catch_up")).toContain("for Noah");
  expect((await letIn(gus)).answer.status).toBe(303);
});

test("[security 27.2] a bot's key is accepted only if its owner can use assistants", async () => {
  const { iris, assistant } = await helped();
  expect(await assistant.tool("catch_up")).not.toBe("");
  await givePermission(iris, "can_use_assistants_group", "role:nobody");
  expect((await assistant.send("tools/list")).status).toBe(403);
});

test("[security 27.3] users without permission cannot authorize assistants to write, and existing ones can only read", async () => {
  const { iris, noah, mia } = await realm();
  const scopes = ["read", "read:direct", "write", "write:direct"];
  const assistant = await grantedTo(noah, { scopes, approval: "none" });
  const send = { conversation: `dm:${iris.id}`, text: "by hand" };
  await assistant.tool("send_message", send);
  await noah.ok(noah.post("/mark_all_as_read"));
  const at = Math.floor(Date.now() / 1000) + 3600;
  await assistant.tool("schedule", { do: "send", ...send, at: new Date(at * 1000).toISOString() });
  await givePermission(iris, "can_write_with_assistants_group", "role:administrators");
  const refusal = "The organization doesn't let assistants write here.";
  await expect(assistant.tool("send_message", send)).rejects.toThrow(refusal);
  await expect(assistant.tool("mark", { messages: [1], set: "starred" })).rejects.toThrow(refusal);
  const { tools } = await assistant.ask("tools/list");
  expect(tools.map(({ name }: Json) => name)).not.toContain("send_message");
  expect(await assistant.tool("catch_up")).toBe("Nothing is unread.");
  await givePermission(iris, "can_write_with_assistants_group", "role:members");
  await assistant.tool("send_message", send);
  // A message that the assistant could no longer schedule isn't sent, and stays in the user's list as failed.
  await givePermission(iris, "can_write_with_assistants_group", "role:administrators");
  await advanceClock(noah, 3_700_000);
  const failures = async () => {
    const { scheduled_messages } = await noah.ok(noah.get("/scheduled_messages"));
    return scheduled_messages.map(({ failed }: Json) => failed);
  };
  await until(async () => expect(await failures()).toEqual([true]));
  expect((await noticeTo(noah)).content).toContain("Your organization doesn't let assistants write for you.");
  const wants = await letIn(mia, { scopes: ["read", "write"] });
  expect([
    wants.answer.status,
    wants.page.includes('value="write"'),
    wants.page.includes("assistants write for you"),
  ]).toEqual([403, false, true]);
});

test("[security 27.4] only listed programs can be authorized, and existing assistants of other programs are suspended", async () => {
  const { iris, noah, mia } = await realm();
  const assistant = await grantedTo(noah);
  const local = { redirect: "http://127.0.0.1:33418/callback" };
  const atHome = await grantedTo(noah, local);
  await set(iris, { assistant_clients: ["claude.example"] });
  for (const one of [assistant, atHome]) {
    const { status, body } = await one.send("tools/list");
    expect([status, body.msg]).toEqual([403, "Your organization doesn't allow this assistant."]);
  }
  const refused = await letIn(mia);
  expect([refused.answer.status, refused.page]).toEqual([400, expect.stringContaining("allow this assistant.")]);
  expect((await letIn(mia, { redirect: "https://claude.example/callback" })).answer.status).toBe(303);
  await set(iris, { assistant_clients: ["client.example", "localhost"] });
  for (const one of [assistant, atHome]) expect((await one.send("tools/list")).status).toBe(200);
  await set(iris, { assistant_clients: "any" });
  expect((await letIn(mia, { redirect: "cursor://anysphere.cursor-mcp/callback" })).answer.status).toBe(303);
});

test("[security 27.5] the organization's approval rule overrides a user's own setting", async () => {
  const { iris, noah, say } = await helped();
  const scopes = ["read", "write", "write:direct"];
  const assistant = await grantedTo(noah, { scopes, approval: "none" });
  const send = (text: string) => assistant.data("send_message", { conversation: "#design > logo", text });
  expect(await send("at once")).toMatchObject({ state: "sent" });
  await set(iris, { assistants_min_approval: "writes" });
  const waiting = await send("asked");
  expect(waiting).toMatchObject({ state: "awaiting_approval" });
  const message = await say(noah, "a message");
  await assistant.tool("mark", { messages: [message], set: "starred" });
  await noah.ok(react(noah, (await noticeTo(noah)).id, APPROVE));
  expect(
    (await assistant.ask("tools/call", { name: "await_reply", arguments: { handle: waiting.handle } })).isError,
  ).toBeUndefined();
  const { page } = await letIn(noah);
  expect(page.match(/<option value="[^"]+"/g)).toEqual(['<option value="writes"']);

  await set(iris, { assistants_min_approval: "all" });
  expect(await send("asked again")).toMatchObject({ state: "awaiting_approval" });
  await expect(assistant.tool("mark", { messages: [message], react: "tada" })).rejects.toThrow(
    "The person has to approve",
  );
  const { message: marked } = await noah.ok(noah.get(`/messages/${message}`));
  expect(marked.reactions).toEqual([]);
});

test("[security 26.11] only a client with its own host can ask its user for approval, and no client can if approval is enforced", async () => {
  const { iris, noah, say } = await helped();
  const capabilities = { elicitation: {} };
  const assistant = await grantedTo(noah, { scopes: ["read", "write"], approval: "writes", capabilities });
  const given = { action: "accept", content: { decision: "send" } };
  const texts = async () => {
    const { messages } = await fetchMessages(iris, { narrow: [["has", "assistant"]], apply_markdown: false });
    return messages.map(({ content }: Json) => content);
  };
  const sending = (text: string) => ({ name: "send_message", arguments: { conversation: "#design > logo", text } });
  const answer = (call: object, { requestState }: Json, approval: object) =>
    assistant.ask("tools/call", { ...call, requestState, inputResponses: { approval } });
  const sent = async (text: string) => (await assistant.ask("tools/call", sending(text))).structuredContent;
  const message = await say(noah, "typo");
  const edit = { name: "edit_message", arguments: { message, expect: "typo", text: "type" } };

  expect(await sent("registered itself")).toMatchObject({ state: "awaiting_approval" });
  expect(await assistant.ask("tools/call", edit)).toMatchObject({ isError: true });
  await inRealm(noah, ({ sql }) => sql.exec("UPDATE assistant_grants SET client_host = 'claude.example'"));
  const asked = await assistant.ask("tools/call", sending("with a host"));
  expect(asked.resultType).toBe("input_required");
  await answer(sending("with a host"), asked, given);
  expect(await texts()).toEqual(["with a host"]);

  const before = await assistant.ask("tools/call", sending("answered"));
  const declined = await assistant.ask("tools/call", sending("declined"));
  const change = await assistant.ask("tools/call", edit);
  await set(iris, { assistants_min_approval: "writes" });
  expect(await sent("demanded")).toMatchObject({ state: "awaiting_approval" });
  const late = () => answer(sending("answered"), before, given);
  const { structuredContent } = await late();
  expect(structuredContent).toMatchObject({ state: "awaiting_approval" });
  expect((await late()).structuredContent).toEqual(structuredContent);
  const refused = await answer(sending("declined"), declined, { action: "decline" });
  expect(refused.content[0].text).toContain("declined");
  expect(await answer(edit, change, given)).toMatchObject({ isError: true });
  expect(await texts()).toEqual(["with a host"]);
  const { messages } = await fetchMessages(noah, {
    anchor: message,
    num_before: 0,
    num_after: 0,
    apply_markdown: false,
  });
  expect(messages[0].content).toBe("typo");
  await noah.ok(react(noah, (await noticeTo(noah)).id, APPROVE));
  expect(await texts()).toEqual(["with a host", "answered"]);
});

test("[security 27.6] an approved proposal is not sent if a rule has changed since", async () => {
  const { iris, noah } = await helped();
  const assistant = await grantedTo(noah, { scopes: ["read", "write"], approval: "writes" });
  const propose = () => assistant.data("send_message", { conversation: "#design > logo", text: "proposed" });
  const newest = async () =>
    (
      await iris.ok(
        iris.get("/messages", {
          anchor: "newest",
          num_before: 1,
          num_after: 0,
          apply_markdown: false,
          narrow: [["channel", "design"]],
        }),
      )
    ).messages[0].content;
  const approved = async () => {
    const notice = await noticeTo(noah);
    await noah.ok(react(noah, notice.id, APPROVE));
    return (await noticeTo(noah)).content;
  };
  await propose();
  await givePermission(iris, "can_write_with_assistants_group", "role:nobody");
  expect(await approved()).toContain("Your organization doesn't let assistants write for you");
  await givePermission(iris, "can_write_with_assistants_group", "role:members");
  await propose();
  const { stream_id } = await iris.ok(iris.get("/get_stream_id", { stream: "design" }));
  await iris.ok(iris.patch(`/streams/${stream_id}`, { closed_to_assistants: true }));
  expect(await approved()).toContain("Couldn't send that message");
  expect(await newest()).not.toBe("proposed");
});

test("[security 27.7] users' own keys work only if owners allow it, and never bypass a required approval", async () => {
  const { iris, noah, gus } = await realm();
  const own = (who: Person) => new Assistant(who);
  expect((await own(noah).send("tools/list")).status).toBe(401);
  await set(iris, { assistants_may_use_api_keys: true });
  expect((await own(noah).send("tools/list")).status).toBe(200);
  expect((await own(gus).send("tools/list")).status).toBe(403);
  await set(iris, { assistants_min_approval: "writes" });
  expect((await own(noah).send("tools/list")).status).toBe(401);
  await set(iris, { assistants_min_approval: "none" });
  await givePermission(iris, "can_write_with_assistants_group", "role:administrators");
  expect((await own(noah).send("tools/list")).status).toBe(401);
});

type Kind = "own" | "bot";
const taking: readonly [rule: string, whose: Kind, status: number, set: (owner: Person) => Promise<unknown>][] = [
  ["messages are approved", "own", 401, (iris) => set(iris, { assistants_min_approval: "writes" })],
  [
    "few may let write",
    "own",
    401,
    (iris) => givePermission(iris, "can_write_with_assistants_group", "role:administrators"),
  ],
  ["no own keys are taken", "own", 401, (iris) => set(iris, { assistants_may_use_api_keys: false })],
  ["nobody uses assistants", "own", 403, (iris) => givePermission(iris, "can_use_assistants_group", "role:nobody")],
  ["nobody uses assistants", "bot", 403, (iris) => givePermission(iris, "can_use_assistants_group", "role:nobody")],
];

test.each(taking)(
  "[security 27.7] the rule that %s ends pending calls of a key: %s",
  async (_, whose, status, rule) => {
    const { iris, noah, assistant: bot } = await helped();
    await set(iris, { assistants_may_use_api_keys: true });
    const assistant = whose === "bot" ? bot : new Assistant(noah);
    const notifications = { resourceSubscriptions: ["parley://me/unread"] };
    const { body } = await assistant.stream("subscriptions/listen", { notifications });
    const stream = new Stream(body ?? new ReadableStream());
    expect(await stream.acknowledged()).toEqual(notifications);
    const args = { conversation: "#design > logo", seconds: 50 };
    const waits = assistant.send("tools/call", { name: "await_reply", arguments: args });
    await until(async () => expect(await queuesOf(iris)).toBe(2));
    await rule(iris);
    await stream.ended;
    expect([(await waits).status, (await assistant.send("tools/list")).status]).toEqual([401, status]);
    expect((await assistant.account.get("/users/me")).status, "at the API, the key goes on").toBe(200);
  },
);

test("administrators set the rules for assistants, owners set key and audit log rules, and members see all of them", async () => {
  const { by, noah } = await realmWithCallers();
  const tries = async (settings: object) => {
    const { owner, administrator, moderator } = await outcomes((who) => who.patch("/realm", settings), by);
    return [owner, administrator, moderator].map((one) => one === "ok");
  };
  const members = (await groupIds(noah))["role:moderators"];
  for (const settings of [
    { assistant_clients: ["claude.ai"] },
    { assistant_origins: ["https://tools.example.com"] },
    { assistants_min_approval: "writes" },
    { can_use_assistants_group: { new: members } },
    { can_write_with_assistants_group: { new: members } },
  ])
    expect([settings, await tries(settings)]).toEqual([settings, [true, true, false]]);
  for (const settings of [{ assistants_may_use_api_keys: true }, { audit_assistant_reads: true }])
    expect([settings, await tries(settings)]).toEqual([settings, [true, false, false]]);
  const { queue_id: _, ...known } = await noah.ok(noah.post("/register", { fetch_event_types: ["realm"] }));
  expect(known).toMatchObject({
    realm_assistant_clients: ["claude.ai"],
    realm_assistant_origins: ["https://tools.example.com"],
    realm_assistants_min_approval: "writes",
    realm_assistants_may_use_api_keys: true,
    realm_audit_assistant_reads: true,
    realm_can_use_assistants_group: members,
    realm_can_write_with_assistants_group: members,
  });
  for (const wrong of [
    { assistant_clients: "some" },
    { assistant_clients: ["https://a.example/path"] },
    { assistant_clients: [7] },
    { assistant_origins: ["*"] },
    { assistant_origins: ["https://a.example/"] },
    { assistants_min_approval: "direct-and-new" },
  ])
    expect([wrong, await outcome(by.owner.patch("/realm", wrong))]).toEqual([
      wrong,
      expect.stringMatching(/^BAD_REQUEST/),
    ]);
});
