import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, request } from "../os/http.ts";
import { listen } from "../os/port.ts";
import { type BotProcess, type Machine, startBotProcess } from "./bot-process.ts";
import { takeTurns } from "./turns.ts";

/**
 * Maximum number of concurrent processes, which take about 50 MB each. Other runs wait, and organizations take turns.
 */
const MAX_PROCESSES = 4;
/** Maximum duration of a run, as a safeguard, because the server's workerd ends each run sooner. */
const MAX_DURATION_MS = 30_000;
const MAX_BYTES = 4_000_000;

/**
 * Runs bot scripts for this process's workerd, which sends requests to a dedicated port, with the setup token. Each run
 * gets its own process, which ends with the request. The first line of a request contains the script. The rest is
 * passed on to the process, whose response is passed back.
 */
export function createBotHost(machine: Machine, token: string) {
  const inTurn = takeTurns(MAX_PROCESSES);

  async function run(asked: IncomingMessage, answer: ServerResponse) {
    const { line, rest } = await firstLine(asked);
    const { organization, ...modules } = JSON.parse(line) as { organization: number; harness: string; program: string };
    await inTurn(organization, async () => {
      if (answer.destroyed) return;
      const bot = startBotProcess(machine, modules);
      const end = () => bot.kill();
      const timer = setTimeout(end, MAX_DURATION_MS);
      answer.once("close", end);
      try {
        await passOn(bot, asked, rest, answer);
      } finally {
        clearTimeout(timer);
        bot.kill();
        await bot.ended;
      }
    });
  }

  const server = createServer((asked, answer) => {
    asked.on("error", () => {});
    if (asked.headers.authorization !== `Bearer ${token}`) {
      answer.writeHead(403).end();
      return;
    }
    run(asked, answer).catch(() => answer.destroy());
  });

  return {
    /** Starts listening, and returns the URL for requests to run a script. */
    async listen() {
      return `http://127.0.0.1:${await listen(server, { host: "127.0.0.1", port: 0 })}/`;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function firstLine(asked: IncomingMessage) {
  let read = Buffer.alloc(0);
  for (;;) {
    const end = read.indexOf("\n");
    if (end >= 0) return { line: read.subarray(0, end).toString("utf8"), rest: read.subarray(end + 1) };
    if (read.length > MAX_BYTES) throw new Error("the program is too long");
    const chunk = asked.read() as Buffer | null;
    if (chunk !== null) read = Buffer.concat([read, chunk]);
    else if (asked.readableEnded || asked.destroyed) throw new Error("there is no program");
    else await Promise.race([once(asked, "readable"), once(asked, "close")]);
  }
}

/**
 * Relays lines to a process and back. If the process ends before its response is complete, the last line has the
 * reason.
 */
async function passOn(bot: BotProcess, asked: IncomingMessage, rest: Buffer, answer: ServerResponse) {
  const port = await bot.port;
  answer.writeHead(200, { "content-type": "application/x-ndjson" });
  const failed = async () => void answer.end(`\n${JSON.stringify({ failed: await bot.ended })}\n`);
  if (port === undefined) return failed();
  const headers = { authorization: bot.key };
  const passed = request({ host: "127.0.0.1", port, method: "POST", path: "/", headers });
  passed.on("error", () => {});
  passed.write(rest);
  asked.pipe(passed);
  answer.flushHeaders();
  const answered = await Promise.race([
    once(passed, "response").then(
      ([response]) => response as IncomingMessage,
      () => undefined,
    ),
    bot.ended.then(() => undefined),
  ]);
  if (answered === undefined) return failed();
  answered.pipe(answer, { end: false });
  const whole = await Promise.race([
    once(answered, "end").then(
      () => true,
      () => false,
    ),
    bot.ended.then(() => false),
  ]);
  if (whole) answer.end();
  else await failed();
}
