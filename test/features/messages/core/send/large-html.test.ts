import { describe, expect, test } from "vitest";
import { lengthLimits } from "../../../../../src/protocol/limits.ts";
import { fetchMessages } from "../../../../support/messages.ts";
import { realm, shared } from "../../../../support/organization.ts";
import type { Person } from "../../../../support/person.ts";
import { worstContents } from "./worst-contents.ts";

/** Both stores limit a row to 2 MB, which contains more than the HTML. */
const MAX_HTML = 1_500_000;

const LINKED = { pattern: "#(?P<id>[0-9]+)", url_template: `https://example.com/${"x".repeat(950)}/{id}` };

const sendTo = (who: Person, content: string) => who.post("/messages", { type: "direct", to: [who.id], content });
const newest = async (who: Person) => (await fetchMessages(who)).messages.at(-1);

const linked = shared(async () => {
  const cast = await realm();
  await cast.iris.ok(cast.iris.post("/realm/filters", LINKED));
  return cast;
});

describe("[messages 1] a text of maximum length can be sent", () => {
  test.each(Object.entries(worstContents))("with %s", async (_, content) => {
    const { noah } = await linked();
    expect([...content]).toHaveLength(lengthLimits.max_message_length);
    const { id } = await noah.ok(sendTo(noah, content));
    const sent = await newest(noah);
    expect(sent.id).toBe(id);
    expect(sent.content.length).toBeLessThan(MAX_HTML);
  });
});

test("ten thousand emoji are all rendered", async () => {
  const { noah } = await realm();
  await noah.ok(sendTo(noah, "😀".repeat(10_000)));
  const { content } = await newest(noah);
  expect(content.split('class="emoji emoji-1f600"')).toHaveLength(10_001);
});

test("links that would exceed the HTML limit stay plain text", async () => {
  const { noah } = await linked();
  await noah.ok(sendTo(noah, "#1 ".repeat(3000)));
  const { content } = await newest(noah);
  const links = content.split("<a href=").length - 1;
  expect(links).toBeGreaterThan(900);
  expect(content.replaceAll(/<[^>]*>/g, "")).toBe("#1 ".repeat(3000).trim());
});

test("a text of maximum length can be edited into another, with an event that fits", async () => {
  const { noah } = await realm();
  const { id } = await noah.ok(sendTo(noah, "😀".repeat(10_000)));
  const queue = await noah.queue({ event_types: ["update_message"], apply_markdown: true });
  await noah.ok(noah.patch(`/messages/${id}`, { content: "😄".repeat(10_000) }));
  const [event] = await queue.events();
  expect(JSON.stringify(event).length).toBeLessThan(2_000_000);
  expect(event.rendered_content).toContain("emoji-1f604");
  expect(event.orig_content).toBe("😀".repeat(10_000));
  const { message_history } = await noah.ok(noah.get(`/messages/${id}/history`));
  expect(message_history.length).toBeGreaterThan(0);
});
