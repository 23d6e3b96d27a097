import { expect, test } from "vitest";
import { erasePeople, orderDeletion } from "../../../../src/features/messages/deleted-accounts/deleted-accounts.ts";
import { accessUser } from "../../../../src/features/organization/accounts/access.ts";
import { toUserId } from "../../../../src/protocol/ids.ts";
import { makeChannel, outcome } from "../../../support/channels.ts";
import { fetchPage, sendFiles, textFile } from "../../../support/files.ts";
import { changeUser, logIn, succeeds } from "../../../support/log-in.ts";
import { sendDirect, sendToChannel } from "../../../support/messages.ts";
import { advanceClock, changeRealm, evict, inRealm, tablesOf, withConfig, withEnv } from "../../../support/object.ts";
import { OWNER_PASSWORD, PASSWORD, realm } from "../../../support/organization.ts";
import { OWN_TEXTS } from "../../../support/own-texts.ts";
import { type Json, Person } from "../../../support/person.ts";
import { png } from "../../../support/pictures.ts";
import { until } from "../../../support/until.ts";
import { deliver, webhookBot } from "../../../support/webhooks.ts";
import { answer, offer, press, pressQueue } from "../../messages/presses/pressing.ts";
import { all } from "../../trust/audit-log/all-entries.ts";
import { rootOver } from "../../trust/audit-log/root-over.ts";
import { connect } from "../../trust/scim/directory.ts";
import { DAY, erasuresOf, order, placesOf, untilErased } from "./erasing.ts";

const NAME = "Nathaniel Quixote";
const ADDRESS = "nathaniel@quixote.example";
const TEXTS = [
  "the tulips of Noah",
  "a first version",
  "on the desk by the door",
  "out for lunch",
  "kept for later",
] as const;

/** An organization in which Noah has another name, and leaves data in every place where users can. */
async function withTraces() {
  const cast = await realm();
  const { iris, omar, mia, host, bot } = cast;
  const owner = await logIn(host, iris.email, OWNER_PASSWORD);
  await logIn(host, cast.noah.email, "wrong one").catch(() => {});
  await new Person(host, "", "").post("/password_reset", { email: cast.noah.email });
  const noah = new Person(host, ADDRESS, cast.noah.key, cast.noah.id);
  await succeeds(owner.ask("PATCH", `/users/${noah.id}`, { full_name: NAME, new_email: ADDRESS }));
  const robot = await bot(noah);
  const open = await makeChannel(iris, "open", [iris, noah, mia]);
  const { id: field } = await iris.ok(iris.post("/realm/profile_fields", { field_type: 1, name: "Desk" }));
  await noah.ok(noah.patch("/users/me/profile_data", { data: [{ id: field, value: TEXTS[2] }] }));
  await noah.ok(noah.post("/users/me/status", { status_text: TEXTS[3] }));
  await noah.ok(noah.post("/users/me/presence", { status: "active" }));
  for (const { list, fields } of OWN_TEXTS) await noah.ok(noah.post(`/${list}`, fields(noah.id, TEXTS[4])));
  await noah.ok(noah.post("/users/me/alert_words", { alert_words: ["tulip"] }));
  await noah.ok(noah.post(`/users/me/muted_users/${mia.id}`));
  await sendFiles(noah, "/users/me/avatar", [new File([png()], "a.png", { type: "image/png" })]);
  const { url } = await (await sendFiles(noah, "/user_uploads", [new File(["the roses of Noah"], "roses.txt")])).body;
  const own = await sendToChannel(noah, open, "a", TEXTS[1]);
  await noah.ok(noah.patch(`/messages/${own}`, { content: `${TEXTS[0]} [roses](${url})` }));
  const direct = await sendDirect(noah, [mia], TEXTS[0]);
  const answer = await sendDirect(mia, [noah], "an answer");
  const mention = await sendToChannel(mia, open, "a", `Ask @**${NAME}**, says @_**${NAME}|${noah.id}** himself.`);
  await mia.ok(mia.patch(`/messages/${mention}`, { content: `Do ask @**${NAME}**.` }));
  await noah.ok(noah.post(`/messages/${mention}/reactions`, { emoji_name: "tada" }));
  const drafts = Array.from({ length: 250 }, (_, at) => ({
    ...{ type: "stream", to: [open], topic: "a" },
    content: at % 100 === 0 ? `Tell @**${NAME}**` : "begun",
  }));
  await mia.ok(mia.post("/drafts", { drafts }));
  for (const { list, fields } of OWN_TEXTS)
    await mia.ok(mia.post(`/${list}`, fields(mia.id, `Ask @_**${NAME}|${noah.id}**`)));
  const scheduled = { type: "stream", to: open, topic: "a", content: `Thank @**${NAME}** with \`tulips\`` };
  const scheduled_delivery_timestamp = Math.floor(Date.now() / 1000) + 15 * 86_400;
  await mia.ok(mia.post("/scheduled_messages", { ...scheduled, scheduled_delivery_timestamp }));
  const reminded = await sendDirect(noah, [mia], "water the roses");
  await mia.ok(mia.post("/reminders", { message_id: reminded, scheduled_delivery_timestamp }));
  await logIn(host, ADDRESS, PASSWORD);
  await logIn(host, ADDRESS, "wrong one").catch(() => {});
  await omar.ok(omar.post("/channel_folders/create", { name: NAME }));
  await omar.ok(omar.patch("/channel_folders/1", { name: "folder" }));
  return { ...cast, noah, before: cast.noah.email, owner, robot, open, own, direct, answer, mention };
}

const STEPS = ["requested", "refused", "ordered", "undone"].map((step) => `user.erasure_${step}`).concat("user.erased");

const userOf = async (who: Person, id: number) => (await who.ok(who.get(`/users/${id}`))).user;

test("[security 22.1] an erased user's name is removed everywhere, and their messages stay under a numbered name", async () => {
  const world = await withTraces();
  const { iris, noah, mia, owner, robot, own, direct, mention } = world;
  const before = await all(iris);
  expect((await placesOf(iris, [NAME])).length).toBeGreaterThan(5);
  await order(owner, noah);
  expect(await userOf(iris, noah.id)).toMatchObject({ full_name: NAME, is_active: false });
  await untilErased(iris);
  await advanceClock(iris, 3_700_000);
  const words = [NAME, ADDRESS, world.before, "Noah Example", ...TEXTS.slice(2)];
  await until(async () => expect(await placesOf(iris, words)).toEqual([]));

  const name = `Deleted user ${noah.id}`;
  expect(await userOf(iris, noah.id)).toMatchObject({ full_name: name, is_deleted: true, delivery_email: null });
  expect(await userOf(iris, robot.id)).toMatchObject({ full_name: `Deleted user ${robot.id}`, is_active: false });
  const { message } = await mia.ok(mia.get(`/messages/${mention}`, { apply_markdown: false }));
  expect(message.content).toBe(`Do ask @**${name}|${noah.id}**.`);
  expect(message.reactions).toMatchObject([{ user_id: noah.id, emoji_name: "tada" }]);
  const shown = await mia.ok(mia.get(`/messages/${mention}`));
  expect(shown.message.content).toContain(`data-user-id="${noah.id}">@${name}</span>`);
  const { message_history } = await mia.ok(mia.get(`/messages/${mention}/history`));
  expect(message_history[0].content).toBe(`Ask @**${name}|${noah.id}**, says @_**${name}|${noah.id}** himself.`);
  for (const id of [own, direct]) expect(await outcome(mia.get(`/messages/${id}`))).toBe("ok");
  expect((await mia.ok(mia.get(`/messages/${own}`))).message.sender_full_name).toBe(name);

  const { drafts } = await mia.ok(mia.get("/drafts"));
  expect(drafts.filter(({ content }: Json) => content === `Tell @**${name}|${noah.id}**`)).toHaveLength(3);
  for (const { list } of OWN_TEXTS) {
    const texts = (await mia.ok(mia.get(`/${list}`)))[list].map(({ content }: Json) => content);
    expect(texts, list).toContain(`Ask @_**${name}|${noah.id}**`);
  }
  const { scheduled_messages } = await mia.ok(mia.get("/scheduled_messages"));
  const thanks = scheduled_messages.find(({ content }: Json) => content.startsWith("Thank"));
  expect(thanks.content).toBe(`Thank @**${name}|${noah.id}** with \`tulips\``);
  expect(thanks.rendered_content).toContain(`data-user-id="${noah.id}">@${name}</span>`);
  const { reminders } = await mia.ok(mia.get("/reminders"));
  expect(reminders[0].content).toContain(`@_**${name}|${noah.id}** [said](`);
  // Advances to the time that both were scheduled for.
  await advanceClock(iris, DAY - 3_700_000 + 20_000);
  const sent = { anchor: "newest", num_before: 2, num_after: 0, apply_markdown: false };
  await until(async () => {
    const { messages } = await mia.ok(mia.get("/messages", sent));
    expect(messages.map(({ content }: Json) => content).sort()).toEqual([thanks.content, reminders[0].content].sort());
  });
  expect(await placesOf(iris, [NAME])).toEqual([]);

  const after = await all(iris);
  expect(rootOver(after.entries)).toBe(after.checkpoint.root);
  expect(rootOver(after.entries.slice(0, before.entries.length))).toBe(rootOver(before.entries));
  const actions = after.entries.map(({ action }: Json) => action);
  expect(actions.filter((action: string) => action === "user.erased").length).toBe(2);
});

test("an hour after an erasure, only queues of clients that have fetched nothing since are ended", async () => {
  const { iris, noah, mia, gus, host } = await realm();
  const open = await makeChannel(iris, "open", [iris, noah, mia, gus]);
  await order(await logIn(host, iris.email, OWNER_PASSWORD), noah);
  const client = { event_types: ["message"], fetch_event_types: [], idle_queue_timeout: 604_800 };
  await advanceClock(iris, 13.9 * DAY);
  const [current, behind] = [await mia.queue(client), await gus.queue(client)];
  await sendToChannel(iris, open, "t", "of before");
  await current.poll();
  await untilErased(iris, 0.1);
  await advanceClock(iris, 600_000);
  expect(await current.events()).toEqual([]);
  await evict(iris);
  await advanceClock(iris, 3_100_000);
  await until(async () => expect((await tablesOf(iris))["events"]).toEqual([]));
  await expect(behind.events()).rejects.toThrow("BAD_EVENT_QUEUE_ID");
  await sendToChannel(iris, open, "t", "of now");
  expect((await current.poll()).map(({ message }) => message.content)).toEqual(["of now"]);
});

test("[security 22.2] erasing a user with their messages leaves none of their texts, files and reactions", async () => {
  const { iris, noah, mia, owner, own, direct, answer, mention, before } = await withTraces();
  await order(owner, noah, true);
  await untilErased(iris);
  await advanceClock(iris, 3_700_000);
  const words = [NAME, ADDRESS, before, "Noah Example", "the roses of Noah", "roses.txt", ...TEXTS];
  await until(async () => expect(await placesOf(iris, words)).toEqual([]));
  for (const id of [own, direct]) expect(await outcome(mia.get(`/messages/${id}`))).not.toBe("ok");
  for (const id of [answer, mention]) expect(await outcome(mia.get(`/messages/${id}`))).toBe("ok");
  expect((await mia.ok(mia.get(`/messages/${mention}`))).message.reactions).toEqual([]);
});

test("an erasure that keeps messages keeps their files, even if an earlier deletion hasn't finished", async () => {
  const { iris, noah, mia } = await realm();
  const { url } = (await sendFiles(noah, "/user_uploads", [textFile("of roses", "roses.txt")])).body;
  const kept = await sendToChannel(noah, "general", "t", `[roses](${url})`);
  const direct = await sendDirect(noah, [mia], "to go");
  await inRealm(iris, (organization) =>
    organization.change(() => {
      const account = accessUser(organization, null, toUserId(noah.id));
      orderDeletion(organization, [account], {
        ...{ delete_profile: false, delete_direct_messages: true },
        ...{ delete_public_channel_messages: false, delete_private_channel_messages: false },
      });
      erasePeople(organization, [account], { deletes_messages: false });
    }),
  );
  await until(async () => expect((await tablesOf(iris))["account_deletions"]).toEqual([]));
  expect(await outcome(mia.get(`/messages/${direct}`))).not.toBe("ok");
  expect(await outcome(mia.get(`/messages/${kept}`))).toBe("ok");
  expect((await fetchPage(mia.host, url, { as: mia })).status).toBe(200);
});

test("[security 22.3] an erasure can be undone within 14 days, by its owner or a reactivation, but not later", async () => {
  const { iris, noah, mia, host } = await realm();
  const owner = await logIn(host, iris.email, OWNER_PASSWORD);
  await order(owner, noah);
  await order(owner, mia);
  const ordered = await erasuresOf(iris);
  expect(ordered.map(({ user_id, delete_messages }: Json) => [user_id, delete_messages])).toEqual([
    [noah.id, false],
    [mia.id, false],
  ]);
  for (const { asked_at, due_at } of ordered) expect(due_at - asked_at).toBe((14 * DAY) / 1000);
  await advanceClock(iris, 14 * DAY - 60_000);
  await iris.ok(iris.delete(`/users/${noah.id}/erase`));
  await iris.ok(iris.post(`/users/${mia.id}/reactivate`));
  expect(await erasuresOf(iris)).toEqual([]);
  await advanceClock(iris, DAY);
  expect(await userOf(iris, noah.id)).toMatchObject({ full_name: "Noah Example", is_active: false });
  expect(await userOf(iris, mia.id)).toMatchObject({ full_name: "Mia Example", is_active: true });
  expect(await outcome(iris.delete(`/users/${noah.id}/erase`))).toBe(
    "BAD_REQUEST: No erasure of this account is waiting",
  );

  const again = await logIn(host, iris.email, OWNER_PASSWORD);
  await succeeds(again.ask("POST", `/users/${noah.id}/erase`));
  await untilErased(iris);
  for (const refused of [
    iris.post(`/users/${noah.id}/reactivate`),
    iris.patch(`/users/${noah.id}`, { full_name: "Noah" }),
    iris.delete(`/users/${noah.id}/erase`),
  ])
    expect((await refused).body.msg).toBe("The account was erased");
  const { entries } = await iris.ok(iris.get("/audit_log", { action: STEPS }));
  expect(entries.map(({ action }: Json) => action.slice(5)).reverse()).toEqual([
    ...["erasure_ordered", "erasure_ordered", "erasure_undone", "erasure_undone", "erasure_ordered", "erased"],
  ]);
});

test("[security 22.4] users can ask owners to erase them, and owners see the request and accept or refuse it", async () => {
  const { iris, noah, mia, host } = await realm();
  const [browser, other] = [await logIn(host, noah.email, PASSWORD), await logIn(host, mia.email, PASSWORD)];
  await succeeds(browser.ask("POST", `/users/${noah.id}/erase`, { delete_messages: true }));
  await succeeds(other.ask("POST", `/users/${mia.id}/erase`));
  expect(await erasuresOf(noah)).toMatchObject([{ user_id: noah.id, delete_messages: true, due_at: null }]);
  expect((await erasuresOf(iris)).map(({ user_id }) => user_id)).toEqual([noah.id, mia.id]);
  const narrow = [{ operator: "is", operand: "dm" }];
  const { messages } = await iris.ok(iris.get("/messages", { anchor: "newest", num_before: 2, num_after: 0, narrow }));
  expect(messages.map(({ content }: Json) => content)).toEqual(
    [noah, mia].map(({ id }) => expect.stringContaining(`data-user-id="${id}"`)),
  );
  await noah.ok(noah.delete(`/users/${noah.id}/erase`));
  expect(await erasuresOf(noah)).toEqual([]);
  // Refused after its name was written, which clears what the organization has in memory.
  expect((await iris.patch(`/users/${mia.id}`, { full_name: "Mia New", new_email: iris.email })).status).toBe(400);
  await succeeds(browser.ask("POST", `/users/${noah.id}/erase`));
  await succeeds(browser.ask("POST", `/users/${noah.id}/erase`));
  // Owners are notified about it once a day.
  const told = await iris.ok(iris.get("/messages", { anchor: "newest", num_before: 9, num_after: 0, narrow }));
  expect(told.messages.filter(({ id }: Json) => id > messages.at(-1)?.id)).toEqual([]);
  await iris.ok(iris.delete(`/users/${noah.id}/erase`));
  const owner = await logIn(host, iris.email, OWNER_PASSWORD);
  await succeeds(owner.ask("POST", `/users/${mia.id}/erase`, { delete_messages: true }));
  expect(await userOf(iris, mia.id)).toMatchObject({ is_active: false });
  expect(await userOf(iris, noah.id)).toMatchObject({ is_active: true });
  await untilErased(iris);
  expect(await userOf(iris, mia.id)).toMatchObject({ full_name: `Deleted user ${mia.id}` });
  const { entries } = await iris.ok(iris.get("/audit_log", { action: STEPS }));
  expect(entries.map(({ action }: Json) => action.slice(5)).reverse()).toEqual([
    ...["erasure_requested", "erasure_requested", "erasure_undone", "erasure_requested", "erasure_refused"],
    ...["erasure_ordered", "erased"],
  ]);
});

test("[security 22.5] only owners with a recent login can erase users, never the last owner or an active user", async () => {
  const { iris, omar, noah, host, bot } = await realm();
  const robot = await bot(noah);
  const owner = await logIn(host, iris.email, OWNER_PASSWORD);
  const administrator = await logIn(host, omar.email, PASSWORD);
  const path = `/users/${noah.id}/erase`;
  const refusals = [
    [owner, path, 400, "Deactivate the account before you erase it"],
    [owner, `/users/${iris.id}/erase`, 400, "Cannot erase the only organization owner"],
    [owner, `/users/${robot.id}/erase`, 400, "Bots are erased with their owners"],
    [administrator, path, 400, "Must be an organization owner"],
    [administrator, `/users/${iris.id}/erase`, 400, "Must be an organization owner"],
  ] as const;
  for (const [browser, where, status, msg] of refusals)
    expect(await browser.ask("POST", where)).toMatchObject({ status, body: { msg } });
  await iris.ok(iris.delete(`/users/${noah.id}`));
  expect((await iris.post(path)).body.code).toBe("FRESH_LOGIN_REQUIRED");
  await advanceClock(iris, 16 * 60_000);
  expect((await owner.ask("POST", path)).body.code).toBe("FRESH_LOGIN_REQUIRED");
  expect(await erasuresOf(iris)).toEqual([]);
  const { entries } = await iris.ok(iris.get("/audit_log", { action: STEPS }));
  expect(entries).toEqual([]);
});

test("[security 22.3] a directory does not find an erased user, and creates a new account for their address", async () => {
  const { iris, noah, host } = await realm();
  const owner = await logIn(host, iris.email, OWNER_PASSWORD);
  const directory = await connect(iris);
  const person = { userName: noah.email, externalId: "00u1", name: { formatted: "Noah Example" } };
  expect((await directory.user(person)).id).toBe(String(noah.id));
  await order(owner, noah);
  await untilErased(iris);
  expect((await directory.get(`/Users/${noah.id}`)).status).toBe(404);
  expect((await directory.patch(`/Users/${noah.id}`, { op: "replace", value: { active: true } })).status).toBe(404);
  expect((await directory.delete(`/Users/${noah.id}`)).status).toBe(404);
  expect((await directory.find('externalId eq "00u1"')).totalResults).toBe(0);
  expect((await directory.user(person)).id).not.toBe(String(noah.id));
  expect(await userOf(iris, noah.id)).toMatchObject({ full_name: `Deleted user ${noah.id}`, is_active: false });
});

test("an erasure resumes after a restart, from any point", async () => {
  const { iris, noah, mia, host } = await realm();
  const open = await makeChannel(iris, "open", [iris, noah, mia]);
  const messages = Array.from({ length: 300 }, (_, at) => ({
    ...{ sender: at % 2 === 0 ? mia.id : noah.id, to: open, topic: "t" },
    content: at % 2 === 0 ? "hello @**Noah Example**" : "of Noah",
  }));
  const { ids } = await iris.ok(iris.post("/testing/messages", { messages }));
  const owner = await logIn(host, iris.email, OWNER_PASSWORD);
  await order(owner, noah, true);
  await advanceClock(iris, 14 * DAY);
  for (let times = 0; times < 4; times += 1) {
    await iris.ok(iris.get("/users/erasures"));
    await evict(iris);
  }
  await untilErased(iris);
  const { message } = await mia.ok(mia.get(`/messages/${ids.at(-2)}`, { apply_markdown: false }));
  expect(message.content).toBe(`hello @**Deleted user ${noah.id}|${noah.id}**`);
  expect(await outcome(mia.get(`/messages/${ids.at(-1)}`))).not.toBe("ok");
  expect(JSON.stringify((await tablesOf(iris))["messages"])).not.toContain("Noah Example");
});

const operator = new Person("localhost", "", "");
const setup_token = "known to the operator";
const asOperator = (who: Person, run: (ask: (route: string, fields?: Json) => Promise<Json>) => Promise<void>) => {
  const known = { setup_token, subdomain: who.host.split(".")[0] ?? "" };
  const ask = (route: string, fields: Json = {}) =>
    operator.ok(operator.post(`/organizations/people/${route}`, { ...known, ...fields }));
  return withEnv({ SETUP_TOKEN: setup_token }, () => withConfig(who, { setupToken: setup_token }, () => run(ask)));
};
const joined = async (who: Person, { id }: Person) => Date.parse((await userOf(who, id)).date_joined) / 1000;

test("[security 22.6] applying a list of erased users erases an account again, but not a newer one with the same ID", async () => {
  const { iris, noah, mia, host } = await realm();
  await order(await logIn(host, iris.email, OWNER_PASSWORD), noah);
  await untilErased(iris);
  await asOperator(iris, async (ask) => {
    const { people } = await ask("erased");
    expect(people).toMatchObject([{ user_id: noah.id, date_joined: await joined(iris, noah) }]);

    const date_joined = await joined(iris, mia);
    const hers = { user_id: mia.id, delete_messages: false, erased_at: people[0].erased_at };
    const another = { ...hers, date_joined: date_joined - 1 };
    expect(await ask("erase_again", { people: [another] })).toMatchObject({ erased: 0 });
    expect(await ask("erase_again", { people: [{ ...hers, date_joined }] })).toMatchObject({ erased: 1 });
    const name = `Deleted user ${mia.id}`;
    await until(async () => expect(await userOf(iris, mia.id)).toMatchObject({ full_name: name }));
  });
});

test("applying an earlier version's list of erased users, without creation times, erases only older accounts", async () => {
  const { iris, mia, omar } = await realm();
  const of = ({ id }: Person, erased_at: number) => ({ user_id: id, delete_messages: false, erased_at });
  await asOperator(iris, async (ask) => {
    const people = [of(mia, await joined(iris, mia)), of(omar, (await joined(iris, omar)) - 1)];
    expect(await ask("erase_again", { people })).toMatchObject({ erased: 1 });
    const name = `Deleted user ${mia.id}`;
    await until(async () => expect(await userOf(iris, mia.id)).toMatchObject({ full_name: name }));
  });
});

test("all erasures due at the same time are carried out, even if an account is missing", async () => {
  const { iris, noah, mia, host, bot } = await realm();
  const robots = [await bot(noah), await bot(noah), await bot(mia)];
  const owner = await logIn(host, iris.email, OWNER_PASSWORD);
  await order(owner, noah);
  await order(owner, mia);
  await changeRealm(iris, ({ sql }) => {
    sql.exec("INSERT INTO erasures (user_id, deletes_messages, asked_at, due_at) VALUES (9999, 0, 0, 1)");
  });
  await untilErased(iris);
  for (const { id } of [noah, mia, ...robots]) expect((await userOf(iris, id)).full_name).toBe(`Deleted user ${id}`);
  const erased = (await tablesOf(iris))["erased_users"] as Json[];
  expect(erased.map(({ user_id }) => user_id)).toEqual(
    [noah, mia, ...robots].map(({ id }) => id).sort((a, b) => a - b),
  );
});

test("a user with a long address can be erased", async () => {
  const { iris, omar, noah, host } = await realm();
  const address = `${"n".repeat(60)}@quixote.example.com`;
  await changeUser(omar, noah, { new_email: address });
  await new Person(host, "", "").post("/login", { username: address, password: "wrong one" });
  const owner = await logIn(host, iris.email, OWNER_PASSWORD);
  await order(owner, noah);
  await untilErased(iris);
  expect((await userOf(iris, noah.id)).full_name).toBe(`Deleted user ${noah.id}`);
});

test("an erased user's name is removed from bots' private answers, and from form entries of other users", async () => {
  const cast = await realm();
  const { iris, noah, mia } = cast;
  const bot = await cast.bot(iris);
  await pressQueue(bot);
  const form = { fields: [{ id: "who", label: "Who", type: "text" }], submit: "Send", command: "/who" };
  const message = await offer(bot, { channel: "general" }, { form });
  const { press_id } = await mia.ok(press(mia, message, { entered: { who: `@**Noah Example|${noah.id}** "is" on` } }));
  await bot.ok(answer(bot, press_id, { private: `Ask @**Noah Example|${noah.id}** or @_**Noah Example**` }));
  const kept = () => mia.ok(mia.get("/presses", { message_ids: [message] }));
  expect(JSON.stringify(await kept())).toContain("Noah");
  await order(await logIn(cast.host, iris.email, OWNER_PASSWORD), noah);
  await untilErased(iris);
  const name = `Deleted user ${noah.id}`;
  expect((await kept()).presses).toMatchObject([
    { content: `Ask @**${name}|${noah.id}** or @_**${name}|${noah.id}**` },
  ]);
  expect(JSON.stringify(await kept())).not.toContain("Noah");
  const [row] = (await tablesOf(iris))["presses"] as Json[];
  expect(JSON.parse(row?.entered)).toEqual({ who: `@**${name}|${noah.id}** "is" on` });
});

test("[security 22.1] an erased user's bots lose their service settings and everything delivered to them", async () => {
  const cast = await realm();
  const { iris, noah, host } = cast;
  const payload_url = JSON.stringify("https://quixote.example/hook");
  const outgoing = await cast.bot(noah, { full_name: "Gull", bot_type: 3, payload_url });
  const { bot } = await webhookBot(cast);
  await noah.ok(noah.patch(`/bots/${bot.id}/webhook`, { content_template: "windmill {{content}}" }));
  await deliver(bot, "ifttt", { topic: "Doors", content: "open", by: "Dulcinea" });
  const words = ["quixote", "windmill", "Dulcinea"];
  expect((await placesOf(iris, words)).length).toBeGreaterThan(2);
  const listed = async (): Promise<number[]> =>
    (await iris.ok(iris.post("/register", { fetch_event_types: ["realm_bot"] }))).realm_bots.map(
      ({ user_id }: Json) => user_id,
    );
  expect(await listed()).toEqual(expect.arrayContaining([outgoing.id, bot.id]));
  await order(await logIn(host, iris.email, OWNER_PASSWORD), noah);
  await untilErased(iris);
  await advanceClock(iris, 3_700_000);
  await until(async () => expect(await placesOf(iris, words)).toEqual([]));
  expect(await listed()).not.toEqual(expect.arrayContaining([outgoing.id]));
});
