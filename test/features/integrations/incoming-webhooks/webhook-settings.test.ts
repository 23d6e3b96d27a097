import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { makeChannel, outcome } from "../../../support/channels.ts";
import type { Json } from "../../../support/json.ts";
import { notesTo } from "../../../support/messages.ts";
import { realm } from "../../../support/organization.ts";
import { deliver, messagesFrom, send, webhookBot } from "../../../support/webhooks.ts";

async function arranged() {
  const cast = await realm();
  return { ...cast, ...(await webhookBot(cast)) };
}

const HI = { topic: "Doors", content: "open" };
const query = { stream: "builds" };

describe("[webhooks 1] a repeated delivery", () => {
  const ping = { zen: "Simple.", repository: { name: "nest" } };
  const headers = { "X-GitHub-Event": "ping", "X-GitHub-Delivery": "72d3162e" };

  test("creates one message, even if the first response was lost", async () => {
    const { bot, mia } = await arranged();
    for (let times = 0; times < 3; times++) {
      expect(await deliver(bot, "github", ping, { query, headers })).toMatchObject({ status: 200, body: { msg: "" } });
    }
    await deliver(bot, "github", ping, { query, headers: { ...headers, "X-GitHub-Delivery": "another" } });
    await deliver(bot, "github", ping, { query: { ...query, topic: "elsewhere" }, headers });
    expect((await messagesFrom(mia, bot.id)).map(({ subject }) => subject)).toEqual(["nest", "nest", "elsewhere"]);
  });

  test("is distinguished from another one whose long id starts the same", async () => {
    const { bot, mia } = await arranged();
    for (const end of ["a", "b", "a"]) {
      const long = { ...headers, "X-GitHub-Delivery": "7".repeat(300) + end };
      await deliver(bot, "github", ping, { query, headers: long });
    }
    expect(await messagesFrom(mia, bot.id)).toHaveLength(2);
  });

  test("from Heroku is recognized despite a new ID, when a release is created and then updated", async () => {
    const { bot, mia } = await arranged();
    const release = { id: "5f1463a4", app: { name: "nest" }, version: 3 };
    for (const [id, action, status] of [
      ["1", "create", "pending"],
      ["2", "create", "succeeded"],
      ["3", "update", "succeeded"],
    ]) {
      await deliver(bot, "heroku", { id, action, resource: "release", data: { ...release, status } }, { query });
    }
    expect(await messagesFrom(mia, bot.id)).toHaveLength(1);
  });

  test("is processed if the first one was refused", async () => {
    const { bot, mia, noah } = await arranged();
    await deliver(bot, "github", ping, { query: { stream: "later" }, headers });
    await noah.ok(noah.post("/users/me/subscriptions", { subscriptions: [{ name: "later" }], principals: [mia.id] }));
    await deliver(bot, "github", ping, { query: { stream: "later" }, headers });
    expect(await messagesFrom(mia, bot.id)).toHaveLength(1);
  });
});

describe("[webhooks 1] a webhook secret", () => {
  test("accepts only deliveries signed with it", async () => {
    const { bot, noah, mia } = await arranged();
    await noah.ok(noah.patch(`/bots/${bot.id}/webhook`, { secret: "sesame" }));
    expect(await noah.ok(noah.get(`/bots/${bot.id}/webhook`))).toMatchObject({ has_secret: true });
    expect(JSON.stringify(await noah.get(`/bots/${bot.id}/webhook`))).not.toContain("sesame");
    const body = JSON.stringify(HI);
    const signed = (secret: string) => ({
      query,
      body,
      headers: { "X-Hub-Signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}` },
    });
    expect(await send(bot, "ifttt", { query, body })).toMatchObject({ status: 403 });
    expect(await send(bot, "ifttt", signed("other"))).toMatchObject({ status: 403 });
    expect(await messagesFrom(mia, bot.id)).toEqual([]);
    expect(await send(bot, "ifttt", signed("sesame"))).toMatchObject({ status: 200 });
    expect(await messagesFrom(mia, bot.id)).toHaveLength(1);
    await noah.ok(noah.patch(`/bots/${bot.id}/webhook`, { secret: "" }));
    expect(await send(bot, "ifttt", { query, body })).toMatchObject({ status: 200 });
  });
});

describe("[webhooks 1] a bot's delivery log", () => {
  test("[security 10.4] shows a delivery's content only to those who can read the resulting message", async () => {
    const { bot, noah, omar } = await arranged();
    const path = async () => {
      const { deliveries } = await omar.ok(omar.get(`/bots/${bot.id}/deliveries`));
      return `/bots/${bot.id}/deliveries/${deliveries[0].id}`;
    };
    await makeChannel(noah, "attic", [noah], { invite_only: true });
    for (const to of [{ stream: "attic" }, {}]) {
      await deliver(bot, "ifttt", { topic: "Doors", content: "4711" }, { query: to });
      const delivery = await path();
      const trial = { content_template: "{{ content }}", delivery_id: Number(delivery.split("/").at(-1)) };
      const asked = (who: typeof omar) => [who.get(delivery), who.post(`/bots/${bot.id}/webhook/try`, trial)];
      for (const { body } of await Promise.all(asked(omar))) expect(body.msg).toBe("Delivery does not exist");
      for (const { body } of await Promise.all(asked(noah))) expect(JSON.stringify(body)).toContain("4711");
    }
    await deliver(bot, "ifttt", HI, { query });
    await omar.ok(omar.get(await path()));
  });

  test("shows the result of each delivery to those who manage the bot", async () => {
    const { bot, noah, mia, omar } = await arranged();
    const list = async () => (await noah.ok(noah.get(`/bots/${bot.id}/deliveries`))).deliveries;
    expect(await list()).toEqual([]);
    await deliver(bot, "ifttt", HI, { query });
    await deliver(bot, "ifttt", { topic: "" }, { query });
    await deliver(bot, "github", {}, { query, headers: { "X-GitHub-Event": "sponsorship" } });
    await deliver(bot, "slack_incoming", { text: "" }, { query });
    const [message] = await messagesFrom(mia, bot.id);
    const deliveries = await list();
    expect(deliveries).toMatchObject([
      { integration: "slack_incoming", outcome: "silent" },
      { integration: "github", outcome: "unsupported", event: "sponsorship" },
      { integration: "ifttt", outcome: "refused", problem: "Topic can't be empty", message_ids: [] },
      {
        integration: "ifttt",
        outcome: "sent",
        message_ids: [message.id],
        has_payload: true,
        size: JSON.stringify(HI).length,
      },
    ]);
    const { payload } = await omar.ok(omar.get(`/bots/${bot.id}/deliveries/${deliveries[3].id}`));
    expect(JSON.parse(payload)).toEqual(HI);
    expect(await outcome(mia.get(`/bots/${bot.id}/deliveries`))).toBe("BAD_REQUEST: Insufficient permission");
    expect(await outcome(bot.get(`/bots/${bot.id}/deliveries`))).toContain("not available to incoming webhook bots");
    expect((await noah.get(`/bots/${bot.id}/deliveries/999`)).status).toBe(404);
  });

  test("keeps only the newest deliveries, even fewer payloads, and no payload that is too long", async () => {
    const { bot, noah } = await arranged();
    const { deliveries: most, delivery_payloads, delivery_payload_characters } = limits.account;
    const long = { topic: "x", content: "y".repeat(delivery_payload_characters) };
    await deliver(bot, "ifttt", long, { query });
    const { deliveries } = await noah.ok(noah.get(`/bots/${bot.id}/deliveries`));
    expect(deliveries).toMatchObject([{ has_payload: false, size: JSON.stringify(long).length }]);
    for (let count = 0; count < most; count++) await deliver(bot, "slack_incoming", { text: "" });
    const kept = (await noah.ok(noah.get(`/bots/${bot.id}/deliveries`))).deliveries;
    expect(kept).toHaveLength(most);
    const withPayload = kept.map(({ has_payload }: { has_payload: boolean }) => has_payload);
    expect(withPayload).toEqual(kept.map((_: unknown, index: number) => index < delivery_payloads));
  });
});

describe("[webhooks 1] the template webhook", () => {
  test("creates messages from any JSON with the bot's own templates", async () => {
    const { bot, noah, mia } = await arranged();
    const templates = {
      topic_template: "{{ shop }}",
      content_template: "{{ count }} sold{% if note %}: {{ note }}{% endif %}",
    };
    await noah.ok(noah.patch(`/bots/${bot.id}/webhook`, templates));
    expect(await noah.ok(noah.get(`/bots/${bot.id}/webhook`))).toMatchObject({ has_secret: false, ...templates });
    await deliver(bot, "template", { shop: "Nests", count: 2, note: "@**all**" }, { query });
    expect(await messagesFrom(mia, bot.id)).toMatchObject([
      { subject: "Nests", content: "2 sold: @\u2060**all**", client: "ParleyTemplateWebhook" },
    ]);
  });

  test("refuses invalid templates, both in the settings and in the URL", async () => {
    const { bot, noah } = await arranged();
    const refused = "BAD_REQUEST: The template has an error in line 1: {% if a %} is not ended by {% endif %}.";
    expect(await outcome(noah.patch(`/bots/${bot.id}/webhook`, { content_template: "{% if a %}" }))).toBe(refused);
    expect(await outcome(deliver(bot, "template", {}, { query: { content_template: "{% if a %}" } }))).toBe(refused);
    expect(await notesTo(noah)).toEqual([]);
  });

  test("can be tried with a past delivery, without sending anything", async () => {
    const { bot, noah, mia } = await arranged();
    await deliver(bot, "template", { a: { b: "x" } });
    const [{ id }] = (await noah.ok(noah.get(`/bots/${bot.id}/deliveries`))).deliveries;
    const before = (await messagesFrom(noah, bot.id)).length;
    const attempt = (fields: object) => noah.post(`/bots/${bot.id}/webhook/try`, fields);
    const templates = { topic_template: "t {{ a.b }}", content_template: "c {{ a.b | upper }}" };
    expect(await noah.ok(attempt({ ...templates, delivery_id: id }))).toMatchObject({
      topic: "t x",
      content: "c X",
      problem: null,
    });
    expect(await noah.ok(attempt({ ...templates, payload: '{"a":{"b":7}}' }))).toMatchObject({
      topic: "t 7",
      content: "c 7",
    });
    expect(await noah.ok(attempt({ content_template: "{{ a | b }}" }))).toMatchObject({
      problem: "The template has an error in line 1: there is no filter “b”.",
      problem_in: "content_template",
      problem_line: 1,
    });
    // The result of the valid template is still shown.
    expect(await noah.ok(attempt({ topic_template: "{% if %}", content_template: "right" }))).toMatchObject({
      content: "right",
      problem_in: "topic_template",
    });
    expect(await outcome(attempt({ payload: "{" }))).toBe("BAD_REQUEST: payload is not valid JSON or XML");
    expect((await attempt({ delivery_id: 999 })).status).toBe(404);
    expect(await outcome(mia.post(`/bots/${bot.id}/webhook/try`))).toBe("BAD_REQUEST: Insufficient permission");
    expect(await messagesFrom(noah, bot.id)).toHaveLength(before);
  });
});

test("[webhooks 4] clients get the list of all integrations", async () => {
  const { noah } = await realm();
  const { integrations, presets } = await noah.ok(noah.get("/integrations"));
  const state = await noah.ok(noah.post("/register", { fetch_event_types: ["realm_incoming_webhook_bots"] }));
  const github = state.realm_incoming_webhook_bots.find(({ name }: { name: string }) => name === "github");
  expect(github).toMatchObject({ display_name: "GitHub", config_options: [] });
  const signatureOf = (wanted: string) => integrations.find(({ name }: { name: string }) => name === wanted).signature;
  expect(signatureOf("pingdom")).toBeNull();
  expect(signatureOf("gitlab")).toEqual({ by: "token", header: "X-Gitlab-Token" });
  expect(signatureOf("stripe")).toMatchObject({ time_field: "t", signed: "{time}.{body}", encoding: "hex" });
  const sample = await noah.ok(noah.get("/integrations/uptime-kuma/sample"));
  expect(sample.headers).toEqual({ "Content-Type": "application/json" });
  expect(JSON.parse(sample.body).monitor.name).toBe("Nest");
  expect((await noah.get("/integrations/nowhere/sample")).status).toBe(404);
  expect(github.all_event_types).toContain("push_commits");
  const options = state.realm_incoming_webhook_bots.flatMap((one: Json) => one.url_options);
  // Clients older than feature level 485 read `validator`.
  const both = { validator: "check_string", input_type: "text" };
  expect(options).toEqual(options.map(() => expect.objectContaining(both)));
  expect(options).not.toEqual([]);
  expect(integrations).toHaveLength(state.realm_incoming_webhook_bots.length);
  expect(presets.map(({ name }: { name: string }) => name)).toContain("uptime-kuma");
});
