import { describe, expect, test } from "vitest";
import { limits } from "../../src/protocol/limit-table.ts";
import { makeChannel, outcome } from "../support/channels.ts";
import { sendFiles, textFile } from "../support/files.ts";
import { withMailIn } from "../support/incoming-mail.ts";
import { fetchMessages, sendToChannel } from "../support/messages.ts";
import { evict, executeSql, withConfig } from "../support/object.ts";
import { organization as emptyOrganization, realm } from "../support/organization.ts";
import { OWN_TEXTS, ownTextId } from "../support/own-texts.ts";
import type { Person } from "../support/person.ts";
import { countRows, fillTable } from "./fill-table.ts";
import { sendPicture } from "./send-picture.ts";
import { numberOf, type Stock, stocks, type World } from "./stock-cases.ts";

const { account, organization } = limits;

async function world(): Promise<World> {
  const cast = await realm();
  const { stream_id: channel } = await cast.noah.ok(cast.noah.get("/get_stream_id", { stream: "general" }));
  return { ...cast, channel, message: await sendToChannel(cast.noah, channel, "tea", "Is there any?") };
}

describe("[security 15.2] adding one is refused at the limit of:", () => {
  test.each<[string, Stock]>(Object.entries(stocks))("%s", async (limit, { filled, rows, add, refusal }) => {
    const cast = await world();
    await fillTable(cast.iris, rows(cast), filled ?? numberOf(limit) - 1);
    expect(await outcome(add(cast, 0))).toBe("ok");
    expect(await outcome(add(cast, 1))).toBe(`BAD_REQUEST: ${refusal}`);
    await evict(cast.iris);
    expect(await outcome(add(cast, 1))).toBe(`BAD_REQUEST: ${refusal}`);
  });
});

test("an account can't have more email addresses than the limit", async () => {
  const { noah, iris } = await realm();
  const channels = await Promise.all(["tea", "milk"].map((name) => makeChannel(iris, name, [noah])));
  const columns = { token_hash: "'h' || i", token: "'t'", channel_id: "100000 + i", creator_id: noah.id, sender_id: 1 };
  await fillTable(noah, { table: "mail_addresses", columns }, account.mail_addresses - 1);
  const addresses: string[] = [];
  await withMailIn(noah, async () => {
    for (const channel of channels) addresses.push(await outcome(noah.get(`/streams/${channel}/email_address`)));
  });
  const refusal = `BAD_REQUEST: You can't have more than ${account.mail_addresses} addresses for mail.`;
  expect(addresses).toEqual(["ok", refusal]);
});

test("an organization can't have more imports than the limit, including ended ones", async () => {
  const { owner } = await emptyOrganization();
  const columns = { state: "'done'", user_id: owner.id, token: "'t' || i", size: 1, part_bytes: 1, created_at: 1 };
  const rows = { table: "imports", columns };
  await fillTable(owner, rows, organization.imports - 1);
  expect(await outcome(owner.post("/imports", { size: 1 }))).toBe("ok");
  await executeSql(owner, "UPDATE imports SET state = 'done'");
  const refusal = "BAD_REQUEST: This organization has too many imports.";
  expect(await outcome(owner.post("/imports", { size: 1 }))).toBe(refusal);
});

describe("stored texts can't use more bytes than the limit of:", () => {
  const texts = [...OWN_TEXTS.map(({ list }) => list), "reminders" as const];
  test.each(texts)("%s", async (things) => {
    const cast = await world();
    const { rows, add }: Stock = stocks[`account.${things}`];
    const { table, columns, where = "" } = rows(cast);
    const long = (bytes: number) => ({ table, columns: { ...columns, content: `hex(zeroblob(${bytes / 2}))` }, where });
    await fillTable(cast.iris, long(1_000_000), account.kept_bytes / 1_000_000 - 1);
    expect(await outcome(add(cast, 0))).toBe("ok");
    await fillTable(cast.iris, long(990_000), account.kept_bytes / 1_000_000 + 1);
    expect(await outcome(add(cast, 1))).toBe("ok");
    await fillTable(cast.iris, long(10_000), account.kept_bytes / 1_000_000 + 3);
    expect(await outcome(add(cast, 2))).toBe(
      `BAD_REQUEST: Your ${things.replace("_", " ")} cannot take more than ${account.kept_bytes} bytes.`,
    );
  });

  test.each(OWN_TEXTS)("$list, when edited to be longer", async (own) => {
    const cast = await world();
    const { noah } = cast;
    const id = ownTextId(own, await noah.ok(noah.post(`/${own.list}`, own.fields(noah.id, "short text"))));
    const { table, columns, where = "" } = stocks[`account.${own.list}`].rows(cast);
    const long = { table, columns: { ...columns, content: "hex(zeroblob(500000))" }, where };
    await fillTable(noah, long, account.kept_bytes / 1_000_000 + 1);
    const change = (text: string) => outcome(noah.patch(`/${own.list}/${id}`, own.change(text)));
    const things = own.list.replace("_", " ");
    expect(await change("a longer text")).toBe(
      `BAD_REQUEST: Your ${things} cannot take more than ${account.kept_bytes} bytes.`,
    );
    expect(await change("text")).toBe("ok");
  });

  test("drafts, to the exact byte, whether created or edited, except by edits that shorten them", async () => {
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
        // Leaves a hundred bytes in addition to each text's overhead and the existing draft.
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

test("a message is still sent at the limit of topic preferences, but its topic isn't followed", async () => {
  const cast = await world();
  const { noah, channel } = cast;
  const most = account.topic_preferences;
  const { rows } = stocks["account.topic_preferences"];
  await noah.ok(noah.patch("/settings", { automatically_follow_topics_policy: 1 }));
  await fillTable(noah, rows(cast), most - 1);
  const count = () => countRows(noah, "topic_preferences", `user_id = ${noah.id}`);
  await sendToChannel(noah, channel, "first", "a");
  expect(await count()).toBe(most);
  await sendToChannel(noah, channel, "second", "b");
  expect(await count()).toBe(most);
  expect((await fetchMessages(noah)).messages.at(-1).subject).toBe("second");
});

describe("uploads in progress", () => {
  const under = (who: Person) => ({
    table: "reserved_files",
    columns: { key: "'x' || i || hex(randomblob(4))", reserved_at: Math.floor(Date.now() / 1000), user_id: who.id },
    where: `user_id = ${who.id}`,
  });

  test("replace the account's oldest at the limit, so interrupted uploads don't block new ones", async () => {
    const { noah, mia } = await realm();
    await fillTable(noah, under(noah), account.uploads_under_way);
    await fillTable(mia, under(mia), account.uploads_under_way);
    expect(await outcome(sendFiles(noah, "/user_uploads", [textFile("tea")]))).toBe("ok");
    expect(await countRows(noah, "reserved_files", `user_id = ${noah.id}`)).toBe(account.uploads_under_way - 1);
    expect(await outcome(sendPicture(noah, "/users/me/avatar"))).toBe("ok");
    expect(await countRows(noah, "reserved_files", `user_id = ${mia.id}`)).toBe(account.uploads_under_way);
  });

  test("are not left behind by custom emoji, or by bots without an avatar", async () => {
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

  test("have a size limit on their configuration", async () => {
    const { noah } = await realm();
    const refusal = `BAD_REQUEST: config_data is too long (limit: ${account.bot_config_characters} characters)`;
    const create = (characters: number) =>
      noah.post("/bots", { full_name: "Gull", short_name: "gull", config_data: configured(characters) });
    expect(await outcome(create(account.bot_config_characters + 1))).toBe(refusal);
    const { user_id } = await noah.ok(create(account.bot_config_characters));
    const change = (characters: number) => noah.patch(`/bots/${user_id}`, { config_data: configured(characters) });
    expect(await outcome(change(account.bot_config_characters + 1))).toBe(refusal);
    expect(await outcome(change(account.bot_config_characters))).toBe("ok");
    expect(await outcome(noah.patch(`/bots/${user_id}`, { config_data: { more: "" } }))).toBe(refusal);
  });

  test("can't be given to, or reactivated for, an owner who has the maximum number", async () => {
    const cast = await world();
    const { iris, noah, mia, bot } = cast;
    const gull = await bot(mia);
    const own = await bot(noah);
    await iris.ok(iris.delete(`/bots/${own.id}`));
    const { rows, refusal } = stocks["account.bots"];
    await fillTable(iris, rows(cast), account.bots + 1);
    const give = (owner: Person) => outcome(iris.patch(`/bots/${gull.id}`, { bot_owner_id: owner.id }));
    expect(await give(noah)).toBe(`BAD_REQUEST: ${refusal}`);
    expect(await outcome(iris.post(`/users/${own.id}/reactivate`))).toBe(`BAD_REQUEST: ${refusal}`);
    expect(await give(mia)).toBe("ok");
    expect(await give(iris)).toBe("ok");
  });
});

const PUSH_KEY = "MTaUDJDMWypQ1WufZ1NRTHSSvgYtXh1qVNSjN3aBiEFt";

test("a push registration is refused once the maximum number of registrations is waiting", async () => {
  const { noah } = await realm();
  const device = {
    ...{ token_kind: "fcm", push_account_id: 1, push_public_key: "x", bouncer_public_key: "x" },
    encrypted_push_registration: "x",
  };
  const ask = () => outcome(noah.post("/mobile_push/register", device));
  const { device_id } = await noah.ok(noah.post("/register_client_device"));
  const registration = {
    ...{ device_id, push_key_id: 1, push_key: PUSH_KEY, token_kind: "fcm", token_id: "+wKIhyAx/Eg=" },
    ...{ bouncer_public_key: "x", encrypted_push_registration: "x" },
  };
  const token = () => outcome(noah.post("/mobile_push/register", registration));
  for (const [job, tell] of [
    ["push-registration", ask],
    ["push-token-registration", token],
    ["push-token", () => outcome(noah.post("/users/me/android_gcm_reg_id", { token: "x" }))],
  ] as const) {
    const columns = { job: `'${job}'`, payload: "'{}'", due_at: 9_999_999_999_999 };
    await fillTable(noah, { table: "outbox", columns, where: `job = '${job}'` }, organization.waiting_jobs);
    await withConfig(noah, { pushService: "https://push.example" }, async () => {
      expect(await tell()).toContain("FAILED_TO_CONNECT_BOUNCER");
    });
  }
});
