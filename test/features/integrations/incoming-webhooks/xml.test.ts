import { describe, expect, test } from "vitest";
import { realm } from "../../../support/organization.ts";
import { messagesFrom, send, webhookBot } from "../../../support/webhooks.ts";

describe("[webhooks 3] XML for the template webhook", () => {
  const story = `<?xml version="1.0"?>
    <activity id="7"><author>Ann</author>
      <stories><story url="https://example.com/1">Close the lid</story></stories>
      <label>a</label><label>b @**all**</label></activity>`;
  const content_template =
    '{{ activity.author }} ({{ activity["@id"] }}): {% for s in activity.stories.story %}{{ s["#text"] | link: s["@url"] }}{% endfor %} {{ activity.label | join }}';

  test("can be addressed by paths like JSON, and tried with a past delivery", async () => {
    const cast = await realm();
    const { bot } = await webhookBot(cast);
    const { noah, mia } = cast;
    const query = { stream: "builds", content_template };
    const xml = { query, headers: { "Content-Type": "text/xml" }, body: story };
    expect(await send(bot, "template", xml)).toMatchObject({ status: 200, body: { result: "success" } });
    const content = "Ann (7): [Close the lid](https://example.com/1) a, b @\u2060**all**";
    expect((await messagesFrom(mia, bot.id)).map((message) => message.content)).toEqual([content]);
    const { deliveries } = await noah.ok(noah.get(`/bots/${bot.id}/deliveries`));
    const tried = { content_template, topic_template: "", delivery_id: deliveries[0].id };
    expect(await noah.ok(noah.post(`/bots/${bot.id}/webhook/try`, tried))).toMatchObject({ content });
  });

  test("is refused if it is hostile, or sent to an integration that expects JSON", async () => {
    const cast = await realm();
    const { bot } = await webhookBot(cast);
    const refused = { status: 400, body: { code: "INVALID_JSON" } };
    const query = { stream: "builds" };
    for (const body of [
      "<a>".repeat(100_000) + "</a>".repeat(100_000),
      "<a>",
      '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    ]) {
      expect(await send(bot, "template", { query, body })).toMatchObject(refused);
    }
    expect(await send(bot, "json", { query, body: story })).toMatchObject(refused);
    expect(await messagesFrom(cast.mia, bot.id)).toEqual([]);
  });
});
