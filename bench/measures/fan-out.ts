import { setTimeout as pause } from "node:timers/promises";
import { compare } from "../comparison.ts";
import { Connection } from "../load/connection.ts";
import { EventQueues } from "../load/event-queues.ts";
import { apiRequest, request } from "../load/requests.ts";
import { WaitingRequests, type WakeTimes } from "../load/waiting-requests.ts";
import type { Measure } from "../measure.ts";
import { untilIdle } from "../server/idle.ts";

const SIZES = [10, 100, 1000, 5000];
/** Within this time after a thousand polls were answered, events are collected (`src/realm/events/poll-pace.ts`). */
const UNPACED_MS = 1000;
const BUDGET = { atMost: 1.5 };

/** One message is delivered to many waiting queues, compared with an object that answers as many waiting requests. */
export const measure: Measure = {
  name: "fan-out",
  about: "a message comes to 10, 100, 1,000 and 5,000 waiting queues",
  async run(bench) {
    const { server, organization } = await bench.stage({ of: "standard" });
    const { people, channels } = organization;
    const sender = people[0] ?? server.owner;
    const queues = new EventQueues(server, people.slice(1));
    const floors = new WaitingRequests(server.floors);
    const message = { type: "channel", to: channels[0]?.id ?? 0, topic: "fan-out", content: "To **all** of you" };

    const wake = async (
      waiters: WaitingRequests,
      port: number,
      waking: string,
    ): Promise<Record<keyof WakeTimes, number>> => {
      await waiters.send();
      await pause(UNPACED_MS);
      await untilIdle(server.pid);
      const waker = new Connection(port);
      await waker.ready();
      const times = await waiters.answeredBy(() => waker.send(waking));
      waker.close();
      // Both sides' connections together would exceed the process's descriptor limit.
      waiters.close();
      return { ...times };
    };
    for (const size of bench.settings.quick ? [10] : SIZES) {
      await queues.grow(size);
      while (floors.size < size) floors.add(() => request("GET", "/wait"));
      const found = await compare(
        bench.settings.rounds,
        {
          ours: () => wake(queues.waiters, server.port, apiRequest("POST", "/messages", sender, message)),
          floor: () => wake(floors, server.floors, request("POST", "/wake", "", "x".repeat(queues.answerLength))),
        },
        (what) => bench.progress(`${size} queues, ${what}`),
      );
      for (const key of ["first", "p50", "last"] as const) {
        const name = `to ${size.toLocaleString("en")}: ${key}`;
        const budget = size === 1000 && key !== "first" ? BUDGET : undefined;
        bench.report({ name, value: found.ours[key], floor: found.floor[key], unit: "ms", budget }, found.ratio[key]);
      }
    }
  },
};
