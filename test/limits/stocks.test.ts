import { describe, expect, test } from "vitest";
import { useOnce } from "../../src/features/people/external-logins/tickets.ts";
import { limits } from "../../src/protocol/limit-table.ts";
import { outcome } from "../support/channels.ts";
import { sendFiles, textFile } from "../support/files.ts";
import { fetchMessages, sendToChannel } from "../support/messages.ts";
import { changeRealm, evict, withConfig } from "../support/object.ts";
import { realm } from "../support/organization.ts";
import type { Person } from "../support/person.ts";
import { countRows, fillTable } from "./fill-table.ts";
import { sendPicture } from "./send-picture.ts";
import { stocks, type World } from "./stock-cases.ts";

const { account, organization } = limits;

async function world(): Promise<World> {
  const cast = await realm();
  const { stream_id: channel } = await cast.noah.ok(cast.noah.get("/get_stream_id", { stream: "general" }));
  return { ...cast, channel, message: await sendToChannel(cast.noah, channel, "tea", "Is there any?") };
}

describe("[security 15.2] no more may be made than the limit of:", () => {
  test.each(Object.entries(stocks))("%s", async (_, { most, filled = most - 1, rows, add, refusal }) => {
    const cast = await world();
    await fillTable(cast.iris, rows(cast), filled);
    expect(await outcome(add(cast, 0))).toBe("ok");
    expect(await outcome(add(cast, 1))).toBe(`BAD_REQUEST: ${refusal}`);
    await evict(cast.iris);
    expect(await outcome(add(cast, 1))).toBe(`BAD_REQUEST: ${refusal}`);
  });
});

describe("stored texts take no more bytes than the limit of:", () => {
  const texts = ["drafts", "saved snippets", "scheduled messages", "reminders"] as const;
  test.each(texts)("%s", async (things) => {
    const cast = await world();
    const { rows, add } = stocks[things] as (typeof stocks)[string];
    const { table, columns, where = "" } = rows(cast);
    const long = (bytes: number) => ({ table, columns: { ...columns, content: `hex(zeroblob(${bytes / 2}))` }, where });
    await fillTable(cast.iris, long(1_000_000), account.kept_bytes / 1_000_000 - 1);
    expect(await outcome(add(cast, 0))).toBe("ok");
    await fillTable(cast.iris, long(990_000), account.kept_bytes / 1_000_000 + 1);
    expect(await outcome(add(cast, 1))).toBe("ok");
    await fillTable(cast.iris, long(10_000), account.kept_bytes / 1_000_000 + 3);
    expect(await outcome(add(cast, 2))).toBe(
      `BAD_REQUEST: Your ${things} cannot take more than ${account.kept_bytes} bytes.`,
    );
  });

  test("drafts, to the byte, new and changed; and a draft above the limit may become shorter", async () => {
    const { noah } = await realm();
    const draft = (content: string) => ({ type: "", to: [], topic: "", content });
    const add = (content: string) => noah.post("/drafts", { drafts: [draft(content)] });
    const refusal = `BAD_REQUEST: Your drafts cannot take more than ${account.kept_bytes} bytes.`;
    const { ids } = await noah.ok(add("x".repeat(1000)));
    const change = (content: string) => noah.patch(`/drafts/${ids[0]}`, { draft: draft(content) });
    const filled = {
      table: "drafts",
      columns: {
        ...{ user_id: noah.id, type: "''", recipients: "'[]'", topic: "''", edited_at: 1 },
        // A hundred bytes are left besides the overhead of each text and the draft that exists.
        content: `hex(zeroblob((${account.kept_bytes - 1002 - 100} - 10 * 2) / 20))`,
      },
    };
    await fillTable(noah, filled, 11);
    const left = account.kept_bytes - (await bytesOfDrafts(noah));
    expect(left).toBeGreaterThan(50);
    expect(await outcome(add("ü".repeat((left - 2) / 2 + 1)))).toBe(refusal);
    expect(await outcome(change("x".repeat(1000 + left + 1)))).toBe(refusal);
    expect(await outcome(change("x".repeat(1000 + left)))).toBe("ok");
    expect(await outcome(add("x"))).toBe(refusal);
    await fillTable(noah, filled, 12);
    expect(await outcome(change("x".repeat(900)))).toBe("ok");
  });
});

const bytesOfDrafts = async (who: Person): Promise<number> => {
  const { drafts } = await who.ok(who.get("/drafts"));
  return drafts.reduce((sum: number, { content }: { content: string }) => sum + content.length + 2, 0);
};

describe("one above the limit deletes the oldest of:", () => {
  test("API keys", async () => {
    const { noah } = await realm();
    const columns = { user_id: noah.id, told_to: noah.id, hash: "'h' || i", client: "''", created_at: 1 };
    const rows = { table: "api_keys", columns, where: `user_id = ${noah.id}` };
    await fillTable(noah, rows, account.api_keys);
    const { api_key } = await noah.ok(noah.post("/dev_fetch_api_key", { username: noah.email }));
    expect(await countRows(noah, rows.table, rows.where)).toBe(account.api_keys);
    expect(await outcome(noah.get("/users/me"))).toContain("Invalid API key");
    expect(api_key).toHaveLength(32);
  });

  test("browsers in which somebody has logged in", async () => {
    const { noah } = await realm();
    const columns = { user_id: noah.id, browser: "'b' || i", last_login_at: "i" };
    const rows = { table: "known_browsers", columns, where: `user_id = ${noah.id}` };
    await fillTable(noah, rows, account.known_browsers);
    await noah.ok(noah.post("/dev_fetch_api_key", { username: noah.email }));
    expect(await countRows(noah, rows.table, rows.where)).toBe(account.known_browsers);
    expect(await countRows(noah, rows.table, "browser = 'b1'")).toBe(0);
  });

  test("device tokens", async () => {
    const { noah } = await realm();
    const columns = { user_id: noah.id, kind: "'fcm'", token: "'t' || i", origin: "''", added_at: 1 };
    const rows = { table: "push_tokens", columns, where: `user_id = ${noah.id}` };
    await fillTable(noah, rows, account.push_tokens);
    await noah.ok(noah.post("/users/me/android_gcm_reg_id", { token: "another" }));
    expect(await countRows(noah, rows.table, rows.where)).toBe(account.push_tokens);
    expect(await countRows(noah, rows.table, "token IN ('t1', 'another')")).toBe(1);
  });

  test("browsers that get pushes", async () => {
    const { noah } = await realm();
    const columns = { user_id: noah.id, endpoint: "'e' || i", p256dh: "''", auth: "''", name: "''", added_at: 1 };
    const rows = { table: "web_push_devices", columns, where: `user_id = ${noah.id}` };
    await noah.ok(noah.get("/users/me/web_push_devices"));
    await fillTable(noah, rows, account.web_push_devices);
    await noah.ok(
      noah.post("/users/me/web_push_devices", {
        endpoint: "https://fcm.googleapis.com/fcm/send/another",
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      }),
    );
    expect(await countRows(noah, rows.table, rows.where)).toBe(account.web_push_devices);
    expect(await countRows(noah, rows.table, "endpoint = 'e1'")).toBe(0);
  });

  test("login attempts", async () => {
    const { noah } = await realm();
    const now = Math.floor(Date.now() / 1000);
    const rows = { table: "login_attempts", columns: { username: "'nobody' || i", tried_at: now } };
    await fillTable(noah, rows, organization.login_attempts);
    await noah.post("/fetch_api_key", { username: "somebody@example.com", password: "a guess" });
    expect(await countRows(noah, rows.table)).toBe(organization.login_attempts);
    // One is counted for its address and for the account.
    const names = ["nobody1", "nobody2", "somebody@example.com from unknown", "somebody@example.com from anywhere"];
    const among = `username IN (${names.map((name) => `'${name}'`).join(", ")})`;
    expect(await countRows(noah, rows.table, among)).toBe(2);
    expect(await countRows(noah, rows.table, "username IN ('nobody1', 'nobody2')")).toBe(0);
  });

  test("logins at other services that are under way", async () => {
    const { noah } = await realm();
    const later = Math.floor(Date.now() / 1000) + 600;
    const rows = { table: "login_tickets", columns: { hash: "'h' || i", user_id: 1, expires_at: `${later} + i` } };
    await fillTable(noah, rows, organization.login_tickets + 10);
    await changeRealm(noah, (inside) => useOnce(inside, "a state"));
    expect(await countRows(noah, rows.table)).toBe(organization.login_tickets);
    expect(await countRows(noah, rows.table, "hash = 'h1'")).toBe(0);
  });

  test("letters that strangers have asked for", async () => {
    const { noah } = await realm();
    const now = Math.floor(Date.now() / 1000);
    const rows = { table: "stranger_letters", columns: { asker: "'a' || i", asked_at: now } };
    await fillTable(noah, rows, organization.counted_letters);
    await noah.ok(noah.post("/password_reset", { email: "nobody@example.org" }));
    expect(await countRows(noah, rows.table)).toBe(organization.counted_letters);
    expect(await countRows(noah, rows.table, "asker = 'a1'")).toBe(0);
  });

  test("ended invitation links", async () => {
    const { iris } = await realm();
    const columns = { key: "'k' || i", inviter: 1, invited_at: 9_999_999_999, terms: "'{}'", state: "'revoked'" };
    await fillTable(iris, { table: "invitation_links", columns }, organization.past_links + 100);
    const link = () => iris.ok(iris.post("/invites/multiuse"));
    await link();
    await link();
    expect(await countRows(iris, "invitation_links", "state = 'revoked'")).toBeLessThan(organization.past_links);
    expect(await countRows(iris, "invitation_links", "state = 'pending'")).toBe(2);
  });
});

test("a message is sent although its topic is not followed automatically, above the limit of topic preferences", async () => {
  const cast = await world();
  const { noah, channel } = cast;
  const { most, rows } = stocks["topics seen otherwise than their channel"] as (typeof stocks)[string];
  await noah.ok(noah.patch("/settings", { automatically_follow_topics_policy: 1 }));
  await fillTable(noah, rows(cast), most - 1);
  const count = () => countRows(noah, "topic_preferences", `user_id = ${noah.id}`);
  await sendToChannel(noah, channel, "first", "a");
  expect(await count()).toBe(most);
  await sendToChannel(noah, channel, "second", "b");
  expect(await count()).toBe(most);
  expect((await fetchMessages(noah)).messages.at(-1).subject).toBe("second");
});

describe("uploads under way", () => {
  const under = (who: Person) => ({
    table: "reserved_files",
    columns: { key: "'x' || i || hex(randomblob(4))", reserved_at: Math.floor(Date.now() / 1000), user_id: who.id },
    where: `user_id = ${who.id}`,
  });

  test("give up the oldest one beyond their limit, so that those that broke off bar nobody", async () => {
    const { noah, mia } = await realm();
    await fillTable(noah, under(noah), account.uploads_under_way);
    await fillTable(mia, under(mia), account.uploads_under_way);
    expect(await outcome(sendFiles(noah, "/user_uploads", [textFile("tea")]))).toBe("ok");
    expect(await countRows(noah, "reserved_files", `user_id = ${noah.id}`)).toBe(account.uploads_under_way - 1);
    expect(await outcome(sendPicture(noah, "/users/me/avatar"))).toBe("ok");
    expect(await countRows(noah, "reserved_files", `user_id = ${mia.id}`)).toBe(account.uploads_under_way);
  });

  test("do not include bots without an avatar, and emoji", async () => {
    const { noah, iris } = await realm();
    for (let n = 0; n < account.uploads_under_way + 1; n++) {
      await noah.post("/bots", { full_name: "Gull", short_name: "gull" });
      expect(await outcome(sendPicture(iris, `/realm/emoji/gull${n}`))).toBe("ok");
    }
    expect(await countRows(noah, "reserved_files")).toBe(0);
    expect(await outcome(sendPicture(noah, "/users/me/avatar"))).toBe("ok");
  });
});

describe("bots", () => {
  const configured = (characters: number) => ({ key: "x".repeat(characters - '{"key":""}'.length) });

  test("have a configuration of limited length", async () => {
    const { noah } = await realm();
    const refusal = `BAD_REQUEST: config_data is too long (limit: ${account.bot_config_characters} characters)`;
    const create = (characters: number) =>
      noah.post("/bots", { full_name: "Gull", short_name: "gull", config_data: configured(characters) });
    expect(await outcome(create(account.bot_config_characters + 1))).toBe(refusal);
    const { user_id } = await noah.ok(create(account.bot_config_characters));
    const change = (characters: number) => noah.patch(`/bots/${user_id}`, { config_data: configured(characters) });
    expect(await outcome(change(account.bot_config_characters + 1))).toBe(refusal);
    expect(await outcome(change(account.bot_config_characters))).toBe("ok");
  });

  test("cannot be given to, or reactivated for, an owner who has as many as allowed", async () => {
    const cast = await world();
    const { iris, noah, mia, bot } = cast;
    const gull = await bot(mia);
    const own = await bot(noah);
    await iris.ok(iris.delete(`/bots/${own.id}`));
    const { most, rows, refusal } = stocks["bots of one in use"] as (typeof stocks)[string];
    await fillTable(iris, rows(cast), most + 1);
    const give = (owner: Person) => outcome(iris.patch(`/bots/${gull.id}`, { bot_owner_id: owner.id }));
    expect(await give(noah)).toBe(`BAD_REQUEST: ${refusal}`);
    expect(await outcome(iris.post(`/users/${own.id}/reactivate`))).toBe(`BAD_REQUEST: ${refusal}`);
    expect(await give(mia)).toBe("ok");
    expect(await give(iris)).toBe("ok");
  });
});

test("while the push service does not answer, a limited number of registrations waits for it", async () => {
  const { noah } = await realm();
  const device = {
    ...{ token_kind: "fcm", push_account_id: 1, push_public_key: "x", bouncer_public_key: "x" },
    encrypted_push_registration: "x",
  };
  const ask = () => outcome(noah.post("/mobile_push/register", device));
  for (const [job, tell] of [
    ["push-registration", ask],
    ["push-token", () => outcome(noah.post("/users/me/android_gcm_reg_id", { token: "x" }))],
  ] as const) {
    const columns = { job: `'${job}'`, payload: "'{}'", due_at: 9_999_999_999_999 };
    await fillTable(noah, { table: "outbox", columns, where: `job = '${job}'` }, organization.waiting_jobs);
    await withConfig(noah, { pushService: "https://push.example" }, async () => {
      expect(await tell()).toContain("FAILED_TO_CONNECT_BOUNCER");
    });
  }
});
