import type { Bench, Stage } from "../bench.ts";
import { compare } from "../comparison.ts";
import { closedLoop } from "../load/closed-loop.ts";
import { apiRequest } from "../load/requests.ts";
import type { Measure } from "../measure.ts";
import type { Budget } from "../report/figure.ts";
import { cpuDuring } from "../server/idle.ts";

const CONNECTIONS = [1, 32, 256];
const SECONDS = 3;
const budgets: Record<number, { readonly p50?: Budget; readonly throughput?: Budget }> = {
  1: { p50: { atMost: 1.5 } },
  256: { throughput: { atLeast: 0.6 } },
};

/**
 * Sends, compared with a Worker and an object that insert one row: in a commit of its own, or, with many connections,
 * in a shared commit.
 */
export const measure: Measure = {
  name: "send",
  about: "a message is sent, by 1, 32 and 256 connections",
  async run(bench) {
    const stage = await bench.stage({ of: "standard" });
    for (const connections of CONNECTIONS) await sendBy(connections, stage, bench);
  },
};

async function sendBy(connections: number, stage: Stage, bench: Bench): Promise<void> {
  const { server } = stage;
  const seconds = bench.settings.quick ? 0.1 : SECONDS;
  const next = messages(stage);
  const path = connections === 1 ? "/insert" : "/insert-shared";
  const side = async (port: number, request: () => string) => {
    const load = { connections, seconds, next: request };
    const { result, seconds: cpu } = await cpuDuring(server.pid, () => closedLoop(port, load));
    return { ...result, cpu: (cpu / (result.perSecond * seconds)) * 1e6 };
  };
  const found = await compare(
    bench.settings.rounds,
    {
      ours: () => side(server.port, next),
      floor: () => side(server.floors, () => next().replace("/api/v1/messages", path)),
    },
    (what) => bench.progress(`${connections} connections, ${what}`),
  );
  const report = (name: string, key: keyof typeof found.ours, unit: "ms" | "µs" | "per s", budget?: Budget) =>
    bench.report(
      { name: `by ${connections}: ${name}`, value: found.ours[key], floor: found.floor[key], unit, budget },
      found.ratio[key],
    );
  report("p50", "p50", "ms", budgets[connections]?.p50);
  report("p99", "p99", "ms");
  report("throughput", "perSecond", "per s", budgets[connections]?.throughput);
  report("CPU each", "cpu", "µs");
}

/** Returns a function that builds requests for sending messages to a busy channel, from fifty people in ten topics. */
export function messages({ organization, server }: Stage): () => string {
  const { channels, people } = organization;
  const channel = channels[5];
  const senders = (channel?.members ?? []).slice(0, 50).flatMap((place) => people[place] ?? []);
  let sent = 0;
  return () => {
    sent += 1;
    const content = `This is **number** ${sent}`;
    const fields = { type: "channel", to: channel?.id ?? 0, topic: `topic ${sent % 10}`, content };
    return apiRequest("POST", "/messages", senders[sent % senders.length] ?? server.owner, fields);
  };
}
