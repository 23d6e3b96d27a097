import { expect, test } from "vitest";
import { toChannelId } from "../../../../src/protocol/ids.ts";
import { assistantOf } from "../../../support/assistant.ts";
import { type Consent, consent, ledBack, letIn } from "../../../support/assistants.ts";
import { makeChannel } from "../../../support/channels.ts";
import { sendFiles, textFile } from "../../../support/files.ts";
import { logIn } from "../../../support/log-in.ts";
import { sendDirect, sendToChannel } from "../../../support/messages.ts";
import { advanceClock } from "../../../support/object.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { scheduledMessagesOf, scheduleMessage, secondsFromNow } from "../../../support/scheduled-messages.ts";

async function cast() {
  const all = await realm();
  const [open, secret] = [
    await makeChannel(all.noah, "open", [all.noah]),
    await makeChannel(all.noah, "secret", [all.noah]),
  ];
  const claude = await assistantOf(all.noah, { excludedChannels: new Set([toChannelId(secret)]) });
  return { ...all, open, secret, claude };
}

async function remind(who: Person, message_id: number): Promise<number> {
  const scheduled_delivery_timestamp = await secondsFromNow(who, 3600);
  return (await who.ok(who.post("/reminders", { message_id, scheduled_delivery_timestamp }))).reminder_id;
}

test("[security 25.4] an assistant gets no reminders or scheduled messages for conversations it cannot read", async () => {
  const { noah, open, secret, claude } = await cast();
  const shown = await remind(noah, await sendToChannel(noah, open, "t", "shown"));
  await remind(noah, await sendToChannel(noah, secret, "t", "hidden"));
  const later = await scheduleMessage(noah, { type: "channel", to: open, topic: "t" });
  await scheduleMessage(noah, { type: "channel", to: secret, topic: "t" });
  const { reminders } = await claude.ok(claude.get("/reminders"));
  expect(reminders.map(({ reminder_id }: Json) => reminder_id)).toEqual([shown]);
  expect((await scheduledMessagesOf(claude)).map(({ scheduled_message_id }) => scheduled_message_id)).toEqual([later]);
  expect(await scheduledMessagesOf(noah)).toHaveLength(2);
});

test("[security 25.9] an assistant cancels only its own reminders and scheduled messages, and unstars only messages it can read", async () => {
  const { noah, open, secret, claude } = await cast();
  const message = await sendToChannel(noah, open, "t", "one");
  const to = { type: "channel", to: open, topic: "t" };
  const own = [`/reminders/${await remind(noah, message)}`, `/scheduled_messages/${await scheduleMessage(noah, to)}`];
  const its = [
    `/reminders/${await remind(claude, message)}`,
    `/scheduled_messages/${await scheduleMessage(claude, to)}`,
  ];
  const another = await assistantOf(noah, { id: 8 });
  for (const path of own) expect((await claude.delete(path)).status).toBe(404);
  for (const path of its) {
    expect((await another.delete(path)).status).toBe(404);
    expect((await claude.delete(path)).status).toBe(200);
  }
  for (const path of own) expect((await noah.delete(path)).status).toBe(200);
  const starred = await sendToChannel(noah, secret, "t", "starred");
  const flag = (op: string) => ({ messages: [starred], op, flag: "starred" });
  await noah.ok(noah.post("/messages/flags", flag("add")));
  expect((await claude.post("/messages/flags", flag("remove"))).status).toBe(400);
  expect((await noah.ok(noah.get(`/messages/${starred}`))).message.flags).toContain("starred");
});

test("[security 25.4] an assistant opens files in messages it can read, and its user's own unlinked files", async () => {
  const { noah, mia, open, secret } = await cast();
  const upload = async (who: Person): Promise<string> =>
    (await sendFiles(who, "/user_uploads", [textFile("x")])).body.url;
  const files = {
    loose: await upload(noah),
    shown: await upload(noah),
    hidden: await upload(noah),
    direct: await upload(mia),
    both: await upload(noah),
  };
  for (const name of ["shown", "both"] as const) await sendToChannel(noah, open, "t", `[x](${files[name]})`);
  for (const name of ["hidden", "both"] as const) await sendToChannel(noah, secret, "t", `[x](${files[name]})`);
  await sendDirect(mia, [noah], `[x](${files.direct})`);
  const opened = async (scopes: readonly ("read" | "read:direct" | "files")[]) => {
    const claude = await assistantOf(noah, {
      scopes: new Set(scopes),
      excludedChannels: new Set([toChannelId(secret)]),
    });
    const found = [];
    for (const [name, url] of Object.entries(files))
      if ((await claude.get(url.replace("/api/v1", ""))).status === 200) found.push(name);
    return found;
  };
  expect(await opened(["read", "files"])).toEqual(["loose", "shown", "both"]);
  expect(await opened(["read", "read:direct", "files"])).toEqual(["loose", "shown", "direct", "both"]);
  for (const url of Object.values(files)) expect((await noah.get(url.replace("/api/v1", ""))).status).toBe(200);
});

test("[security 25.10] a new consent that widens the grant needs a recent login, and is audited", async () => {
  const { host, iris, noah } = await realm();
  const secret = await makeChannel(noah, "secret", [noah]);
  const scopes = ["read", "read:direct"];
  const { browser, client } = await letIn(host, noah.email, { scopes, approval: "writes", excluded: [secret] });
  const [{ id }] = (await noah.ok(noah.get("/users/me/assistants"))).assistants;
  await noah.ok(noah.patch(`/users/me/assistants/${id}`, { excludes_direct: true }));
  await advanceClock(noah, 16 * 60_000);
  const again = async (given: Consent) => (await consent(browser, client, given)).status;
  const same = { scopes: ["read"], approval: "writes", excluded: [secret] };
  expect(await again({ ...same, excluded: [] })).toBe(403);
  expect(await again({ ...same, approval: "none" })).toBe(403);
  expect(await again({ ...same, scopes })).toBe(403);
  expect(await again(same)).toBe(303);
  expect(await again({ ...same, scopes }), "direct conversations are left out still").toBe(403);
  expect(await (await consent(browser, client, { ...same, excluded: [] })).text()).toContain("/login/?again=1");
  const changes = async () =>
    (await iris.ok(iris.get("/audit_log", { limit: 100 }))).entries
      .filter(({ action }: Json) => action === "assistant.rules_changed")
      .map(({ details }: Json) => details);
  const before = (await changes()).length;
  const recent = await logIn(host, noah.email, PASSWORD);
  ledBack(await consent(recent, client, { scopes, approval: "none" }));
  const [newest, ...older] = await changes();
  expect(older).toHaveLength(before);
  expect(newest).toMatchObject({
    approval: "writes → none",
    excluded_channels: `${secret} → -`,
    excludes_direct: "true → false",
  });
});

test("[security 25.10] exclusions persist when a user consents again after the grant expired", async () => {
  const { host, noah, mia } = await realm();
  const request = { scope: "read" };
  const scopes = ["read", "read:direct"];
  const { browser, client, refresh } = await letIn(host, noah.email, { scopes, approval: "writes", request });
  expect(refresh).toBe("undefined");
  const listed = async () => (await noah.ok(noah.get("/users/me/assistants"))).assistants;
  const [{ id }] = await listed();
  await noah.ok(noah.patch(`/users/me/assistants/${id}`, { excluded_users: [mia.id] }));
  await advanceClock(noah, 2 * 60 * 60_000);
  expect(await listed()).toEqual([]);
  const again = async (given: Consent) => (await consent(browser, client, { request, ...given })).status;
  expect(await again({ scopes, approval: "none" }), "to be asked less needs a recent login").toBe(403);
  expect(await again({ scopes, approval: "writes" })).toBe(303);
  const [renewed] = await listed();
  expect(renewed.excluded_users).toEqual([mia.id]);
  expect(renewed.id).not.toBe(id);
  await noah.ok(noah.patch(`/users/me/assistants/${renewed.id}`, { excludes_direct: true }));
  await advanceClock(noah, 2 * 60 * 60_000);
  expect(await again({ scopes, approval: "writes" })).toBe(403);
  expect(await again({ scopes: ["read"], approval: "writes" })).toBe(303);
  expect((await listed())[0]).toMatchObject({ excluded_users: [mia.id], excludes_direct: true });
});

test("[security 25.2] exclusions persist when a user consents again, unless the user removes them", async () => {
  const { host, iris, noah } = await realm();
  const gone = await makeChannel(noah, "gone", [noah]);
  const secret = await makeChannel(iris, "secret", [iris, noah], { invite_only: true });
  const { browser, client, access } = await letIn(host, noah.email, { excluded: [gone, secret] });
  expect(access).toMatch(/^pma_/);
  await noah.ok(noah.delete("/users/me/subscriptions", { subscriptions: ["gone", "secret"] }));
  const form = async () =>
    (await browser.fetch("GET", "/oauth/authorize", client.request(), { Accept: "text/html" })).text();
  expect(await form()).toContain(`name="excluded" value="${gone}" checked`);
  expect(await form()).not.toContain(`value="${secret}"`);
  ledBack(await consent(browser, client, { excluded: [] }));
  expect(await form()).not.toContain("#gone");
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "secret" }], principals: [noah.id] }));
  expect(await form()).toContain(`name="excluded" value="${secret}" checked`);
});
