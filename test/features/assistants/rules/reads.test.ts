import { expect, test } from "vitest";
import type { Json } from "../../../support/json.ts";
import { sendDirect } from "../../../support/messages.ts";
import type { Person } from "../../../support/person.ts";
import { helped } from "../mcp/helped.ts";
import { grantedTo } from "./granted.ts";

const readsIn = async (owner: Person): Promise<Json[]> =>
  (await owner.ok(owner.get("/audit_log", { action: ["assistant.read"] }))).entries;

test("[security 27.8] the audit log lists the conversations shown to an assistant, without texts, if owners enable it", async () => {
  const { iris, noah, asked, assistant: bots, helper } = await helped();
  const direct = await sendDirect(iris, [noah], "the directword");
  const { message } = await noah.ok(noah.get(`/messages/${asked}`));
  const { message: told } = await noah.ok(noah.get(`/messages/${direct}`));
  const assistant = await grantedTo(noah, { scopes: ["read", "read:direct"] });
  await assistant.tool("catch_up");
  expect(await readsIn(iris)).toEqual([]);
  await iris.ok(iris.patch("/realm", { audit_assistant_reads: true }));
  await assistant.tool("read_conversation", { conversation: "#design > logo" });
  await assistant.tool("find_messages", { query: "directword" });
  await assistant.tool("read_board", { channel: "design" });
  await assistant.ask("resources/list");
  await assistant.ask("resources/read", { uri: `parley://message/${asked}` });
  await bots.tool("catch_up");
  const entries = await readsIn(iris);
  const [channel, dm] = [message.recipient_id, told.recipient_id];
  expect(entries.map(({ actor, details }) => [actor.id, details.tool, details.conversations])).toEqual([
    [helper.id, "catch_up", [channel]],
    [noah.id, "read_conversation", [channel]],
    [noah.id, "resources/list", []],
    [noah.id, "read_board", [channel]],
    [noah.id, "find_messages", [dm]],
    [noah.id, "read_conversation", [channel]],
  ]);
  expect(entries.map(({ details }) => typeof details.grant_id)).toEqual(["undefined", ...Array(5).fill("number")]);
  for (const text of ["directword", "round", "logo"]) expect(JSON.stringify(entries)).not.toContain(text);
  await iris.ok(iris.patch("/realm", { audit_assistant_reads: false }));
  await assistant.tool("catch_up");
  expect(await readsIn(iris)).toHaveLength(6);
});

test("[security 27.8] the audit log lists conversations shown by writing tools, but not the written messages", async () => {
  const { iris, noah, asked } = await helped();
  const assistant = await grantedTo(noah, { scopes: ["read", "read:direct", "write", "write:direct"] });
  await iris.ok(iris.patch("/realm", { audit_assistant_reads: true }));
  await assistant.tool("schedule", { do: "list" });
  await expect(assistant.tool("edit_message", { message: asked, expect: "x", text: "y" })).rejects.toThrow();
  await expect(assistant.tool("send_message", { conversation: "#design", text: "y" })).rejects.toThrow();
  await assistant.tool("send_message", { conversation: "#design > logo", text: "y", reply_to: asked });
  const { message } = await noah.ok(noah.get(`/messages/${asked}`));
  expect((await readsIn(iris)).map(({ details }) => [details.tool, details.conversations])).toEqual([
    ["edit_message", [message.recipient_id]],
    ["schedule", []],
  ]);
});
