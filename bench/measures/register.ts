import type { Bench } from "../bench.ts";
import { quantile } from "../load/closed-loop.ts";
import { Connection } from "../load/connection.ts";
import { registration } from "../load/registration.ts";
import { apiRequest } from "../load/requests.ts";
import type { Measure } from "../measure.ts";

const TRIES = 10;
const TOTAL_BUDGET = { atMost: 1000 };
const REALM_BUDGET = { atMost: 100 };

/** A client registers and receives its whole initial state. */
export const measure: Measure = {
  name: "register",
  about: "a client registers: 10,000 users, 1,000 channels",
  async run(bench) {
    const { times, bytes } = await registrations(bench);
    bench.report({ name: "p50", value: quantile(times, 0.5), unit: "ms", budget: TOTAL_BUDGET });
    bench.report({ name: "slowest", value: times.at(-1) ?? Number.NaN, unit: "ms" });
    bench.report({ name: "answer", value: bytes, unit: "bytes" });
    bench.report({ name: "in the realm", value: await busyMs(bench), unit: "ms", budget: REALM_BUDGET });
  },
};

async function registrations(bench: Bench): Promise<{ times: number[]; bytes: number }> {
  const { server, organization } = await bench.stage({ of: "standard" });
  const connection = new Connection(server.port);
  const times: number[] = [];
  let bytes = 0;
  for (let attempt = -2; attempt < TRIES; attempt++) {
    const account = organization.people[attempt + 2] ?? server.owner;
    const start = performance.now();
    const { body } = await connection.send(apiRequest("POST", "/register", account, registration));
    if (attempt >= 0) times.push(performance.now() - start);
    bytes = body.length;
  }
  connection.close();
  return { times: times.sort((a, b) => a - b), bytes };
}

/** Returns the average time for which a registration keeps the realm busy. */
async function busyMs(bench: Bench): Promise<number> {
  const { server, organization } = await bench.stage({ of: "standard", hooks: true });
  const busy = async () => (await server.call<{ busy_ms: number }>("GET", "/testing/work")).busy_ms;
  await server.call("POST", "/register", registration, organization.people[0]);
  const before = await busy();
  for (const account of organization.people.slice(0, TRIES)) {
    await server.call("POST", "/register", registration, account);
  }
  return ((await busy()) - before) / TRIES;
}
