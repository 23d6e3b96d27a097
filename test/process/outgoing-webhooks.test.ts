import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { saidBy, tell } from "./support/bot-messages.ts";
import { mailServer } from "./support/mail-server.ts";
import { ownerOf, type Person } from "./support/person.ts";
import { portOf } from "./support/port-of.ts";
import { until } from "./support/processes.ts";
import { runHere } from "./support/run-here.ts";
import { start } from "./support/server.ts";

interface Received {
  readonly id: string;
  readonly data: string;
}

type Answer = (received: Received, count: number) => { status?: number; headers?: object; body?: string } | undefined;

/** A bot's service on this machine. It never responds to requests that `answer` doesn't handle. */
async function service(answer: Answer): Promise<{ received: Received[]; port: number }> {
  const received: Received[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = request.method === "POST" ? await text(request) : "{}";
    const one = { id: String(request.headers["webhook-id"]), data: String(JSON.parse(body).data) };
    received.push(one);
    const { status = 200, headers = {}, body: said = "{}" } = answer(one, received.length) ?? { status: 0 };
    if (status !== 0) response.writeHead(status, { ...headers }).end(said);
  });
  return { received, port: await portOf(server) };
}

const makeBot = async (owner: Person, name: string, url: string): Promise<number> =>
  (
    await owner.ok(
      owner.post("/bots", { full_name: name, short_name: name, bot_type: 3, payload_url: JSON.stringify(url) }),
    )
  ).user_id;

test("a bot's answer is posted once, even if the server is killed during the request to its service", async () => {
  const { received, port } = await service((_, count) =>
    count === 1 ? undefined : { body: JSON.stringify({ content: "once" }) },
  );
  const args = ["--allow-private-hosts", `127.0.0.1:${port}`, "--test-hooks"];
  const first = await start({ args });
  const owner = await ownerOf(first);
  const bot = await makeBot(owner, "Gull", `http://127.0.0.1:${port}/`);
  await tell(owner, bot, "hello");
  await until("it is asked", () => received.length === 1);
  await first.killHard("all");
  const again = await ownerOf(await start({ data: first.data, args }));
  // Past the time for all attempts: what is left of it could be too short for the next one.
  await again.ok(again.post("/testing/clock", { advance_ms: 60_000 }));
  await until("it has answered", async () => (await saidBy(again, bot)).length > 0);
  expect(await saidBy(again, bot)).toEqual(["once"]);
  expect(received.map(({ id }) => id)).toEqual([received[0]?.id, received[0]?.id]);
});

test("a silent service doesn't delay others, and private addresses aren't requested, by name or by redirect", async () => {
  let redirected = 0;
  const { received, port } = await service(({ data }) => {
    if (data === "silence") return undefined;
    if (data === "redirect") return { status: 302, headers: { Location: `http://localhost:${port}/` } };
    if (data === "undefined") redirected++;
    return { body: JSON.stringify({ content: `heard ${data}` }) };
  });
  const server = await start({ args: ["--allow-private-hosts", `127.0.0.1:${port}`, "--rate-limits", "off"] });
  const owner = await ownerOf(server);
  const silent = await makeBot(owner, "Silent", `http://127.0.0.1:${port}/`);
  const quick = await makeBot(owner, "Quick", `http://127.0.0.1:${port}/`);
  const private_ = await makeBot(owner, "Private", `http://localhost:${port}/`);
  await tell(owner, silent, "silence");
  await until("it is asked", () => received.length === 1);
  await tell(owner, quick, "one");
  await tell(owner, quick, "redirect");
  await tell(owner, private_, "one");
  const failure = "Failure! Bot is unavailable";
  await until("the others are done", async () => (await saidBy(owner, quick)).includes(failure));
  expect((await saidBy(owner, quick))[0]).toBe("heard one");
  await until("the private one is done", async () => (await saidBy(owner, private_)).includes(failure));
  expect(redirected).toBe(0);
  expect(await saidBy(owner, silent)).toEqual([]);
});

test("a copy of a server started with --hold-outgoing calls no service, sends no email, and reports the hold", async () => {
  const { received, port } = await service(() => ({ body: JSON.stringify({ content: "an answer" }) }));
  const mail = await mailServer();
  const args = ["--allow-private-hosts", `127.0.0.1:${port}`, "--test-hooks"];
  const env = { MAIL_URL: `smtp://localhost:${mail.port}?tls=none`, MAIL_FROM: "parley@chat.example.com" };
  const server = await start({ args, env });
  const bot = await makeBot(await ownerOf(server), "Gull", `http://127.0.0.1:${port}/`);
  await server.stop();

  const copy = await start({ data: server.data, args: [...args, "--hold-outgoing", "--rate-limits", "off"], env });
  expect(copy.output).toContain("nothing is sent");
  const owner = await ownerOf(copy);
  await until("the bot's owner is told why", async () => {
    // On a busy machine an attempt may run out of time, which ends with another reason.
    await tell(owner, bot, "hello");
    await owner.ok(owner.post("/testing/clock", { advance_ms: 60_000 }));
    return (await saidBy(owner, bot)).join().includes("sends nothing: --hold-outgoing");
  });
  const { out, wrong } = await runHere("operator", "mail", "--try", "ada@example.com", "--data", server.data);
  expect(out + wrong).toContain("mail isn't configured");
  expect([received, mail.received]).toEqual([[], []]);
  await copy.stop();
  await mail.stop();
});
