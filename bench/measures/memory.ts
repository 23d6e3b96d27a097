import { setTimeout as pause } from "node:timers/promises";
import { EventQueues } from "../load/event-queues.ts";
import type { Measure } from "../measure.ts";
import { measureProcesses } from "../memory/processes.ts";
import { untilIdle } from "../server/idle.ts";
import { storedBytes } from "../server/stored-bytes.ts";
import { residentBytes } from "../server/usage.ts";

const QUEUES = 2000;
const STORED_BUDGET = { atMost: 1000 };

/** The memory of a server, and the memory and storage of idle event queues. */
export const measure: Measure = {
  name: "memory",
  about: "npm start by process, idle and after 10,000 sends; a queue, in memory and stored",
  async run(bench) {
    await measureProcesses(bench);
    const count = bench.settings.quick ? 50 : QUEUES;
    const { server, organization } = await bench.stage({ of: "standard", fresh: true });
    const resident = async () => {
      await untilIdle(server.pid);
      return residentBytes(server.pid) ?? Number.NaN;
    };
    const queues = new EventQueues(server, organization.people);
    // The first queues also make the process allocate memory that it keeps.
    bench.progress("warming up");
    await queues.grow(count / 10);
    const before = await resident();
    bench.progress("registering");
    await queues.grow(count + count / 10);
    const idle = await resident();
    bench.progress("waiting");
    await queues.waiters.send();
    const waiting = await resident();
    queues.waiters.close();
    bench.report({ name: "workerd, with an organization", value: before, unit: "bytes" });
    bench.report({ name: "an idle queue, awake", value: (idle - before) / count, unit: "bytes" });
    bench.report({ name: "a waiting queue", value: (waiting - idle) / queues.waiters.size, unit: "bytes" });

    await bench.end();
    const full = storedBytes(organization.data);
    const again = await bench.stage({ of: "standard" });
    await new EventQueues(again.server, organization.people).grow(count);
    await pause(100);
    await bench.end();
    const stored = (storedBytes(organization.data) - full) / count;
    bench.report({ name: "an idle queue, stored", value: stored, unit: "bytes", budget: STORED_BUDGET });
  },
};
