import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../src/cli/os/port.ts";
import type { Bench } from "../bench.ts";
import { Office } from "../cost/office.ts";
import { Connection } from "../load/connection.ts";
import { EventQueues } from "../load/event-queues.ts";
import { apiRequest } from "../load/requests.ts";
import { sendsDuring } from "../load/sends-during.ts";
import type { Measure } from "../measure.ts";
import { type Started, withServer } from "../server/started.ts";

const POLLS = 2000;
const USUAL_MS = 3000;

/** The runtime is killed while polls wait. The gate passes the polls on to the new runtime. */
export const measure: Measure = {
  name: "return-polls",
  about: "2,000 polls wait when the runtime is killed: how sends fare until all of them have a message",
  async run(bench) {
    const data = mkdtempSync(join(tmpdir(), "parley-return-"));
    const port = await freePort("127.0.0.1", 0);
    await withServer(data, port, (server) => measureReturn(bench, server));
    rmSync(data, { recursive: true, force: true });
  },
};

async function measureReturn(bench: Bench, { port, owner, processes }: Started): Promise<void> {
  const office = new Office({ direct: port, owner });
  await office.grow(100);
  const queues = new EventQueues({ port, owner }, office.people);
  const count = bench.settings.quick ? 50 : POLLS;
  bench.progress(`${count} polls`);
  await queues.grow(count);
  await queues.waiters.send();
  bench.progress("sends while all wait");
  // A message to oneself, which no one else receives.
  const sends = { port, owner, message: { type: "direct", to: [owner.email], content: "A note" } };
  const usual = await sendsDuring(sends, () => pause(USUAL_MS));
  bench.progress("all come back");
  const runtime = processes().find(({ name }) => name === "workerd");
  if (runtime) process.kill(runtime.pid, "SIGKILL");
  const connection = new Connection(port);
  await connection.send(apiRequest("GET", "/server_settings", owner));
  const message = { type: "channel", to: "general", topic: "return", content: "Who is back?" };
  let last = Number.NaN;
  const meanwhile = await sendsDuring(sends, async () => {
    const send = () => connection.send(apiRequest("POST", "/messages", owner, message));
    ({ last } = await queues.waiters.answeredBy(send));
  });
  connection.close();
  queues.waiters.close();
  bench.report({ name: "until all have a message", value: last, unit: "ms" });
  bench.report({ name: "sends, p50 meanwhile", value: meanwhile.p50, floor: usual.p50, unit: "ms" });
  bench.report({ name: "sends, the longest meanwhile", value: meanwhile.longest, floor: usual.longest, unit: "ms" });
}
