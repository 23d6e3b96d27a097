import { describe, expect, test } from "vitest";
import { integrations } from "../../../../src/features/integrations/incoming-webhooks/integrations.ts";
import { notesTo } from "../../../support/messages.ts";
import { realm } from "../../../support/organization.ts";
import { deliver, messagesFrom, send, webhookBot } from "../../../support/webhooks.ts";

const HI = { topic: "Doors", content: "open" };

async function arranged() {
  const cast = await realm();
  return { ...cast, ...(await webhookBot(cast)) };
}

describe("[webhooks 1] an incoming webhook", () => {
  test("requires the API key of an active account, in the query, a form, or HTTP Basic", async () => {
    const { bot, noah, mia } = await arranged();
    const stream = { stream: "builds" };
    const code = async (query: Record<string, string>) => {
      const { status, body } = await deliver(bot, "ifttt", HI, { query: { ...stream, ...query } });
      return `${status} ${body.code ?? body.result} ${body.msg}`;
    };
    expect(await code({ api_key: "" })).toBe("400 REQUEST_VARIABLE_MISSING Missing 'api_key' argument");
    expect(await code({ api_key: "x" })).toBe("401 INVALID_API_KEY Malformed API key");
    expect(await code({ api_key: "x".repeat(32) })).toBe("401 INVALID_API_KEY Invalid API key");
    expect(await code({ api_key: ` ${bot.key} ` })).toBe("200 success ");
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams({ api_key: bot.key, ...HI, ...stream }).toString();
    expect(await send(bot, "ifttt", { query: { api_key: "" }, headers: form, body })).toMatchObject({ status: 200 });
    const basic = { Authorization: `Basic ${btoa(`${bot.email}:${bot.key}`)}` };
    expect(await deliver(bot, "ifttt", HI, { query: { api_key: "", ...stream }, headers: basic })).toMatchObject({
      status: 200,
    });
    const parts = new FormData();
    parts.set("topic", "Doors");
    parts.set("content", "a part");
    expect(await send(bot, "ifttt", { query: stream, body: parts })).toMatchObject({ status: 200 });
    expect((await messagesFrom(mia, bot.id)).map(({ content }) => content)).toEqual(["open", "open", "open", "a part"]);
    await noah.ok(noah.delete(`/bots/${bot.id}`));
    expect(await code({})).toBe("401 USER_DEACTIVATED Account is deactivated");
  });

  test("does not make other endpoints accept an API key in the query", async () => {
    const { bot, noah } = await arranged();
    const { status } = await send(bot, "../users/me", { method: "GET" });
    expect(status).toBe(401);
    const person = await noah.send("POST", `/messages?api_key=${noah.key}`, {}, { Authorization: "" });
    expect(person.status).toBe(401);
  });

  test("posts in the channel given by name or ID, or else messages the bot's owner", async () => {
    const { bot, channel, noah, mia } = await arranged();
    expect(await deliver(bot, "ifttt", HI, { query: { stream: String(channel) } })).toMatchObject({
      status: 200,
      body: { result: "success", msg: "" },
    });
    await deliver(bot, "ifttt", HI, { query: { stream: "Builds", topic: "other" } });
    await deliver(bot, "ifttt", HI);
    expect(await messagesFrom(mia, bot.id)).toMatchObject([
      {
        subject: "Doors",
        content: "open",
        display_recipient: "builds",
        client: "ParleyIFTTTWebhook",
        sender_id: bot.id,
      },
      { subject: "other" },
    ]);
    expect(await messagesFrom(noah, bot.id)).toMatchObject([{}, {}, { type: "private", content: "open" }]);
  });

  test("reports an unknown channel to the owner, and to the sender only if it was named by ID", async () => {
    const { bot, noah } = await arranged();
    expect(await deliver(bot, "ifttt", HI, { query: { stream: "nowhere" } })).toMatchObject({
      status: 200,
      body: { result: "success" },
    });
    expect(await notesTo(noah)).toMatchObject(
      [/“nowhere”, which does not exist/].map((text) => expect.stringMatching(text)),
    );
    expect(await deliver(bot, "ifttt", HI, { query: { stream: "9999" } })).toMatchObject({
      status: 400,
      body: { code: "STREAM_DOES_NOT_EXIST", stream_id: 9999 },
    });
    // A second failure within five minutes doesn't notify the owner again.
    expect(await notesTo(noah)).toHaveLength(1);
    expect(await messagesFrom(noah, bot.id)).toEqual([]);
  });

  test("refuses a delivery if neither the bot nor its owner can post", async () => {
    const { bot, iris } = await arranged();
    await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "vault" }], invite_only: true }));
    expect(await deliver(bot, "ifttt", HI, { query: { stream: "vault" } })).toMatchObject({
      status: 400,
      body: { msg: "Not authorized to send to channel 'vault'" },
    });
    expect(await messagesFrom(iris, bot.id)).toEqual([]);
  });

  test("posts in a channel without subscribers, and notifies the owner", async () => {
    const { bot, noah } = await arranged();
    await noah.ok(noah.post("/users/me/subscriptions", { subscriptions: [{ name: "empty" }] }));
    await noah.ok(noah.delete("/users/me/subscriptions", { subscriptions: ["empty"] }));
    expect(await deliver(bot, "ifttt", HI, { query: { stream: "empty" } })).toMatchObject({ status: 200 });
    expect(await notesTo(noah)).toEqual([expect.stringContaining("has no subscribers")]);
  });

  test("answers HEAD and GET, which some services use to test a webhook", async () => {
    const { bot } = await arranged();
    expect(await send(bot, "ifttt", { method: "HEAD" })).toMatchObject({ status: 200 });
    const asked = await send(bot, "dropbox", { method: "GET", query: { challenge: "abc <b>" } });
    expect([asked.status, asked.body, asked.headers.get("content-type")]).toEqual([
      200,
      "abc <b>",
      "text/plain; charset=utf-8",
    ]);
    expect(await send(bot, "ifttt", { method: "GET", query: { api_key: "x" } })).toMatchObject({ status: 401 });
    expect(await send(bot, "nothing", { method: "GET" })).toMatchObject({ status: 404 });
    expect(await deliver(bot, "nothing", {})).toMatchObject({ status: 404 });
  });

  test("lists the parameters that its integration ignores", async () => {
    const { bot } = await arranged();
    const { body } = await deliver(bot, "ifttt", HI, { query: { stream: "builds", branches: "main" } });
    expect(body).toEqual({ result: "success", msg: "", ignored_parameters_unsupported: ["branches"] });
  });
});

describe("[webhooks 1] a delivery", () => {
  test("is refused if it is not JSON, and its owner is notified", async () => {
    const { bot, noah } = await arranged();
    const body = "{topic: x";
    expect(await send(bot, "json", { body })).toMatchObject({
      status: 400,
      body: { code: "INVALID_JSON", msg: "Malformed JSON" },
    });
    expect(await notesTo(noah)).toEqual([expect.stringContaining("not JSON")]);
    expect(await send(bot, "ifttt", { body })).toMatchObject({ status: 400, body: { code: "INVALID_JSON" } });
  });

  test("never causes a server error, whatever its body", async () => {
    const { noah, bot: makeBot } = await realm();
    const bodies = [
      "",
      "null",
      "[]",
      '"x"',
      "1e999",
      '{"__proto__":{"type":1},"constructor":[]}',
      "[".repeat(60_000),
      "%ff=%00&payload={",
    ];
    const failed: string[] = [];
    for (const [index, { name }] of integrations.entries()) {
      // Each bot has its own rate limit.
      const bot = await makeBot(noah, { bot_type: 2, short_name: `b${index}`, full_name: `B ${index}` });
      for (const body of bodies) {
        const type = body.startsWith("%") ? "application/x-www-form-urlencoded" : "application/json";
        const { status } = await send(bot, name, { body, headers: { "Content-Type": type } });
        if (status >= 500) failed.push(`${name} ${status}: ${body.slice(0, 40)}`);
      }
    }
    expect(failed).toEqual([]);
  });

  test("can have up to a mebibyte, and is read only from authorized senders", async () => {
    const { bot, mia } = await arranged();
    const large = { topic: "x", content: "y".repeat(900_000) };
    expect(await deliver(bot, "ifttt", large, { query: { stream: "builds" } })).toMatchObject({ status: 200 });
    const [message] = await messagesFrom(mia, bot.id);
    expect(message.content).toMatch(/^y+\n\[message truncated\]$/);
    const larger = { ...large, content: "y".repeat(1_100_000) };
    expect(await deliver(bot, "ifttt", larger)).toMatchObject({
      status: 400,
      body: { msg: "The request is too large." },
    });
    expect(await deliver(bot, "ifttt", large, { query: { api_key: "x".repeat(32) } })).toMatchObject({ status: 401 });
  });

  test("triggers no wildcard mentions, and is posted even with invalid characters", async () => {
    const { bot, mia } = await arranged();
    const content = "@**all** \u0000\ud800 x";
    const topic = `a\n\u0007b \ud800 ${"c".repeat(80)}`;
    expect(await deliver(bot, "ifttt", { topic, content }, { query: { stream: "builds" } })).toMatchObject({
      status: 200,
    });
    const [message] = await messagesFrom(mia, bot.id);
    expect(message.flags).not.toContain("wildcard_mentioned");
    expect(message.content).toBe("@_**all** � x");
    expect(message.subject).toBe(`a b � ${"c".repeat(51)}...`);
  });

  test("goes to a topic that the channel allows", async () => {
    const { bot, noah } = await arranged();
    const make = (name: string, topics_policy: string) =>
      noah.ok(noah.post("/users/me/subscriptions", { subscriptions: [{ name }], topics_policy, announce: false }));
    await make("one", "empty_topic_only");
    await make("many", "disable_empty_topic");
    const named = { text: "a", channel: "x" };
    expect(await deliver(bot, "slack_incoming", named, { query: { stream: "one" } })).toMatchObject({ status: 200 });
    expect(await deliver(bot, "slack_incoming", { text: "b" }, { query: { stream: "many" } })).toMatchObject({
      status: 200,
    });
    const topics = (await messagesFrom(noah, bot.id)).map(({ subject }) => subject);
    expect(topics).toEqual(["general chat", "Slack"]);
  });
});

describe("[webhooks 2] the Slack-compatible webhook", () => {
  test("reads its payload from the query if the body has none, and refuses a request without one", async () => {
    const { bot, mia } = await arranged();
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    const query = { stream: "builds", payload: JSON.stringify({ text: "from the address" }) };
    const ok = { status: 200, body: { ok: true } };
    expect(await send(bot, "slack_incoming", { query })).toMatchObject(ok);
    expect(await send(bot, "slack_incoming", { query, headers: form, body: "" })).toMatchObject(ok);
    const body = new URLSearchParams({ payload: JSON.stringify({ text: "from the form" }) }).toString();
    expect(await send(bot, "slack_incoming", { query, headers: form, body })).toMatchObject(ok);
    const none = { query: { stream: "builds" } };
    expect(await send(bot, "slack_incoming", none)).toMatchObject({ status: 400, body: { ok: false } });
    for (const empty of ["", "api_key=x", "{}"]) {
      expect(await send(bot, "slack_incoming", { ...none, headers: form, body: empty })).toMatchObject({
        status: 400,
        body: { ok: false, error: "no_text" },
      });
    }
    const broken = { query: { stream: "builds", payload: "{" } };
    expect(await send(bot, "slack_incoming", broken)).toMatchObject({ status: 400, body: { ok: false } });
    const texts = (await messagesFrom(mia, bot.id)).map(({ content }) => content);
    expect(texts).toEqual(["from the address", "from the address", "from the form"]);
  });

  test("answers as Slack does", async () => {
    const { bot } = await arranged();
    const ok = { ok: true, result: "success", msg: "" };
    expect((await deliver(bot, "slack_incoming", { text: "x" }, { query: { stream: "builds" } })).body).toEqual(ok);
    expect((await deliver(bot, "slack_incoming", { text: "" }, { query: { stream: "builds" } })).body).toEqual(ok);
    expect(await deliver(bot, "slack_incoming", { text: "x" }, { query: { stream: "9999" } })).toMatchObject({
      status: 400,
      body: { ok: false, error: "Channel with ID '9999' does not exist" },
    });
    expect(await deliver(bot, "slack_incoming", {}, { query: { api_key: "x" } })).toMatchObject({
      status: 401,
      body: { result: "error", code: "INVALID_API_KEY" },
    });
  });
});

test("[webhooks 3] the Zapier webhook returns the bot's identity for an auth request", async () => {
  const { bot } = await arranged();
  const { body } = await deliver(bot, "zapier", { type: "auth" });
  expect(body).toMatchObject({ result: "success", id: bot.id, email: bot.email, full_name: expect.any(String) });
});

test("a delivery whose text has only characters that messages can't contain posts nothing", async () => {
  const cast = await realm();
  const { bot } = await webhookBot(cast);
  const query = { stream: "general" };
  expect(await deliver(bot, "slack_incoming", { text: "\0" }, { query })).toMatchObject({ status: 200 });
  expect(await messagesFrom(cast.mia, bot.id)).toEqual([]);
});
