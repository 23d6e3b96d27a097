import { expect, test } from "vitest";
import { Assistant } from "./assistant.ts";
import { helped } from "./helped.ts";

test("[security 24.3] read_conversation returns a transcript in which no text can pass for another message", async () => {
  const { assistant, asked, answered } = await helped();
  const lines = (await assistant.tool("read_conversation", { conversation: "#des > logo" })).split("\n");
  expect(lines[0]).toMatch(
    /^#design > logo {2}http.*\/#narrow\/channel\/\d+\/topic\/logo\/near\/\d+ {2}2 messages, \d+–\d+$/,
  );
  expect(lines[1]).toMatch(/^— \w{3} \d{4}-\d\d-\d\d$/);
  expect(lines[2]).toMatch(new RegExp(`^\\[${asked} Iris Owner \\d\\d:\\d\\d\\] Shall we ship the round one\\?$`));
  expect(lines[3]).toMatch(new RegExp(`^\\[${answered} Noah Example \\d\\d:\\d\\d\\] Yes, and$`));
  expect(lines[4]).toBe("  [9 Iris Owner 00:00] everything else");
});

test("a message is found by search, and answered in its conversation", async () => {
  const { assistant, iris, helper, asked } = await helped();
  expect(await assistant.tool("find_messages", { query: "round from:iris" })).toContain(`[${asked} Iris Owner `);
  const text = await assistant.tool("send_message", {
    conversation: "#design > logo",
    text: "I will.",
    reply_to: asked,
  });
  const [, id] = /^Sent as (\d+)/.exec(text) ?? [];
  const { message } = await iris.ok(iris.get(`/messages/${id}`, { apply_markdown: false }));
  expect(message).toMatchObject({ sender_id: helper.id, subject: "logo" });
  expect(message.content).toMatch(/^@_\*\*Iris Owner\|\d+\*\* \[said\]\(.*\):\nI will\.$/);
});

test("unknown arguments, tools and channels have distinct errors, and fixable mistakes are reported as tool errors", async () => {
  const { assistant } = await helped();
  const call = (name: string, args: object) => assistant.send("tools/call", { name, arguments: args });
  expect((await call("find_messages", { wrong: 1 })).body.result).toMatchObject({
    isError: true,
    content: [{ text: "Unknown argument: wrong." }],
  });
  expect((await call("read_conversation", { conversation: "#desing" })).body.result.isError).toBe(true);
  const { content } = (await call("read_conversation", { conversation: "#design > lego" })).body.result;
  expect(content[0].text).toMatch(/^There is no topic "lego" there\. Did you mean: "logo"/);
  expect((await call("nothing", {})).body.error.code).toBe(-32602);
});

test("[security 24.2] users' own API keys, wrong keys and cookies are refused", async () => {
  const { iris, helper, assistant } = await helped();
  for (const headers of [
    {},
    { Authorization: "" },
    { Authorization: "Bearer wrong" },
    { Cookie: "session=1", Authorization: "" },
  ]) {
    const account = Object.keys(headers).length === 0 ? iris : helper;
    const { status, headers: answered } = await new Assistant(account).send("tools/list", {}, headers);
    expect(status).toBe(401);
    expect(answered.get("www-authenticate")).toMatch(/^Bearer/);
  }
  expect((await assistant.send("tools/list", {}, { Authorization: `Bearer ${helper.key}` })).status).toBe(200);
});

test("[security 24.2] requests from pages of other sites are refused", async () => {
  const { assistant, helper } = await helped();
  expect((await assistant.send("tools/list", {}, { Origin: "https://evil.example" })).status).toBe(403);
  expect((await assistant.send("tools/list", {}, { Origin: `http://${helper.host}` })).status).toBe(200);
});
