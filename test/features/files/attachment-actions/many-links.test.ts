import { describe, expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { fetchPage, sendFiles, textFile } from "../../../support/files.ts";
import { inRealm, sendDirect, sendToChannel } from "../../../support/messages.ts";
import { advanceClock } from "../../../support/object.ts";
import { casts, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const newCast = casts();

const upload = async (who: Person): Promise<string> =>
  (await sendFiles(who, "/user_uploads", [textFile("shared")])).body.url;
const mayHave = async (who: Person, url: string) => (await fetchPage(who.host, url, { as: who })).status === 200;
const attachmentsOf = async (who: Person): Promise<Json[]> => (await who.ok(who.get("/attachments"))).attachments;

const PROTECTED = { invite_only: true, history_public_to_subscribers: false };

/** Stores many copies of a message that links to the same files. */
const repeat = (who: Person, id: number, times: number) =>
  inRealm(who, ({ sql }) => {
    const copies = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${times})`;
    sql.exec(
      `INSERT INTO message_index (conversation_id, topic_id, sender_id)
       ${copies} SELECT conversation_id, topic_id, sender_id FROM message_index, n WHERE id = ${id}`,
    );
    const columns = [...sql.exec("SELECT name FROM pragma_table_info('attachment_claims')")].map(({ name }) => name);
    const copied = columns.map((name) => (name === "message_id" ? "message_id + i" : name));
    sql.exec(
      `INSERT INTO attachment_claims (${columns.join(", ")})
       ${copies} SELECT ${copied.join(", ")} FROM attachment_claims, n WHERE message_id = ${id}`,
    );
  });

describe("[messages 15] a file linked by very many messages", () => {
  test("is returned with only the newest of those messages", async () => {
    const { noah } = await newCast();
    const url = await upload(noah);
    const id = await sendToChannel(noah, "general", "files", `[notes](${url})`);
    await repeat(noah, id, 3000);
    const queue = await noah.queue({ event_types: ["attachment"] });
    const newest = await sendToChannel(noah, "general", "files", `again [notes](${url})`);
    const [told] = await queue.events();
    const [listed] = await attachmentsOf(noah);
    expect(told.attachment).toEqual(listed);
    const ids = listed.messages.map((message: Json) => message.id);
    expect(ids).toHaveLength(100);
    expect(ids).toEqual([...Array(99).keys()].map((index) => newest - 99 + index).concat(newest));
  });

  test("can be deleted, and its claims are deleted after some time", async () => {
    const { noah } = await realm();
    const url = await upload(noah);
    await repeat(noah, await sendToChannel(noah, "general", "files", `[notes](${url})`), 5000);
    const links = () => inRealm(noah, ({ sql }) => sql.exec("SELECT count(*) AS n FROM attachment_claims").one()["n"]);
    const [{ id }] = (await attachmentsOf(noah)) as [Json];
    await noah.ok(noah.delete(`/attachments/${id}`));
    expect(await links()).toBe(3001);
    await expect
      .poll(async () => {
        await advanceClock(noah, 1000);
        return links();
      })
      .toBe(0);
  });

  test("can be opened by the participants of every conversation that links to it", async () => {
    const { noah, mia, gus, omar, iris } = await newCast();
    const url = await upload(noah);
    for (const others of [[gus], [gus, omar], [mia, gus]]) await sendDirect(noah, others, `[notes](${url})`);
    await sendDirect(iris, [omar], "nothing of it");
    const found = [];
    for (const who of [iris, omar, mia, gus]) found.push(await mayHave(who, url));
    expect(found).toEqual([false, true, true, true]);
  });

  test("can be opened by subscribers who received one of the messages in a channel with protected history", async () => {
    const { iris, noah, mia, omar } = await newCast();
    const channel = await makeChannel(iris, "secret", [iris, noah], PROTECTED);
    const url = await upload(noah);
    const first = await sendToChannel(noah, channel, "files", `[notes](${url})`);
    await repeat(noah, first, 2000);
    const join = (who: Person) =>
      iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "secret" }], principals: [who.id] }));
    await join(mia);
    expect(await mayHave(mia, url)).toBe(false);
    await sendToChannel(noah, channel, "files", `again [notes](${url})`);
    expect(await mayHave(mia, url)).toBe(true);
    await join(omar);
    expect(await mayHave(omar, url)).toBe(false);
  });

  test("[4.2] can be opened by the readers of the channel that the messages are moved to", async () => {
    const { iris, noah, mia, omar } = await newCast();
    const open = await makeChannel(iris, "open", [iris, noah, mia]);
    const secret = await makeChannel(iris, "secret", [iris, mia], PROTECTED);
    const url = await upload(noah);
    const id = await sendToChannel(noah, open, "files", `[notes](${url})`);
    expect(await mayHave(omar, url)).toBe(true);
    await iris.ok(iris.patch(`/messages/${id}`, { stream_id: secret, propagate_mode: "change_all" }));
    expect(await mayHave(omar, url)).toBe(false);
    expect(await mayHave(mia, url)).toBe(true);
    await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "secret" }], principals: [omar.id] }));
    expect(await mayHave(omar, url), "who came after them").toBe(false);
  });
});
