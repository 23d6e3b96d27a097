import { expect, test } from "vitest";
import { makeChannel } from "../../../../support/channels.ts";
import { sendToChannel } from "../../../../support/messages.ts";
import { casts } from "../../../../support/organization.ts";
import type { Person } from "../../../../support/person.ts";

const newCast = casts();

const send = (who: Person, to: number | number[], topic: string, more: object = {}) =>
  who.ok(who.post("/messages", { type: Array.isArray(to) ? "direct" : "channel", to, topic, content: "x", ...more }));

test("sending returns the message's URL, and a link that names its conversation", async () => {
  const { noah, host } = await newCast();
  const channel = await makeChannel(noah, "north harbour", [noah]);
  const { id, message_url, message_link } = await send(noah, channel, "tides & [winds]");
  expect(message_url).toBe(
    `http://${host}/#narrow/channel/${channel}-north-harbour/topic/tides.20.26.20.5Bwinds.5D/near/${id}`,
  );
  expect(message_link).toBe(`[#north harbour > tides &#38; &#91;winds&#93; @ 💬](${message_url})`);
  const { rendered } = await noah.ok(noah.post("/messages/render", { content: message_link }));
  expect(rendered).toContain(">#north harbour &gt; tides &#38; &#91;winds&#93; @ <");
});

test("the link names the empty topic by its display name", async () => {
  const { noah, host } = await newCast();
  const channel = await makeChannel(noah, "harbour", [noah]);
  const { id, message_url, message_link } = await send(noah, channel, "");
  expect(message_url).toBe(`http://${host}/#narrow/channel/${channel}-harbour/topic//near/${id}`);
  expect(message_link).toBe(`[#harbour > general chat @ 💬](${message_url})`);
});

test("message_link of a direct message is just its URL", async () => {
  const { noah, mia, gus, host } = await newCast();
  const { id, message_url, message_link } = await send(noah, [mia.id, gus.id], "");
  const people = [noah.id, mia.id, gus.id].sort((a, b) => a - b).join(",");
  expect(message_url).toBe(`http://${host}/#narrow/dm/${people}-group/near/${id}`);
  expect(message_link).toBe(message_url);
});

test("the URL leaves out the name of a channel that the sender can't see", async () => {
  const { noah, bot, host } = await newCast();
  const robot = await bot(noah);
  const vault = await makeChannel(noah, "vault", [noah], { invite_only: true });
  const { id, message_url, message_link } = await send(robot, vault, "keys");
  expect(message_url).toBe(`http://${host}/#narrow/channel/${vault}/topic/keys/near/${id}`);
  expect(message_link).toBe(message_url);
});

test("a repeated request returns the message's current address", async () => {
  const { noah, mia } = await newCast();
  const channel = await makeChannel(noah, "harbour", [noah, mia]);
  const queue = await noah.queue({});
  const echo = { queue_id: queue.id, local_id: "7" };
  const first = await send(noah, channel, "tides", echo);
  await sendToChannel(mia, channel, "winds", "a topic to move to");
  await noah.ok(noah.patch(`/messages/${first.id}`, { topic: "winds" }));
  const again = await send(noah, channel, "tides", echo);
  expect(again).toMatchObject({ id: first.id, message_link: first.message_link.replaceAll("tides", "winds") });
});
