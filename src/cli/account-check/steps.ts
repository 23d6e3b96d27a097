import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { type CheckStep, type Client, type Context, type ProbeResponse, statuses, times } from "./client.ts";
import { streamSteps } from "./stream-steps.ts";

const MIB = 2 ** 20;

const scaled = ({ scale }: Context, count: number) => Math.max(2, Math.round(count * scale));

const say = ({ owner, channel }: Context, content: string) =>
  owner.call("POST", "/messages", { type: "channel", to: String(channel), topic: "account check", content });

/** Returns the rendered contents of a queue's messages, without the enclosing `<p>`. */
async function contentsHeard(client: Client, { queue_id, last_event_id }: { queue_id: string; last_event_id: number }) {
  const heard: string[] = [];
  for (let last = last_event_id; ; ) {
    const fields = { queue_id, last_event_id: String(last), dont_block: "true" };
    const { events }: { events: { id: number; message: { content: string } }[] } = await client.ok(
      client.call("GET", "/events", fields),
    );
    if (events.length === 0) return heard;
    heard.push(...events.map(({ message }) => message.content.replace(/^<p>|<\/p>$/g, "")));
    last = Math.max(...events.map(({ id }) => id));
  }
}

export const steps: CheckStep[] = [
  {
    name: "logins",
    expects: "fifty logins, one a second: all 200. A 503 (error 1102) is the free plan's limit of CPU",
    async run(context) {
      const { owner, stranger, password } = context;
      const username = owner.credentials?.split(":")[0] ?? "";
      const answers = [];
      for (let count = scaled(context, 50); count > 0; count -= 1) {
        answers.push(await stranger.call("POST", "/fetch_api_key", { username, password }));
        await pause(1000 * context.scale);
      }
      return {
        isGood: answers.every(({ status }) => status === 200),
        told: { ...statuses(answers), ...times(answers) },
      };
    },
  },
  {
    name: "calls",
    expects:
      "sends, pages, registrations and pings: all 200; `npx wrangler tail --format json` beside it has their CPU",
    async run(context) {
      const { owner } = context;
      const calls: Record<string, () => Promise<ProbeResponse>> = {
        send: () => say(context, "account check"),
        page: () => owner.call("GET", "/messages", { anchor: "newest", num_before: "100", num_after: "0" }),
        register: () => owner.call("POST", "/register", {}),
        ping: () => owner.call("POST", "/users/me/presence", { status: "active" }),
      };
      const told: Record<string, object> = {};
      let isGood = true;
      for (const [name, call] of Object.entries(calls)) {
        const answers = [];
        for (let count = scaled(context, 20); count > 0; count -= 1) answers.push(await call());
        isGood &&= answers.every(({ status }) => status === 200);
        told[name] = { ...statuses(answers), ...times(answers), ray: answers[0]?.headers["cf-ray"] };
      }
      return { isGood, told };
    },
  },
  {
    name: "uploads",
    expects: "0.3, 1, 25 and 95 MiB: 200; 101 MiB: 413, by Cloudflare or by Parley",
    async run(context) {
      const told: Record<string, object> = {};
      let isGood = true;
      for (const size of [0.3, 1, 25, 95, 101].filter((size) => context.scale === 1 || size <= 1)) {
        const { status, ms } = await context.owner.upload(Math.round(size * MIB));
        told[`${size} MiB`] = { status, ms };
        isGood &&= status === (size > 100 ? 413 : 200);
      }
      return { isGood, told };
    },
  },
  {
    name: "addresses",
    expects: "odd spellings of paths are answered, and never with a 5xx; text is compressed",
    async run({ owner, stranger }) {
      const paths = [
        "//api//v1/server_settings",
        "/api/v1/server_settings/",
        "/api%2Fv1/server_settings",
        "/api/v1/nosuch",
      ];
      const answers = await Promise.all(paths.map((path) => stranger.send(path)));
      const head = await stranger.send("/api/v1/server_settings", { method: "HEAD" });
      const headers = { "accept-encoding": "br, gzip" };
      const packed = await owner.send("/api/v1/users", { headers });
      const told = {
        ...Object.fromEntries(paths.map((path, index) => [path, answers[index]?.status])),
        HEAD: head.status,
      };
      const encoding = packed.headers["content-encoding"];
      return {
        isGood: [...answers, head].every(({ status }) => status > 0 && status < 500),
        told: { ...told, encoding },
      };
    },
  },
  {
    name: "returning",
    expects: "90 clients that are cut off while they wait come back, and ask 500 times at once: all are answered",
    async run(context) {
      const { owner } = context;
      const clients = Math.min(90, scaled(context, 90));
      const queues: { queue_id: string; last_event_id: number }[] = [];
      for (let count = 0; count < clients; count += 1) {
        queues.push(await owner.ok(owner.call("POST", "/register", { event_types: '["message"]' })));
      }
      const all = (more: object = {}, signal = AbortSignal.timeout(60_000)) =>
        queues.flatMap(({ queue_id, last_event_id }) => {
          const fields = { queue_id, last_event_id: String(last_event_id), ...more };
          return [owner.call("GET", "/events", fields, signal)];
        });
      const cut = new AbortController();
      const parked = all({}, cut.signal);
      await pause(2000 * context.scale);
      cut.abort();
      await Promise.all(parked);
      const rounds = Math.max(1, Math.round(500 / clients));
      const answers = (
        await Promise.all(Array.from({ length: rounds }, () => all({ dont_block: "true" })).flat())
      ).flat();
      return {
        isGood: answers.every(({ status }) => status === 200),
        told: { ...statuses(answers), ...times(answers) },
      };
    },
  },
  {
    name: "rate",
    expects: "300 sends a second for a minute: 200, or a refusal with Retry-After",
    async run(context) {
      const seconds = scaled(context, 60);
      const sent = [];
      for (let second = 0; second < seconds; second += 1) {
        for (let count = 0; count < 300 * context.scale; count += 1) sent.push(say(context, `rate ${second}.${count}`));
        await pause(1000);
      }
      const answers = await Promise.all(sent);
      const others = answers.filter(({ status, headers }) => status !== 200 && headers["retry-after"] === undefined);
      return { isGood: others.length === 0, told: { ...statuses(answers), ...times(answers) } };
    },
  },
  {
    name: "deploy",
    expects:
      "a deploy while 20 messages a second are sent: no error that a client takes as final, nothing lost or doubled",
    async run(context) {
      if (!context.deploys) return { isGood: true, told: { left: "needs --deploys" } };
      const { owner } = context;
      const child = spawn("npm", ["run", "deploy"], { stdio: "inherit" });
      const ended: Promise<number> = new Promise((resolve) => child.on("close", (status) => resolve(status ?? 1)));
      let isOver = false;
      void ended.then(() => (isOver = true));
      const registered = await owner.ok(owner.call("POST", "/register", { event_types: '["message"]' }));
      const sent: Promise<{ content: string; answer: ProbeResponse }>[] = [];
      for (let count = 0; !isOver; count += 1) {
        const content = `deploy ${count}`;
        sent.push(say(context, content).then((answer) => ({ content, answer })));
        await pause(50);
      }
      const all = await Promise.all(sent);
      const heard = await contentsHeard(owner, registered);
      const answers = all.map(({ answer }) => answer);
      const final = answers.filter(({ status }) => status >= 400 && status < 500 && status !== 429).length;
      const lost = all.filter(({ content, answer }) => answer.status === 200 && !heard.includes(content)).length;
      const doubled = heard.length - new Set(heard).size;
      const told = { ...statuses(answers), status: await ended, heard: heard.length, final, lost, doubled };
      return { isGood: final === 0 && lost === 0 && doubled === 0, told };
    },
  },
  ...streamSteps,
];

/** Manual checks: what to run or look at, and the expected result. */
export const BY_HAND = [
  ["npm run deploy, twice", "the second one applies nothing, asks nothing, and changes no tracked file (`git diff`)"],
  ["Dashboard, Durable Objects, Duration: five polls held and nothing else for ten minutes", "near 0 GB-s, not 77"],
  [
    "npx wrangler rollback after an update with a schema step, then forward again",
    "503 SERVER_OUTDATED or all goes on; a message that was scheduled meanwhile is sent",
  ],
  [
    "npx wrangler tail --format json during `uploads` and a long message in Chinese",
    "outcome ok; no exceededCpu, exceededMemory",
  ],
  [
    "Dashboard, Durable Objects, Memory (or `npx wrangler tail`) during `streams --sockets 30000`",
    "how much each object holds at its peak; no exceededMemory below the number that `refusedAt` tells",
  ],
  ["Dashboard, D1, rows written, for 1,000 sends", "about 6 a message; the object's about 14"],
  ["Workers Logs for a day", "no line for a poll; no key, token or queue id in any line"],
  [
    "npx wrangler d1 time-travel restore on a copy",
    "/health says `lagging`, then `ok`; messages of then and later are there",
  ],
  [
    "*.example.org/* with a proxied record, two organizations; then *.chat.example.org",
    "the first has a certificate, the second a TLS error",
  ],
  [
    "an email from MAIL_FROM to a stranger; and from an address that can't send",
    "it arrives; the log says mail_refused, and it is not tried for a day",
  ],
  [
    "the free plan's 100,000 rows in one go (`rate` again and again)",
    "503 with words until 00:00 UTC, then it goes on",
  ],
];
