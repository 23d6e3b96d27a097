import type { Bench, Stage } from "../bench.ts";
import { compare } from "../comparison.ts";
import { closedLoop } from "../load/closed-loop.ts";
import { Connection } from "../load/connection.ts";
import { EventQueues } from "../load/event-queues.ts";
import { apiRequest, request } from "../load/requests.ts";
import { WaitingRequests } from "../load/waiting-requests.ts";
import type { Measure } from "../measure.ts";
import { cpuDuring } from "../server/idle.ts";

const QUEUES = 100;
const SECONDS = 3;

/** Messages are delivered to many queues, one after the other, as fast as possible. */
export const measure: Measure = {
  name: "deliveries",
  about: "one message after the other is delivered to 100 queues",
  async run(bench) {
    const stage = await bench.stage({ of: "standard" });
    const { server, organization } = stage;
    const { people, channels } = organization;
    const size = bench.settings.quick ? 10 : QUEUES;
    const queues = new EventQueues(server, people.slice(1));
    await queues.grow(size);
    let woken = 0;
    const waiters = new WaitingRequests(server.floors, () => {
      woken += 1;
    });
    while (waiters.size < size) waiters.add(() => request("GET", "/wait"));
    const message = { type: "channel", to: channels[0]?.id ?? 0, topic: "deliveries", content: "To **all** of you" };
    const ours: Side = {
      port: server.port,
      waiters: queues.waiters,
      next: () => apiRequest("POST", "/messages", people[0] ?? server.owner, message),
      delivered: () => queues.delivered,
    };
    const floor: Side = {
      port: server.floors,
      waiters,
      next: () => request("POST", "/wake", "", "x".repeat(queues.answerLength)),
      delivered: () => woken,
    };
    const found = await compare(
      bench.settings.rounds,
      { ours: () => deliver(ours, stage, bench), floor: () => deliver(floor, stage, bench) },
      (what) => bench.progress(what),
    );
    const report = (name: string, key: keyof typeof found.ours, unit: "per s" | "per CPU s") =>
      bench.report({ name, value: found.ours[key], floor: found.floor[key], unit }, found.ratio[key]);
    report("events delivered", "perSecond", "per s");
    report("events delivered", "perCpuSecond", "per CPU s");
    report("messages sent meanwhile", "sends", "per s");
    for (const each of [queues.waiters, waiters]) each.close();
  },
};

interface Side {
  readonly port: number;
  readonly waiters: WaitingRequests;
  readonly next: () => string;
  readonly delivered: () => number;
}

async function deliver({ port, waiters, next, delivered }: Side, { server }: Stage, bench: Bench) {
  const seconds = bench.settings.quick ? 0.2 : SECONDS;
  let over = false;
  let waited = false;
  const before = delivered();
  const { result, seconds: cpu } = await cpuDuring(server.pid, async () => {
    const waiting = waiters
      .waitUntil(() => over)
      .then(() => {
        waited = true;
      });
    const { perSecond } = await closedLoop(port, { connections: 1, seconds, next });
    over = true;
    const count = delivered() - before;
    // The round ends only once the waiting requests are answered.
    const connection = new Connection(port);
    while (!waited) await connection.send(next());
    connection.close();
    await waiting;
    return { count, sends: perSecond };
  });
  return { perSecond: result.count / seconds, perCpuSecond: (delivered() - before) / cpu, sends: result.sends };
}
