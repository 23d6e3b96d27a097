import { expect, test } from "vitest";
import { consent } from "../../../support/assistants.ts";
import { makeChannel } from "../../../support/channels.ts";
import { sendDirect, sendToChannel } from "../../../support/messages.ts";
import { realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";
import { assistantFor } from "./listening.ts";

const UNREAD = "parley://me/unread";
const uriOf = (message: number) => `parley://message/${message}`;

const react = (person: Person, message: number) =>
  person.ok(person.post(`/messages/${message}/reactions`, { emoji_name: "tada" }));
const read = (person: Person, ...messages: number[]) =>
  person.ok(person.post("/messages/flags", { messages, op: "add", flag: "read" }));

test("[security 25.11] a stream announces changes of unread messages, but not of messages that its assistant cannot read", async () => {
  const { iris, noah, mia } = await realm();
  const design = await makeChannel(iris, "design", [iris, noah]);
  const kept = await makeChannel(iris, "kept", [iris, noah]);
  const before = await sendToChannel(noah, design, "logo", "before");
  const { listen } = await assistantFor(noah, { excluded: [kept] });
  const stream = await listen(UNREAD, uriOf(before));
  expect(await stream.acknowledged()).toEqual({ resourceSubscriptions: [UNREAD, uriOf(before)] });

  const first = await sendToChannel(iris, design, "logo", "one");
  await stream.tells(UNREAD);
  const direct = await sendDirect(iris, [noah], "two");
  await stream.tells(UNREAD);
  await iris.ok(iris.patch(`/messages/${direct}`, { content: "three" }));
  await stream.tells(UNREAD);
  await read(noah, first, direct);
  await stream.tells(UNREAD);

  await noah.ok(noah.patch("/users/me/assistants/1", { excluded_users: [mia.id] }));
  const hidden = [await sendToChannel(iris, kept, "logo", "four"), await sendDirect(mia, [noah], "five")];
  await iris.ok(iris.patch(`/messages/${hidden[0]}`, { content: "six" }));
  await read(noah, ...hidden);
  // Neither Noah's own messages nor those he has read count as unread.
  await sendToChannel(noah, design, "logo", "seven", { read_by_sender: true });
  await iris.ok(iris.patch(`/messages/${first}`, { content: "eight" }));
  await noah.ok(noah.post("/messages/flags", { messages: [direct], op: "add", flag: "starred" }));
  await react(iris, before);
  await stream.tells(uriOf(before));

  await noah.ok(noah.post("/mark_all_as_read"));
  await stream.tells(UNREAD);
  await stream.close();
});

test("[security 25.11] a stream announces edits, moves and reactions while its assistant can read the message", async () => {
  const { iris, noah, mia } = await realm();
  const design = await makeChannel(iris, "design", [iris, noah]);
  const later = await makeChannel(iris, "later", [iris]);
  const secret = await makeChannel(iris, "secret", [iris], { invite_only: true });
  const late = await makeChannel(iris, "late", [iris], { invite_only: true, history_public_to_subscribers: false });
  const own = await sendToChannel(iris, design, "logo", "one");
  const other = await sendToChannel(iris, design, "logo", "two");
  const direct = await sendDirect(iris, [noah], "three");
  const early = await sendToChannel(iris, late, "t", "before noah came");
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "late" }], principals: [noah.id] }));
  const hidden = [
    await sendToChannel(iris, secret, "t", "four"),
    await sendToChannel(iris, later, "t", "five"),
    await sendDirect(iris, [mia], "six"),
    early,
  ];
  const { listen, client, browser } = await assistantFor(noah);
  const all = [own, other, direct].map(uriOf);
  const stream = await listen(...all, ...hidden.map(uriOf));
  expect(await stream.acknowledged()).toEqual({ resourceSubscriptions: all });

  await iris.ok(iris.patch(`/messages/${own}`, { content: "seven" }));
  await stream.tells(uriOf(own));
  await react(noah, direct);
  await stream.tells(uriOf(direct));
  await iris.ok(iris.patch(`/messages/${own}`, { topic: "colours", propagate_mode: "change_all" }));
  await stream.tells(uriOf(own), uriOf(other));

  await iris.ok(iris.patch(`/messages/${own}`, { stream_id: secret }));
  await react(noah, other);
  await stream.tells(uriOf(other));
  await iris.ok(iris.delete(`/messages/${other}`));
  await consent(browser, client, { scopes: ["read"] });
  await react(iris, direct);
  await stream.ended;
  expect(stream.messages.at(-1).result.resultType).toBe("complete");
});
