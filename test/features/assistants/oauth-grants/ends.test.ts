import { expect, test } from "vitest";
import type { Grant } from "../../../../src/protocol/actor.ts";
import { toChannelId, toUserId } from "../../../../src/protocol/ids.ts";
import { assistantOf } from "../../../support/assistant.ts";
import { type AssistantClient, consent, ledBack, letIn } from "../../../support/assistants.ts";
import type { Browser } from "../../../support/browser.ts";
import { makeChannel } from "../../../support/channels.ts";
import { freshly } from "../../../support/freshly.ts";
import { linkInMailTo, mailsTo, visitPage } from "../../../support/mail.ts";
import { fetchMessages } from "../../../support/messages.ts";
import { advanceClock, inRealm } from "../../../support/object.ts";
import { type Cast, PASSWORD, realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";
import { scheduledMessagesOf, scheduleMessage, secondsFromNow } from "../../../support/scheduled-messages.ts";
import { until } from "../../../support/until.ts";
import { Acting, APPROVE, noticeTo, react } from "../approvals/acting.ts";

const MINUTE_MS = 60_000;
const NEW = "a new and longer sentence";
const OVER = { status: 400, body: { error: "invalid_grant" } };

type Ends = (cast: Cast, browser: Awaited<ReturnType<typeof letIn>>["browser"]) => Promise<unknown>;
const ends: Readonly<Record<string, Ends>> = {
  "the account is deactivated": ({ omar, noah }) => omar.ok(omar.delete(`/users/${noah.id}`)),
  "an administrator logs the person out": ({ omar, noah }) => omar.ok(omar.delete(`/users/${noah.id}/logins`)),
  "an owner logs everyone out": ({ iris }) => iris.ok(freshly(iris).delete("/realm/logins")),
  "the person logs out everywhere else": (_, browser) => browser.ask("DELETE", "/users/me/sessions"),
  "the password is changed": (_, browser) =>
    browser.ask("PATCH", "/settings", { old_password: PASSWORD, new_password: NEW }),
  "the person becomes an administrator": ({ iris, noah }) => iris.ok(iris.patch(`/users/${noah.id}`, { role: 200 })),
  "a new password is chosen with a letter": async ({ iris, host, noah }) => {
    await visitPage(host, "/accounts/password/reset/", { email: noah.email });
    const path = await linkInMailTo(iris, noah.email, 2);
    await visitPage(host, path, { password: NEW });
  },
};

const actionsOf = async ({ iris }: Cast): Promise<string[]> =>
  (await iris.ok(iris.get("/audit_log", { limit: 100 }))).entries
    .map(({ action }: Json) => action)
    .filter((action: string) => action.startsWith("assistant."))
    .reverse();

test.each(Object.keys(ends))("[security 25.5] revokes the grant when %s", async (reason) => {
  const cast = await realm();
  const { client, refresh, browser } = await letIn(cast.host, cast.noah.email, { scopes: ["write"] });
  await ends[reason]?.(cast, browser);
  expect(await client.refresh(refresh)).toMatchObject(OVER);
  expect(await actionsOf(cast)).toEqual(["assistant.client_registered", "assistant.authorized", "assistant.revoked"]);
});

const GRANTS = "/accounts/assistants/";
const grantOf = async (browser: Browser): Promise<number> =>
  Number(/name="grant" value="(\d+)"/.exec(await (await browser.fetch("GET", GRANTS)).text())?.[1]);

test("[security 25.8] ending a grant drops only its own pending requests and scheduled messages", async () => {
  const { host, noah, mia } = await realm();
  const { browser } = await letIn(host, noah.email, { scopes: ["write", "write:direct"] });
  const id = await grantOf(browser);
  const [mine, other] = [new Acting(noah, { id, approval: "writes" }), new Acting(noah, { id: id + 1 })];
  const { handle } = await mine.send({ to: [mia.id] });
  const notice = await noticeTo(noah);
  const [question, kept] = [await mine.ask("Which one?"), await other.ask("Which one?")];
  for (const grant of [id, id, id + 1])
    await scheduleMessage(await assistantOf(noah, { id: grant }), { type: "direct", to: [mia.id] });
  await browser.fetch("POST", GRANTS, { grant: String(id), csrfmiddlewaretoken: browser.csrf });
  for (const ended of [handle, question.handle]) expect(await mine.request(ended)).toMatchObject({ state: "expired" });
  expect(await other.request(kept.handle)).toMatchObject({ state: "waiting" });
  expect((await noticeTo(noah)).content).toContain("it scheduled for you won't be sent (2)");
  await noah.ok(react(noah, notice.id, APPROVE));
  expect((await scheduledMessagesOf(noah)).map(({ failed }) => failed)).toEqual([true, true, false]);
  await advanceClock(noah, MINUTE_MS + 1000);
  await until(async () => expect(await scheduledMessagesOf(noah)).toHaveLength(2));
  expect((await fetchMessages(mia)).messages.map(({ content }: Json) => content)).toEqual(["<p>later</p>"]);
});

test("[security 25.12] an assistant's scheduled message is sent under the grant's rules at that time, or with its user's approval", async () => {
  const { host, iris, noah, mia } = await realm();
  const day = 24 * 60 * MINUTE_MS;
  const channel = await makeChannel(noah, "tea", [noah, mia]);
  const place = { type: "channel", to: channel, topic: "leaves" };
  const scopes: Grant["scopes"] = new Set(["read", "read:direct", "write", "write:direct"]);
  const failed = async () => (await scheduledMessagesOf(noah)).map((one) => one.failed);
  let id = 100;
  const tried = async (fields: Json, changed: Partial<Grant>) => {
    id += 1;
    await scheduleMessage(await assistantOf(noah, { id, scopes }), fields);
    await assistantOf(noah, { id, scopes, ...changed });
  };
  const direct = { type: "direct", to: [mia.id] };
  await tried(place, { scopes: new Set(["read"]) });
  await tried(place, { excludedChannels: new Set([toChannelId(channel)]) });
  await tried(direct, { scopes: new Set(["read", "write"]) });
  await tried(direct, { excludedUsers: new Set([toUserId(mia.id)]) });
  await tried(place, { approval: "direct-and-new" });
  await tried(place, {});
  await advanceClock(noah, MINUTE_MS + 1000);
  await until(async () => expect(await failed()).toEqual([true, true, true, true, true]));
  const narrow = [["has", "assistant"]];
  const received = async () => (await fetchMessages(mia, { narrow })).messages.map(({ content }: Json) => content);
  expect(await received()).toEqual(["<p>later</p>"]);

  // The organization's rule counts as well, except for messages the user approved.
  await scheduleMessage(await assistantOf(noah, { id: 7 }), place);
  await scheduleMessage(await assistantOf(noah, { id: 8, approval: "all" }), { ...place, content: "approved" });
  await iris.ok(iris.patch("/realm", { assistants_min_approval: "writes" }));
  await advanceClock(noah, MINUTE_MS + 1000);
  await until(async () => expect(await failed()).toHaveLength(6));
  await until(async () => expect(await received()).toContain("<p>approved</p>"));
  expect((await noticeTo(noah)).content).toContain("Messages from this assistant now need your approval.");

  // A grant that nothing can use counts as ended, even if it isn't deleted yet.
  const { access } = await letIn(host, noah.email, { name: "*Idle*", scopes: ["write"] });
  expect(access).toMatch(/^pma_/);
  const { grant_id } = await inRealm(noah, ({ sql }) =>
    sql.exec("SELECT max(id) AS grant_id FROM assistant_grants").one(),
  );
  const idle = await assistantOf(noah, { id: Number(grant_id), name: "*Idle*", approval: "writes" });
  const late = { ...place, scheduled_delivery_timestamp: await secondsFromNow(noah, (61 * day) / 1000) };
  await scheduleMessage(idle, { ...late, content: "too late" });
  await scheduleMessage(idle, {
    ...place,
    scheduled_delivery_timestamp: await secondsFromNow(noah, (90 * day) / 1000),
  });
  const taken = await scheduleMessage(idle, { ...late, content: "mine now" });
  await noah.ok(noah.patch(`/scheduled_messages/${taken}`, { content: "mine" }));
  await advanceClock(noah, 61 * day + MINUTE_MS);
  await until(async () => expect(await failed()).toHaveLength(8));
  await until(async () => expect(await received()).toContain("<p>mine</p>"));
  expect(await received()).not.toContain("<p>too late</p>");
  expect(await failed()).toEqual([...Array(7).fill(true), false]);
  await letIn(host, mia.email);
  expect(await failed(), "its grant is forgotten").toEqual(Array(8).fill(true));
  expect((await noticeTo(noah)).content).toContain("\\*Idle\\* no longer has access to your account");
});

test("[security 25.12] a scheduled message edited by the user is sent regardless of the grant, but not into a closed channel", async () => {
  const { iris, noah, mia } = await realm();
  const [tea, closed] = [await makeChannel(noah, "tea", [noah, mia]), await makeChannel(noah, "closed", [noah, mia])];
  const scopes: Grant["scopes"] = new Set(["read", "write"]);
  const grant = { id: 1, scopes };
  for (const to of [tea, closed]) {
    const id = await scheduleMessage(await assistantOf(noah, grant), { type: "channel", to, topic: "t" });
    await noah.ok(noah.patch(`/scheduled_messages/${id}`, { content: `mine, to ${to}` }));
  }
  await assistantOf(noah, { ...grant, approval: "writes", excludedChannels: new Set([toChannelId(tea)]) });
  await iris.ok(iris.patch(`/streams/${closed}`, { closed_to_assistants: true }));
  await advanceClock(noah, MINUTE_MS + 1000);
  const failed = async () => (await scheduledMessagesOf(noah)).map((one) => [one.content, one.failed]);
  await until(async () => expect(await failed()).toEqual([[`mine, to ${closed}`, true]]));
  const { messages } = await fetchMessages(mia, { narrow: [["has", "assistant"]] });
  expect(messages.map(({ content }: Json) => content)).toEqual([`<p>mine, to ${tea}</p>`]);
});

test("[security 25.1] revokes the grant of a reused token or code, even if the address is rate-limited", async () => {
  const { host, iris, noah } = await realm();
  const fails = async (client: AssistantClient) => {
    for (let count = 0; count < 6; count++) await client.exchange("unknown");
    expect((await client.exchange("unknown")).status).toBe(429);
  };
  const first = await letIn(host, noah.email);
  const { body } = await first.client.refresh(first.refresh);
  await advanceClock(iris, MINUTE_MS + 1000);
  await fails(first.client);
  expect(await first.client.refresh(first.refresh)).toMatchObject(OVER);
  expect(await grantOf(first.browser)).toBeNaN();
  await advanceClock(iris, MINUTE_MS + 1000);
  expect(await first.client.refresh(body.refresh_token)).toMatchObject(OVER);
  const { code = "" } = ledBack(await consent(first.browser, first.client));
  await first.client.exchange(code);
  const { code: other = "" } = ledBack(await consent(first.browser, first.client));
  await fails(first.client);
  expect(await first.client.exchange(other, { code_verifier: "x".repeat(43) })).toMatchObject(OVER);
  expect((await first.client.exchange(other)).status, "the code is forgotten").toBe(429);
  expect(await first.client.exchange(code)).toMatchObject(OVER);
  expect(await grantOf(first.browser)).toBeNaN();
});

test("[security 25.5] keeps the grant when the user only logs out of a browser", async () => {
  const { host, noah } = await realm();
  const { client, refresh, browser } = await letIn(host, noah.email);
  await browser.ask("POST", "/logout");
  expect((await client.refresh(refresh)).status).toBe(200);
});

test("[security 25.6] emails users when they let an assistant write, and when its token is reused", async () => {
  const { host, iris, noah } = await realm();
  const { client, refresh } = await letIn(host, noah.email, { name: "Claude", scopes: ["write"] });
  expect((await mailsTo(iris, noah.email))[0].subject).toBe("Claude can now write as you in Test");
  await client.refresh(refresh);
  await advanceClock(iris, MINUTE_MS + 1000);
  expect(await client.refresh(refresh)).toMatchObject(OVER);
  expect((await mailsTo(iris, noah.email, 2))[0].subject).toBe("Claude lost its access to Test");
});

test("[security 25.6] audits a client's registration, its scopes, and the reuse of its token", async () => {
  const cast = await realm();
  const { client, refresh, browser } = await letIn(cast.host, cast.noah.email);
  const { code = "" } = ledBack(await consent(browser, client, { scopes: ["read", "write"] }));
  expect((await client.exchange(code)).body.scope).toBe("read write");
  await client.refresh(refresh);
  await advanceClock(cast.iris, MINUTE_MS + 1000);
  await client.refresh(refresh);
  expect(await actionsOf(cast)).toEqual([
    "assistant.client_registered",
    "assistant.authorized",
    "assistant.scopes_changed",
    "assistant.token_reuse_detected",
    "assistant.revoked",
  ]);
});

test("revokes only the grant whose token the client sends to /oauth/revoke", async () => {
  const { host, noah, mia } = await realm();
  const mine = await letIn(host, noah.email);
  const hers = await letIn(host, mia.email);
  const revoke = (token: string) => visitPage(host, "/oauth/revoke", { token });
  expect((await revoke("pmr_unknown")).status).toBe(200);
  expect((await revoke(mine.refresh)).status).toBe(200);
  expect(await mine.client.refresh(mine.refresh)).toMatchObject(OVER);
  expect((await hers.client.refresh(hers.refresh)).status).toBe(200);
});

test("refuses to refresh after sixty days without use, or after a year", async () => {
  const { host, iris, noah } = await realm();
  const day = 24 * 60 * MINUTE_MS;
  const idle = await letIn(host, noah.email);
  await advanceClock(iris, 60 * day);
  expect(await idle.client.refresh(idle.refresh)).toMatchObject(OVER);
  const used = await letIn(host, noah.email);
  let { refresh } = used;
  for (let month = 0; month < 7; month++) {
    await advanceClock(iris, 50 * day);
    refresh = (await used.client.refresh(refresh)).body.refresh_token;
  }
  await advanceClock(iris, 20 * day);
  expect(await used.client.refresh(refresh)).toMatchObject(OVER);
});

test("issues no refresh token to a client that does not request one", async () => {
  const { host, noah } = await realm();
  const { body } = await letIn(host, noah.email, { request: { scope: "read" } });
  expect(body.refresh_token).toBeUndefined();
  const more = { grant_types: ["authorization_code", "refresh_token"] };
  expect((await letIn(host, noah.email, { request: { scope: "read" }, more })).refresh).toMatch(/^pmr_/);
});
