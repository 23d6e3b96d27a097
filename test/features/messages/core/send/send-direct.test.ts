import { describe, expect, test } from "vitest";
import { forAll, outcome, outcomes, realmWithCallers } from "../../../../support/channels.ts";
import { groupIds } from "../../../../support/groups.ts";
import { fetchMessages, sendDirect } from "../../../../support/messages.ts";
import { realm } from "../../../../support/organization.ts";
import type { Person } from "../../../../support/person.ts";

const write = (who: Person, to: unknown, fields: object = {}) =>
  who.post("/messages", { type: "direct", to, content: "hello", ...fields });
const only = (...people: Person[]) => ({ direct_members: people.map(({ id }) => id), direct_subgroups: [] });

describe("[messages 2] the recipients of a direct message", () => {
  test("are given by IDs or email addresses, in any order, with or without the sender", async () => {
    const { noah, mia, omar } = await realm();
    const forms = [
      [mia.id, omar.id],
      [omar.id, mia.id, noah.id, mia.id],
      [mia.email, omar.email],
      `${omar.email}, ${mia.email.toUpperCase()}`,
      `"${omar.email},${mia.email}"`,
    ];
    for (const to of forms) expect(await outcome(write(noah, to, { type: "private" }))).toBe("ok");
    const { messages } = await fetchMessages(noah, { narrow: [["is", "dm"]] });
    const conversations = messages.map((message: { recipient_id: number }) => message.recipient_id);
    expect(messages).toHaveLength(forms.length);
    expect(new Set(conversations).size).toBe(1);
    const people = messages[0].display_recipient.map((one: { id: number }) => one.id);
    expect(people).toEqual([omar.id, noah.id, mia.id].sort((a, b) => a - b));
  });

  test("can be a single bare ID or email address, or only the sender", async () => {
    const { noah, mia } = await realm();
    for (const to of [mia.id, mia.email, [mia.id]]) expect(await outcome(write(noah, to))).toBe("ok");
    for (const to of [[noah.id], noah.email]) expect(await outcome(write(noah, to))).toBe("ok");
    const { messages } = await fetchMessages(noah, { narrow: [["dm", []]] });
    expect(messages).toHaveLength(2);
    expect(messages[0].display_recipient).toHaveLength(1);
  });

  test("must be existing users", async () => {
    const { noah } = await realm();
    expect(await outcome(write(noah, []))).toBe("BAD_REQUEST: Message must have recipients");
    expect(await outcome(write(noah, ""))).toBe("BAD_REQUEST: Message must have recipients");
    expect(await outcome(write(noah, [999]))).toBe("BAD_REQUEST: Invalid user ID 999");
    expect(await outcome(write(noah, "a@b.c"))).toBe("BAD_REQUEST: Invalid email 'a@b.c'");
    expect(await outcome(write(noah, [noah.id, "a@b.c"]))).toBe(
      "BAD_REQUEST: Recipient lists may contain emails or user IDs, but not both.",
    );
    expect(await outcome(write(noah, [1.5]))).toBe("BAD_REQUEST: Invalid data type for recipients");
  });

  test("must be active users", async () => {
    const { iris, noah, mia } = await realm();
    await sendDirect(noah, [mia], "hello");
    await iris.ok(iris.delete(`/users/${mia.id}`));
    expect(await outcome(write(noah, [mia.id]))).toBe(`BAD_REQUEST: '${mia.email}' is no longer using this service.`);
  });
});

test("[messages 2] everyone can send direct messages to everyone, unless the organization restricts it", async () => {
  const { by, iris } = await realmWithCallers();
  expect(await outcomes((who) => write(who, [iris.id]), by)).toEqual(forAll("ok"));
});

describe("[messages 2] permission for direct messages", () => {
  const permission = async (owner: Person, value: unknown) =>
    owner.ok(owner.patch("/realm", { direct_message_permission_group: { new: value } }));
  const refusal = "BAD_REQUEST: This conversation does not include any users who can authorize it.";

  test("requires a participant in direct_message_permission_group", async () => {
    const { iris, noah, mia, omar, bot } = await realm();
    await permission(iris, only(omar));
    const robot = await bot(noah);
    expect(await outcome(write(noah, [mia.id]))).toBe(refusal);
    expect(await outcome(write(noah, [mia.id, omar.id]))).toBe("ok");
    expect(await outcome(write(omar, [mia.id]))).toBe("ok");
    // Messages to oneself, to bots, and by bots need no permission.
    expect(await outcome(write(noah, [noah.id]))).toBe("ok");
    expect(await outcome(write(noah, [robot.id]))).toBe("ok");
    expect(await outcome(write(robot, [mia.id]))).toBe("ok");
    expect(await outcome(write(noah, [robot.id, mia.id]))).toBe(refusal);
  });

  test("is denied to everyone if the group is role:nobody", async () => {
    const { iris, noah, mia } = await realm();
    const { "role:nobody": nobody } = await groupIds(iris);
    await permission(iris, nobody);
    expect(await outcome(write(noah, [mia.id]))).toBe(
      "BAD_REQUEST: Direct messages are disabled in this organization.",
    );
  });

  test("for a new conversation requires membership in direct_message_initiator_group", async () => {
    const { iris, noah, mia, omar, bot } = await realm();
    await sendDirect(mia, [noah], "before");
    await mia.ok(mia.delete(`/messages/${await sendDirect(mia, [noah, iris], "deleted")}`));
    const robot = await bot(noah);
    await iris.ok(iris.patch("/realm", { direct_message_initiator_group: { new: only(omar) } }));
    const notBegun = "BAD_REQUEST: You do not have permission to initiate direct message conversations.";
    expect(await outcome(write(noah, [omar.id]))).toBe(notBegun);
    expect(await outcome(write(noah, [mia.id, iris.id]))).toBe(notBegun);
    expect(await outcome(write(noah, [mia.id]))).toBe("ok");
    expect(await outcome(write(noah, [robot.id]))).toBe("ok");
    expect(await outcome(write(omar, [noah.id]))).toBe("ok");
    expect(await outcome(write(noah, [omar.id]))).toBe("ok");
  });
});
