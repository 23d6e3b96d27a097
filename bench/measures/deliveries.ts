import { compare } from "../comparison.ts";
import { closedLoop } from "../load/closed-loop.ts";
import { QueuesOfPeople } from "../load/queues.ts";
import { apiRequest, request } from "../load/requests.ts";
import { Waiters } from "../load/waiters.ts";
import type { Measure } from "../measure.ts";
import { cpuDuring } from "../server/settled.ts";

const QUEUES = 100;
const SECONDS = 3;

/** Many queues that are told one message after the other, as fast as it goes. */
export const measure: Measure = {
  name: "deliveries",
  about: "100 queues are told one message after the other",
  async run(bench) {
    const { server, organization } = await bench.stage({ of: "standard" });
    const { people, channels } = organization;
    const seconds = bench.settings.quick ? 0.2 : SECONDS;
    const queues = new QueuesOfPeople(server, people.slice(1));
    await queues.grow(bench.settings.quick ? 10 : QUEUES);
    let woken = 0;
    const floors = new Waiters(server.floors, () => {
      woken += 1;
    });
    while (floors.size < queues.waiters.size) floors.add(() => request("GET", "/wait"));

    const side = async (port: number, waiters: Waiters, next: () => string, count: () => number) => {
      let over = false;
      const before = count();
      const { result, seconds: cpu } = await cpuDuring(server.pid, async () => {
        const waiting = waiters.keepWaiting(() => over);
        const timings = await closedLoop(port, { connections: 1, seconds, next });
        over = true;
        // What still waits has to be woken once more.
        const last = await closedLoop(port, { connections: 1, seconds: 0.05, next });
        await waiting;
        return timings.perSecond + last.perSecond * 0;
      });
      const delivered = count() - before;
      return { deliveries: delivered / seconds, perCpu: delivered / cpu, sends: result };
    };
    const account = people[0] ?? server.owner;
    const message = { type: "channel", to: channels[0]?.id ?? 0, topic: "deliveries", content: "To **all** of you" };
    const found = await compare(
      bench.settings.rounds,
      {
        ours: () =>
          side(
            server.port,
            queues.waiters,
            () => apiRequest("POST", "/messages", account, message),
            () => queues.delivered,
          ),
        floor: () =>
          side(
            server.floors,
            floors,
            () => request("POST", "/wake", "", "x".repeat(900)),
            () => woken,
          ),
      },
      (what) => bench.tell(what),
    );
    const { ours, floor, ratio } = found;
    bench.report(
      { name: "events delivered", value: ours.deliveries, floor: floor.deliveries, unit: "per s" },
      ratio.deliveries,
    );
    bench.report(
      { name: "events delivered", value: ours.perCpu, floor: floor.perCpu, unit: "per CPU s" },
      ratio.perCpu,
    );
    bench.report(
      { name: "messages sent meanwhile", value: ours.sends, floor: floor.sends, unit: "per s" },
      ratio.sends,
    );
    queues.waiters.close();
    floors.close();
  },
};
