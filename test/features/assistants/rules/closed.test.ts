import { expect, test } from "vitest";
import { makeChannel, outcomes, realmWithCallers } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import type { Json } from "../../../support/json.ts";
import type { Person } from "../../../support/person.ts";
import { Assistant } from "../mcp/assistant.ts";
import { helped } from "../mcp/helped.ts";
import { grantedTo } from "./granted.ts";

const NOT_ADMINISTRATOR = "CANNOT_ADMINISTER_CHANNEL: You do not have permission to administer this channel.";

const setClosed = (who: Person, channel: number, closed_to_assistants = true) =>
  who.ok(who.patch(`/streams/${channel}`, { closed_to_assistants }));

test("[security 27.1] a closed channel is hidden from assistants in every tool, resource, prompt and completion", async () => {
  const { iris, noah, helper, say, asked, answered, assistant: bots } = await helped();
  const id: number = (await iris.ok(iris.get("/get_stream_id", { stream: "design" }))).stream_id;
  await say(iris, "@**Noah Example** look at the secretword");
  const granted = await grantedTo(noah, { scopes: ["read", "read:direct", "write", "files"] });
  await iris.ok(iris.patch("/realm", { assistants_may_use_api_keys: true }));
  const own = new Assistant(noah);
  const all = [
    ["a grant", granted],
    ["a bot's key", bots],
    ["a person's own key", own],
  ] as const;
  for (const [, one] of all)
    expect(await one.tool("read_conversation", { conversation: "#design" })).toContain("round");
  const texts = async (one: Assistant): Promise<string> => {
    const outcome = async (name: string, args: object) => {
      const { content } = await one.ask("tools/call", { name, arguments: args });
      return content.map((item: Json) => item.text).join("\n");
    };
    const read = async (uri: string) =>
      JSON.stringify((await one.send("resources/read", { uri })).body).replaceAll(uri, "");
    const complete = async (name: string, value: string) =>
      JSON.stringify(
        (
          await one.send("completion/complete", {
            ref: { type: "ref/resource", uri: "parley://channel/{channel_id}/topic/{+topic}" },
            argument: { name, value },
            context: { arguments: { channel_id: String(id) } },
          })
        ).body,
      );
    return [
      await outcome("catch_up", {}),
      await outcome("catch_up", { since: "2020-01-01" }),
      await outcome("find_messages", { query: "round" }),
      await outcome("find_messages", { query: "secretword", in: `dm:${noah.id}` }),
      await outcome("find_messages", { from: "iris" }),
      await outcome("list_conversations", { kind: "channels" }),
      await outcome("list_conversations", { kind: "topics", channel: "Garden" }),
      await outcome("read_conversation", { conversation: `http://${noah.host}/#narrow/channel/${id}` }),
      await outcome("search_files", {}),
      await outcome("read_board", { channel: "design" }),
      JSON.stringify(await one.ask("resources/list")),
      await read(`parley://channel/${id}`),
      await read(`parley://channel/${id}/topic/logo`),
      await read(`parley://message/${asked}`),
      await complete("conversation", ""),
      await complete("channel_id", ""),
      await complete("topic", ""),
    ].join("\n");
  };
  for (const [who, one] of all) expect([who, /round one|secretword/.test(await texts(one))]).toEqual([who, true]);
  await setClosed(iris, id);
  for (const [who, one] of all) {
    const said = await texts(one);
    for (const word of ["round one", "secretword", "logo", `channel/${id}"`])
      expect([who, word, said.includes(word)]).toEqual([who, word, false]);
    // It gets the same response as a channel that doesn't exist.
    const refusal = async (conversation: string) =>
      (await one.ask("tools/call", { name: "read_conversation", arguments: { conversation } })).content[0].text;
    expect(await refusal("#design")).toBe((await refusal("#nowhere")).replaceAll("nowhere", "design"));
    await expect(one.tool("send_message", { conversation: "#design > logo", text: "hi" })).rejects.toThrow(
      "There is no channel #design",
    );
    await expect(one.tool("edit_message", { message: answered, expect: "Yes", text: "No" })).rejects.toThrow();
    await expect(one.tool("mark", { messages: [asked], react: "tada" })).rejects.toThrow("Invalid message");
    await expect(one.tool("mark", { messages: [asked], set: "starred" })).rejects.toThrow("Invalid message");
  }
  // Users, and bots at the API, still have access.
  for (const who of [noah, helper]) expect((await who.get(`/messages/${asked}`)).status).toBe(200);
  await setClosed(iris, id, false);
  expect(await granted.tool("read_conversation", { conversation: "#design" })).toContain("round one");
});

test("[channels 3] only a channel's administrators, or its creator at creation, can close it to assistants", async () => {
  const { by, noah } = await realmWithCallers();
  const channel = await makeChannel(by.owner, "harbour", [by.owner, noah]);
  const [events = []] = await eventsDuring([noah], () => setClosed(by.owner, channel));
  expect(events.filter(({ type }: Json) => type === "stream")).toMatchObject([
    { op: "update", property: "closed_to_assistants", value: true, stream_id: channel },
  ]);
  const { messages } = await noah.ok(
    noah.get("/messages", { anchor: "newest", num_before: 1, num_after: 0, apply_markdown: false }),
  );
  expect(messages[0].content).toContain("closed this channel to assistants.");
  const tried = await outcomes((who) => who.patch(`/streams/${channel}`, { closed_to_assistants: false }), by);
  expect([tried.owner, tried.administrator, tried.member]).toEqual(["ok", "ok", NOT_ADMINISTRATOR]);
  const made = { name: "quay", subscribers: [noah.id], closed_to_assistants: true };
  await noah.ok(noah.post("/channels/create", made));
  const { streams } = await noah.ok(noah.get("/streams"));
  const flags = Object.fromEntries(streams.map((one: Json) => [one.name, one.closed_to_assistants]));
  expect(flags).toMatchObject({ harbour: false, quay: true });
  const { entries } = await by.owner.ok(by.owner.get("/audit_log", { action: ["channel.assistants_changed"] }));
  expect(entries.map(({ details }: Json) => [details.before, details.after])).toEqual([
    [true, false],
    [false, true],
  ]);
});
