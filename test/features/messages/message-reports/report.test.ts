import { expect, test } from "vitest";
import { forAll, makeChannel, outcome, outcomes, realmWithCallers } from "../../../support/channels.ts";
import { groupIds } from "../../../support/groups.ts";
import { fetchMessages, sendDirect, sendToChannel } from "../../../support/messages.ts";
import { untilShipped, withDatabase } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Fields, Person } from "../../../support/person.ts";

const report = (who: Person, id: number, fields: Fields = { report_type: "spam" }) =>
  who.post(`/messages/${id}/report`, fields);

async function withBoard(owner: Person): Promise<number> {
  const board = await makeChannel(owner, "moderation", [owner], { invite_only: true });
  await owner.ok(owner.patch("/realm", { moderation_request_channel_id: board }));
  return board;
}

/** The topics and texts of all reports. */
async function reports(owner: Person) {
  const { messages } = await fetchMessages(owner, {
    narrow: [{ operator: "channel", operand: "moderation" }],
    apply_markdown: false,
  });
  return messages
    .filter((message: { subject: string }) => message.subject.startsWith("Reports about"))
    .map(({ subject, content }: { subject: string; content: string }) => ({ subject, content }));
}

test("[messages 18] reporting a message requires a channel for reports", async () => {
  const { iris, noah } = await realm();
  const id = await sendDirect(noah, [noah], "x");
  const refusal = "BAD_REQUEST: Moderation request channel must be specified to enable message reporting.";
  expect(await outcome(report(noah, id))).toBe(refusal);
  const board = await withBoard(iris);
  expect(await outcome(report(noah, id))).toBe("ok");
  await iris.ok(iris.delete(`/streams/${board}`));
  expect(await outcome(report(noah, id))).toBe(refusal);
});

test("[messages 18] a report is posted in its channel even if no one can post or start topics there", async () => {
  const { iris, mia, noah } = await realm();
  const board = await withBoard(iris);
  const nobody = (await groupIds(iris))["role:nobody"];
  const narrow = [{ operator: "channel", operand: board }];
  const count = async () => (await fetchMessages(iris, { narrow })).messages.length;
  await mia.ok(mia.patch("/settings", { full_name: "M".repeat(100) }));
  for (const fields of [
    {},
    { can_send_message_group: { new: nobody } },
    { history_public_to_subscribers: true, can_create_topic_group: { new: nobody } },
  ]) {
    await iris.ok(iris.patch(`/streams/${board}`, fields));
    const before = await count();
    await noah.ok(report(noah, await sendDirect(mia, [noah], "x")));
    expect(await count(), JSON.stringify(fields)).toBeGreaterThan(before);
  }
});

test("[messages 18] a report goes to the empty topic in a channel that allows no other topics", async () => {
  const { iris, noah } = await realm();
  const board = await makeChannel(iris, "moderation", [iris], { invite_only: true, topics_policy: "empty_topic_only" });
  await iris.ok(iris.patch("/realm", { moderation_request_channel_id: board }));
  await noah.ok(report(noah, await sendDirect(noah, [noah], "x")));
  const { messages } = await fetchMessages(iris, { narrow: [{ operator: "channel", operand: board }] });
  expect(messages.at(-1)).toMatchObject({ subject: "general chat", content: expect.stringContaining("reported") });
});

test("[messages 18] only users who can read a message can report it", async () => {
  const { iris, noah, by } = await realmWithCallers();
  await withBoard(iris);
  const channel = await makeChannel(iris, "closed", [noah], { invite_only: true });
  const id = await sendToChannel(noah, channel, "t", "x");
  const INVALID = "BAD_REQUEST: Invalid message(s)";
  expect(await outcomes((who) => report(who, id), by)).toEqual(forAll(INVALID, { member: "ok" }));
});

test("[messages 18] reporting refuses unknown or missing reasons, and missing or invalid explanations", async () => {
  const { iris, noah } = await realm();
  await withBoard(iris);
  const id = await sendDirect(noah, [noah], "x");
  expect(await outcome(report(noah, id, {}))).toBe("REQUEST_VARIABLE_MISSING: Missing 'report_type' argument");
  expect(await outcome(report(noah, id, { report_type: "boring" }))).toBe("BAD_REQUEST: Invalid report_type");
  expect(await outcome(report(noah, id, { report_type: "other" }))).toBe("BAD_REQUEST: An explanation is required.");
  expect(await outcome(report(noah, id, { report_type: "spam", description: "é".repeat(1001) }))).toBe(
    "BAD_REQUEST: description is too long (limit: 1000 characters)",
  );
  expect(await outcome(report(noah, id, { report_type: "spam", description: "a\0b" }))).toBe(
    "BAD_REQUEST: Message must not contain null bytes",
  );
  expect(await outcome(report(noah, id, { report_type: "other", description: "é".repeat(1000) }))).toBe("ok");
  for (const report_type of ["spam", "harassment", "inappropriate", "norms"]) {
    expect(await outcome(report(noah, id, { report_type }))).toBe("ok");
  }
});

test("[messages 18] a report has the reporting user, the reason, a link to the message and its text, even of an old message", async () => {
  const { iris, noah, mia } = await realm();
  await withBoard(iris);
  const channel = await makeChannel(iris, "talk", [noah, mia]);
  const old = await sendToChannel(mia, channel, "a topic", "```\n@**all** buy\n```");
  const direct = await sendDirect(mia, [noah], "secret");
  for (let i = 0; i < 30; i += 1) await sendToChannel(noah, channel, "more", `${i}`);
  await untilShipped(iris);
  await noah.ok(report(noah, old, { report_type: "spam", description: "``` tired" }));
  await noah.ok(report(noah, direct, { report_type: "harassment" }));
  const by = `@_**Noah Example|${noah.id}**`;
  const of = `@_**Mia Example|${mia.id}**`;
  expect(await reports(iris)).toEqual([
    {
      subject: "Reports about Mia Example",
      content: `${by} reported [a message](/#narrow/channel/${channel}-talk/topic/a.20topic/near/${old}) in #**talk**.

* **Reason:** Spam

**Explanation:**
\`\`\`\` quote
\`\`\` tired
\`\`\`\`

${of} wrote:
\`\`\`\` quote
\`\`\`
@**all** buy
\`\`\`
\`\`\`\``,
    },
    {
      subject: "Reports about Mia Example",
      content: `${by} reported a direct message between ${by}, ${of}.

* **Reason:** Harassment

${of} wrote:
\`\`\` quote
secret
\`\`\``,
    },
  ]);
});

test("[messages 18] a new message can be reported while D1 is unavailable, and an old one afterwards", async () => {
  const { iris, noah } = await realm("DB2");
  await withBoard(iris);
  const old = await sendDirect(noah, [noah], "once upon a time");
  for (let count = 0; count < 30; count++) await sendDirect(noah, [noah], "and then");
  await untilShipped(noah);
  const id = await sendDirect(noah, [noah], "x");
  await withDatabase(iris, "refuse", async () => {
    expect(await outcome(report(noah, id))).toBe("ok");
  });
  expect(await outcome(report(noah, old))).toBe("ok");
  expect(JSON.stringify(await reports(iris))).toContain("once upon a time");
});

test("[messages 18] the report reasons are listed with names in the user's language, and each is accepted", async () => {
  const { iris, noah, mia } = await realm();
  await withBoard(iris);
  await mia.ok(mia.patch("/settings", { default_language: "de" }));
  const typesOf = async (who: Person): Promise<{ key: string; name: string }[]> =>
    (await who.ok(who.post("/register", { fetch_event_types: ["realm"] }))).server_report_message_types;
  const keys = ["spam", "harassment", "inappropriate", "norms", "other"];
  for (const who of [noah, mia]) expect((await typesOf(who)).map(({ key }) => key)).toEqual(keys);
  expect((await typesOf(noah))[1]).toEqual({ key: "harassment", name: "Harassment" });
  expect((await typesOf(mia))[1]).toEqual({ key: "harassment", name: "Belästigung" });
  const { body } = await noah.post("/register", { fetch_event_types: ["message"] });
  expect(body).not.toHaveProperty("server_report_message_types");
  const id = await sendDirect(noah, [noah], "x");
  for (const report_type of keys) {
    expect(await outcome(report(noah, id, { report_type, description: "because" }))).toBe("ok");
  }
});
