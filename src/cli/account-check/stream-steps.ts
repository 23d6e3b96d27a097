import { setTimeout as pause } from "node:timers/promises";
import { type CheckStep, Client, type Context, type ProbeResponse, statuses, times } from "./client.ts";
import { type CheckedStream, openStream, textFrame } from "./stream.ts";

/**
 * Number of streams opened concurrently, and per account. An account with more than a hundred queues loses its oldest
 * ones.
 */
const [AT_ONCE, EACH] = [20, 90];
const HEARD_MS = 30_000;
/** How long the streams stay silent, and the interval of their pings during that time. */
const [SILENT_MS, PING_MS] = [15 * 60_000, 30_000];
/** Numbers of concurrent sends, and the duration of the load with each. */
const CONCURRENCIES = [8, 32, 128];
const LOAD_MS = 10_000;

/** Repeats a call while it is rate-limited, because an account's limits are far below this load. */
async function patiently(call: () => Promise<ProbeResponse>): Promise<ProbeResponse> {
  for (;;) {
    const answer = await call();
    const seconds = Number(answer.headers["retry-after"]);
    if ((answer.status !== 429 && answer.status !== 503) || !(seconds > 0)) return answer;
    await pause(seconds * 1000);
  }
}

/** Returns clients for the accounts that hold the streams: the owner, and bots created for this purpose. */
async function accounts({ owner, channel }: Context, count: number): Promise<Client[]> {
  const found = [owner];
  for (let made = 1; made < count; made += 1) {
    const short_name = `check-${Date.now().toString(36)}-${made}`;
    const fields = { full_name: short_name, short_name, bot_type: "1" };
    const bot = await owner.ok(patiently(() => owner.call("POST", "/bots", fields)));
    const [email] = [bot.bot_email ?? bot.email ?? `${short_name}-bot@${owner.site.hostname}`];
    found.push(new Client(owner.site, `${email}:${bot.api_key}`));
    await owner.ok(
      patiently(() =>
        owner.call("POST", "/users/me/subscriptions", {
          subscriptions: JSON.stringify([{ name: "account check" }]),
          principals: JSON.stringify([bot.user_id]),
        }),
      ),
    );
  }
  if (channel <= 0) throw new Error("no channel");
  return found;
}

interface OpenStreams {
  readonly streams: CheckedStream[];
  /**
   * Number of streams that were open when one was permanently rejected, and the status of that rejection. Null if all
   * are open.
   */
  readonly refusedAt: { readonly open: number; readonly status: number } | null;
}

async function open(context: Context, count: number): Promise<OpenStreams> {
  const people = await accounts(context, Math.ceil(count / EACH));
  const streams: CheckedStream[] = [];
  let [begun, refusedAt] = [0, null as OpenStreams["refusedAt"]];
  const work = async () => {
    while (begun < count && refusedAt === null) {
      const person = people[Math.floor(begun / EACH)] ?? context.owner;
      begun += 1;
      const fields = { event_types: '["message"]', fetch_event_types: "[]" };
      const { queue_id } = await person.ok(patiently(() => person.call("POST", "/register", fields)));
      for (;;) {
        const stream = await openStream(person.site, person.credentials ?? "", queue_id);
        if (stream.status === 101) streams.push(stream);
        else if (stream.retryAfter !== undefined && (stream.status === 429 || stream.status === 503)) {
          await pause(stream.retryAfter * 1000);
          continue;
        } else refusedAt ??= { open: streams.length, status: stream.status };
        break;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { streams, refusedAt };
}

/** Returns the number of streams that receive a message, and the milliseconds until the last of them has it. */
async function heardBy({ owner, channel }: Context, streams: readonly CheckedStream[]) {
  const before = streams.map((stream) => stream.heard());
  const began = performance.now();
  const content = "To all who listen";
  await owner.ok(owner.call("POST", "/messages", { type: "channel", to: String(channel), topic: "streams", content }));
  for (;;) {
    const heard = streams.filter((stream, index) => stream.heard() > (before[index] ?? 0)).length;
    const lastMs = Math.round(performance.now() - began);
    if (heard === streams.length || lastMs > HEARD_MS) return { heard, lastMs };
    await pause(5);
  }
}

const closeAll = (streams: readonly CheckedStream[]) => {
  for (const { socket } of streams) socket?.destroy();
};

const streamsStep: CheckStep = {
  name: "streams",
  expects:
    "--sockets streams (2,000) open, and a message comes to all. With RELAYS_FROM = 30000 one object holds them: `refusedAt` " +
    "is what it takes; `wrangler tail` beside it says exceededMemory where memory ends first",
  async run(context) {
    const count = Math.max(2, Math.round(context.sockets * context.scale));
    const began = performance.now();
    const { streams, refusedAt } = await open(context, count);
    const openSeconds = Math.round((performance.now() - began) / 100) / 10;
    try {
      const { heard, lastMs } = await heardBy(context, streams);
      const isGood = refusedAt === null && streams.length === count && heard === count;
      return { isGood, told: { open: streams.length, refusedAt, openSeconds, heard, lastMs } };
    } finally {
      closeAll(streams);
    }
  },
};

const silenceStep: CheckStep = {
  name: "silence",
  expects:
    "20 streams that are silent for 15 minutes, but for pings, stay open, and hear of a message then. Dashboard, Durable " +
    "Objects, Duration of these minutes: near 0 GB-s for Realm; with RELAYS_FROM = 0, Relay has 115 if a link never hibernates",
  async run(context) {
    const { streams } = await open(context, Math.max(2, Math.round(20 * Math.min(1, context.scale * 10))));
    try {
      const from = new Date().toISOString();
      for (let left = SILENT_MS * context.scale; left > 0; left -= PING_MS) {
        await pause(Math.min(left, PING_MS));
        for (const { socket } of streams) socket?.write(textFrame("ping"));
      }
      const stayed = streams.filter(({ isOpen }) => isOpen).length;
      const { heard, lastMs } = await heardBy(context, streams);
      const told = { from, until: new Date().toISOString(), open: streams.length, stayed, heard, lastMs };
      return { isGood: stayed === streams.length && heard === streams.length, told };
    } finally {
      closeAll(streams);
    }
  },
};

const loadStep: CheckStep = {
  name: "load",
  expects:
    "sends by 8, 32 and 128 at a time, for ten seconds each: 200, or a refusal with Retry-After; how many a second",
  async run(context) {
    const { owner, channel, scale } = context;
    const told: Record<string, object> = {};
    let isGood = true;
    for (const concurrency of CONCURRENCIES) {
      const answers: ProbeResponse[] = [];
      const began = performance.now();
      const fields = { type: "channel", to: String(channel), topic: "load", content: "account check" };
      const work = async () => {
        do answers.push(await owner.call("POST", "/messages", fields));
        while (performance.now() - began < LOAD_MS * scale);
      };
      await Promise.all(Array.from({ length: concurrency }, work));
      const taken = answers.filter(({ status }) => status === 200);
      const aSecond = Math.round(taken.length / ((performance.now() - began) / 1000));
      isGood &&= answers.every(({ status, headers }) => status === 200 || headers["retry-after"] !== undefined);
      told[`${concurrency} at a time`] = { aSecond, ...statuses(answers), ...times(taken) };
    }
    return { isGood, told };
  },
};

export const streamSteps: readonly CheckStep[] = [streamsStep, silenceStep, loadStep];
