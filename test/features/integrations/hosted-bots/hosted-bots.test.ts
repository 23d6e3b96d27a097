import { expect, test } from "vitest";
import { sendDirect, sendToChannel } from "../../../support/messages.ts";
import { withConfig } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { saidBy, withService } from "../outgoing-webhooks/service.ts";
import { answering, hostedBot, logOf, settled } from "./hosted-bot.ts";

test("a bot's script answers direct messages, mentions and its commands", async () => {
  const cast = await realm();
  const { mia } = cast;
  const program = `export default {
    commands: [{ name: "deploy", description: "Puts a version into use", usage: "VERSION" }],
    onMessage: ({ trigger, data, message }) => ({ content: [trigger, data, message.sender_full_name].join(": ") }),
    onCommand: ({ trigger, command, arguments: given }) => [trigger, command, given].join(": "),
  };`;
  const gull = await hostedBot(cast, program);
  await sendDirect(mia, [gull], "Hello");
  await settled(mia);
  await sendToChannel(mia, "general", "x", "@**Gull** hi");
  await settled(mia);
  await sendToChannel(mia, "general", "x", "/deploy 1.2");
  await settled(mia);
  expect(await saidBy(mia, gull)).toEqual([`direct_message: Hello: Mia Example`]);
  expect(await saidBy(mia, gull, "channel")).toEqual([`mention: @**Gull** hi: Mia Example`, "command: deploy: 1.2"]);
  expect(await logOf(cast, gull)).toEqual([]);
});

test("a bot's script can answer with a text, an object, several of them, an API call, or nothing", async () => {
  const cast = await realm();
  const program = answering(`switch (event.data) {
    case "text": return "a";
    case "object": return { content: "b" };
    case "several": return ["c", { content: "d" }];
    case "call": await parley.reply("e"); return parley.reply({ content: "f" });
    case "silence": return { response_not_required: true };
  }`);
  const gull = await hostedBot(cast, program);
  for (const content of ["text", "object", "several", "call", "silence", "anything"]) {
    await sendDirect(cast.mia, [gull], content);
  }
  await settled(cast.mia);
  expect(await saidBy(cast.mia, gull)).toEqual(["a", "b", "c", "d", "e", "f"]);
});

test("a script error is reported in the conversation, and its cause in the log", async () => {
  const cast = await realm();
  const gull = await hostedBot(cast, answering(`console.log("before", { a: 1 }); throw new Error("no luck");`));
  await sendDirect(cast.mia, [gull], "Hello");
  await settled(cast.mia);
  expect(await saidBy(cast.mia, gull)).toEqual(["Failure! This bot's program failed."]);
  const [before, error] = await logOf(cast, gull);
  expect(before).toBe('before {"a":1}');
  expect(error).toMatch(/^Error: no luck/);
});

test("a bot's script keeps values between runs, and can list and delete them", async () => {
  const cast = await realm();
  const program = answering(`
    const { storage } = parley;
    if (event.data === "gone") { await storage.delete("count"); await storage.delete("never"); return storage.list(); }
    const count = ((await storage.get("count")) ?? 0) + 1;
    await storage.set("count", count);
    await storage.set("other", { count });
    return [String(count), (await storage.list("co")).join()];`);
  const gull = await hostedBot(cast, program);
  for (const content of ["one", "two", "gone"]) await sendDirect(cast.mia, [gull], content);
  await settled(cast.mia);
  expect(await saidBy(cast.mia, gull)).toEqual(["1", "count", "2", "count", "other"]);
});

test("a bot's script sends and reacts with the permissions of the bot", async () => {
  const cast = await realm();
  const { mia, iris } = cast;
  const program = answering(`
    await parley.react("tada");
    const { id } = await parley.send({ to: [${mia.id}], content: "to you" });
    const refused = async (work) => { try { await work(); return "done"; } catch (error) { return error.message; } };
    return [
      String(id > event.message.id),
      await refused(() => parley.send({ to: "no such channel", topic: "x", content: "y" })),
      await refused(() => parley.react("tada", 999999)),
      await refused(() => parley.react("no such emoji")),
      await refused(() => parley.call("no_such_call")),
    ];`);
  const gull = await hostedBot(cast, program);
  const message = await sendDirect(iris, [gull], "Hello");
  await settled(iris);
  expect(await saidBy(iris, gull)).toEqual([
    "true",
    "Channel 'no such channel' does not exist",
    "Invalid message(s)",
    "Emoji 'no such emoji' does not exist",
    "parley has no no_such_call",
  ]);
  expect(await saidBy(mia, gull)).toEqual(["to you"]);
  const { message: seen } = await iris.ok(iris.get(`/messages/${message}`));
  expect(seen.reactions).toMatchObject([{ emoji_name: "tada", user_id: gull.id }]);
});

test("[security 23.3] a bot's script reaches only its allowed hosts, through the guard for outgoing requests", async () => {
  const cast = await realm();
  const program = answering(`
    const asked = async (url, init) => { try { const got = await parley.fetch(url, init); return got.status + await got.text(); } catch (error) { return error.message; } };
    return [
      await asked("https://hooks.example/a", { method: "POST", body: "b", headers: { "x-a": "c" } }),
      await asked("https://other.example/"),
      await asked("https://hooks.example.evil.example/"),
      await asked("http://127.0.0.1/"),
      await asked("nonsense"),
      await asked("https://hooks.example/redirect"),
      await fetch("https://hooks.example/direct").then(() => "reached", () => "not reached"),
    ];`);
  const gull = await hostedBot(cast, program, { hosts: ["hooks.example", "127.0.0.1"] });
  await withService(
    ({ url, method, headers }) =>
      url.endsWith("redirect")
        ? new Response(null, { status: 302, headers: { location: "https://other.example/" } })
        : new Response(` ${method} ${headers.get("x-a")}`),
    async (received) => {
      await sendDirect(cast.mia, [gull], "go");
      await settled(cast.mia);
      expect(received.map(({ url, body }) => [url, body])).toEqual([
        ["https://hooks.example/a", "b"],
        ["https://hooks.example/redirect", "undefined"],
      ]);
    },
  );
  expect(await saidBy(cast.mia, gull)).toEqual([
    "200 POST c",
    "The bot isn't allowed to reach other.example.",
    "The bot isn't allowed to reach hooks.example.evil.example.",
    "127.0.0.1 couldn't be asked (forbidden: not a public address).",
    "url is no web address",
    "hooks.example couldn't be asked (redirects: too many).",
    "not reached",
  ]);
});

test("timers run a bot's script once each, even if the clock jumps past several", async () => {
  const cast = await realm();
  const { mia, iris } = cast;
  const program = `export default {
    async onMessage(event, parley) {
      await parley.schedule({ name: "a", in_seconds: 100, data: { to: event.message.sender_id } });
      await parley.schedule({ name: "b", in_seconds: 200, data: { to: event.message.sender_id } });
      await parley.schedule({ name: "never", in_seconds: 100 });
      await parley.unschedule("never");
      return (await parley.timers()).map(({ name }) => name).join();
    },
    onTimer: ({ name, data }, parley) => parley.send({ to: [data.to], content: "timer " + name }),
  };`;
  const gull = await hostedBot(cast, program);
  await sendDirect(mia, [gull], "Hello");
  await settled(mia);
  expect((await iris.ok(iris.get(`/bots/${gull.id}/program`))).timers).toMatchObject([{ name: "a" }, { name: "b" }]);
  await mia.ok(mia.post("/testing/clock", { advance_ms: 250_000 }));
  await until(async () => expect((await saidBy(mia, gull)).length).toBe(3));
  expect(await saidBy(mia, gull)).toEqual(["a,b", "timer a", "timer b"]);
  expect((await iris.ok(iris.get(`/bots/${gull.id}/program`))).timers).toEqual([]);
});

test("messages between scripted bots do not trigger runs", async () => {
  const cast = await realm();
  const tern = await cast.bot(cast.iris, { full_name: "Tern", bot_type: 4 });
  const gull = await hostedBot(
    cast,
    answering(`await parley.send({ to: [${tern.id}], content: "ping" }); return "sent";`),
  );
  const program = answering(`return "pong";`);
  await cast.iris.ok(cast.iris.patch(`/bots/${tern.id}/program`, { program }));
  await sendDirect(cast.mia, [gull], "go");
  await settled(cast.mia);
  expect(await saidBy(cast.mia, gull)).toEqual(["sent"]);
  expect(await logOf(cast, tern)).toEqual([]);
  expect(await saidBy(gull, tern)).toEqual([]);
});

test("[security 23.5] a disabled script never runs, and its timers are deleted", async () => {
  const cast = await realm();
  const { iris, mia } = cast;
  const gull = await hostedBot(cast, answering(`await parley.schedule({ name: "a", in_seconds: 100 }); return "on";`));
  await sendDirect(mia, [gull], "one");
  await settled(mia);
  await iris.ok(iris.patch(`/bots/${gull.id}/program`, { is_on: false }));
  await sendDirect(mia, [gull], "two");
  await settled(mia);
  expect(await saidBy(mia, gull)).toEqual(["on"]);
  const off = await iris.ok(iris.get(`/bots/${gull.id}/program`));
  expect([off.is_on, off.timers, off.program.length > 0]).toEqual([false, [], true]);
  await iris.ok(iris.patch(`/bots/${gull.id}/program`, { is_on: true }));
  await sendDirect(mia, [gull], "three");
  await settled(mia);
  expect(await saidBy(mia, gull)).toEqual(["on", "on"]);
});

test("saving is refused for an invalid script or one that fails to start, and the previous script stays", async () => {
  const cast = await realm();
  const { iris, noah, bot } = cast;
  const gull = await hostedBot(cast, answering(`return "first";`));
  const refusal = async (fields: object, id = gull.id) => (await iris.patch(`/bots/${id}/program`, fields)).body.msg;
  expect(await refusal({ program: "this is no program" })).toMatch(/^The program doesn't start: SyntaxError/);
  expect(await refusal({ program: "throw new Error('no');" })).toMatch(/^The program doesn't start: .*no/);
  expect(await refusal({ program: "export const a = 1;" })).toMatch(/no default export/);
  expect(await refusal({ program: "export default {};" })).toMatch(/needs a default export with onMessage/);
  expect(await refusal({ program: "export default { onMessage() {}, commands: [{ name: 1 }] };" })).toMatch(
    /^The program's commands aren't right/,
  );
  expect(await refusal({ hosts: ["https://example.com/"] })).toBe("hosts[0] must be a host, such as api.example.com");
  expect(await refusal({ program: "export default { onMessage() {} };" }, (await bot(noah)).id)).toBe("No such bot");
  expect((await iris.ok(iris.get(`/bots/${gull.id}/program`))).program).toBe(answering(`return "first";`));
});

test("a trial reports the effects of a script without carrying them out", async () => {
  const cast = await realm();
  const { iris, mia } = cast;
  const gull = await hostedBot(cast, answering(`return "saved";`));
  const attempt = (fields: object) => iris.ok(iris.post(`/bots/${gull.id}/program/try`, fields));
  expect(await attempt({ content: "x" })).toMatchObject({ replies: ["saved"], problem: null });
  const program = `export default {
    async onMessage(event, parley) {
      console.log("got", event.data);
      console.log(await parley.storage.set("a", 1), await parley.storage.delete("b"));
      await parley.send({ to: [${mia.id}], content: "never" });
      await parley.reply("first");
      return String(await parley.storage.get("a"));
    },
    onCommand: (event) => event.command + " " + event.arguments,
  };`;
  const tried = await attempt({ content: "hello", program });
  expect(tried).toMatchObject({ replies: ["first", "1"], log: ["got hello", "null null"], problem: null });
  expect(tried.asked.map(({ name }: { name: string }) => name)).toEqual([
    "storage.set",
    "storage.delete",
    "send",
    "reply",
    "storage.get",
  ]);
  expect(await attempt({ content: "/go now", program })).toMatchObject({ replies: ["go now"] });
  expect(await attempt({ content: "x", program: "throw 1" })).toMatchObject({ problem: expect.any(String) });
  expect(await saidBy(mia, gull)).toEqual([]);
  expect(await logOf(cast, gull)).toEqual([]);
  expect(await gull.ok(gull.get("/bot_storage"))).toMatchObject({ storage: {} });
});

test("a trial tells a script when its timer would be due, and sets none", async () => {
  const cast = await realm();
  const { iris } = cast;
  const gull = await hostedBot(
    cast,
    `export default {
      async onMessage({ data, message }, parley) {
        const { at } = await parley.schedule({ name: "tea", ...JSON.parse(data) });
        return String(at - message.timestamp);
      },
    };`,
  );
  const attempt = (times: object) =>
    iris.ok(iris.post(`/bots/${gull.id}/program/try`, { content: JSON.stringify(times) }));
  expect(await attempt({ in_seconds: 60 })).toMatchObject({ replies: ["60"], problem: null });
  expect(await attempt({ in_seconds: 1 })).toMatchObject({ replies: ["10"] });
  expect((await attempt({})).problem).toContain("Give either at or in_seconds.");
  expect((await iris.ok(iris.get(`/bots/${gull.id}/program`))).timers).toEqual([]);
});

test("[security 23.1] only administrators can read, write and try scripts, even as the bot's owner", async () => {
  const cast = await realm();
  const { noah, iris, bot } = cast;
  const gull = await bot(noah, { full_name: "Gull", bot_type: 4 });
  const program = answering(`return "x";`);
  const path = `/bots/${gull.id}/program`;
  for (const who of [noah, gull]) {
    const calls = [who.get(path), who.patch(path, { program }), who.post(`${path}/try`, { content: "x" })];
    for (const { status, body } of await Promise.all(calls)) expect([status, body.result]).toEqual([400, "error"]);
  }
  await iris.ok(iris.patch(path, { program }));
  expect((await iris.ok(iris.get(path))).program).toBe(program);
});

test("[security 23.1] a server with hosted bots disabled runs no scripts, and reports this", async () => {
  const cast = await realm();
  const { iris, mia } = cast;
  const gull = await hostedBot(cast, answering(`return "on";`));
  await withConfig(iris, { runsBots: false }, async () => {
    await sendDirect(mia, [gull], "Hello");
    await settled(mia);
    expect(await saidBy(mia, gull)).toEqual([]);
    const refused = await iris.patch(`/bots/${gull.id}/program`, { program: answering(`return "new";`) });
    expect(refused.body.msg).toBe("This server doesn't run programs of bots.");
    expect((await iris.post(`/bots/${gull.id}/program/try`, { content: "x" })).body.msg).toBe(refused.body.msg);
    expect((await iris.ok(iris.get(`/bots/${gull.id}/program`))).runs_here).toBe(false);
    const registered = await iris.ok(iris.post("/register", { fetch_event_types: ["realm_bot"] }));
    expect(registered.server_runs_bots).toBe(false);
    const both = { is_on: false, program: answering(`return "new";`) };
    expect((await iris.patch(`/bots/${gull.id}/program`, both)).body.msg).toBe(refused.body.msg);
    await iris.ok(iris.patch(`/bots/${gull.id}/program`, { is_on: false }));
  });
});

test("[security 23.2] each change is in the audit log: script digests, hosts, enabling and disabling", async () => {
  const cast = await realm();
  const { iris } = cast;
  const gull = await hostedBot(cast, answering(`return "one";`));
  const put = (fields: object) => iris.ok(iris.patch(`/bots/${gull.id}/program`, fields));
  await put({ program: answering(`return "two";`), hosts: ["a.example"] });
  await put({ is_on: false });
  await put({ is_on: true });
  await put({});
  const { entries } = await iris.ok(iris.get("/audit_log"));
  const actions = ["bot.program_changed", "bot.hosts_changed", "bot.switched_off", "bot.switched_on"];
  const found = (entries as Json[]).filter(({ action }) => actions.includes(action)).reverse();
  expect(found.map(({ action }) => action)).toEqual([
    "bot.program_changed",
    "bot.program_changed",
    "bot.hosts_changed",
    "bot.switched_off",
    "bot.switched_on",
  ]);
  expect(found[1].details).toEqual({ before: found[0].details.after, after: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(found[2].details).toEqual({ before: [], after: ["a.example"], added: ["a.example"] });
  expect(JSON.stringify(entries)).not.toContain("onMessage");
});
