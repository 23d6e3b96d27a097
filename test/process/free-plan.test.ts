/** @module-tag nightly */
import { expect, test } from "vitest";
import { MeteredServer } from "../../bench/cost/metered-server.ts";
import { Office } from "../../bench/cost/office.ts";
import { FREE_REQUEST } from "../../bench/cost/prices.ts";
import type { ActCost } from "../../bench/cost/recorded.ts";
import { freshData } from "./support/server.ts";

/** How long password hashing takes on Cloudflare's machines, to convert this machine's times. */
const HASH_MS = 50;
const CODE = "def area(width, height=3):\n    return [width * each for each in range(height)]  # of all\n";

interface Step {
  readonly name: string;
  readonly times?: number;
  run(office: Office, index: number): Promise<unknown>;
}

/** Typical actions in an organization of 500, with the largest common messages and requests. */
const walk: readonly Step[] = [
  { name: "logging in", run: (office, index) => office.logIn(index) },
  { name: "changing a password", times: 3, run: (office, index) => office.changePassword(index) },
  { name: "making an account", times: 3, run: (office) => office.makeAccount() },
  { name: "registering", run: (office, index) => office.register(index) },
  { name: "sending", run: (office, index) => office.send(index) },
  { name: "reading a page", run: (office, index) => office.readPage(index) },
  { name: "reading a long page", run: (office, index) => office.readLongPage(index) },
  { name: "searching", run: (office, index) => office.search(index) },
  { name: "marking as read", run: (office) => office.markAsRead() },
  { name: "reacting", run: (office) => office.react() },
  { name: "editing", run: (office, index) => office.edit(index) },
  { name: "typing", run: (office, index) => office.type(index) },
  { name: "a ping", run: (office, index) => office.ping(index) },
  { name: "the list of all", run: (office, index) => office.listUsers(index) },
  { name: "a text of 5,000 characters", run: (office, index) => office.render(index, CODE.repeat(60).slice(0, 5000)) },
  {
    name: "code of 5,000 characters",
    run: (office, index) => office.render(index, `\`\`\`python\n${CODE.repeat(60).slice(0, 5000)}\n\`\`\``),
  },
  {
    name: "a file of 1 MB in a form",
    times: 3,
    run: (office, index) => office.upload(index, { bytes: 1e6, inForm: true }),
  },
  { name: "a file of 20 MB", times: 3, run: (office, index) => office.upload(index, { bytes: 20e6 }) },
  { name: "fetching a file", run: (office, index) => office.download(index) },
];

test("no common action exceeds the free plan's per-request limits on CPU, calls and value sizes", async () => {
  const metered = await MeteredServer.start(freshData());
  try {
    // Through the gate, as for browsers: the runtime itself sometimes closes a connection after a large body.
    const { port, owner } = metered.server;
    const office = new Office({ direct: port, owner });
    await office.grow(500);
    for (let index = 0; index < 100; index++) await office.send(index);
    const measured = async ({ run, times = 6 }: Step): Promise<ActCost> =>
      metered.during(
        async () => {
          for (let index = 0; index < times; index++) await run(office, index);
        },
        () => Promise.resolve(),
      );
    const costs = new Map<string, { readonly ms: number; readonly calls: number }>();
    let hashMs = Number.POSITIVE_INFINITY;
    for (const step of walk) {
      const { times = 6 } = step;
      // First runs are slower, and so is everything while the machine is busy.
      const rounds = [await measured(step), await measured(step), await measured(step)];
      const ms = Math.min(...rounds.map(({ worker_ms }) => worker_ms)) / times;
      const calls = Math.min(
        ...rounds.map(({ object_requests, d1_queries, r2_reads, r2_writes }) =>
          Math.ceil((object_requests + d1_queries + r2_reads + r2_writes) / times),
        ),
      );
      costs.set(step.name, { ms, calls });
      if (step.name === "logging in") hashMs = Math.min(...rounds.map(({ objects_ms }) => objects_ms)) / times;
    }
    // The password was hashed outside the Worker.
    expect(hashMs).toBeGreaterThan(10);
    for (const [name, { ms, calls }] of costs) {
      expect((ms * HASH_MS) / hashMs, `${name}: ${ms} ms beside ${hashMs} ms for a hash`).toBeLessThan(
        FREE_REQUEST.cpu_ms,
      );
      expect(calls, name).toBeLessThan(FREE_REQUEST.subrequests);
    }
  } finally {
    await metered.stop();
  }
});
