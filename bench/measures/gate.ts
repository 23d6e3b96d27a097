import { compare } from "../comparison.ts";
import { closedLoop } from "../load/closed-loop.ts";
import type { Measure } from "../measure.ts";
import { messages } from "./send.ts";

const CONNECTIONS = [1, 64];
const SECONDS = 3;
const BUDGET = { atMost: 1.05 };

/** The cost of the gate: the same messages go to the same server, through the gate and past it. */
export const measure: Measure = {
  name: "gate",
  about: "a message is sent by 1 and 64 connections, through the gate and around it",
  async run(bench) {
    const stage = await bench.stage({ of: "standard" });
    const { server } = stage;
    const seconds = bench.settings.quick ? 0.1 : SECONDS;
    const next = messages(stage);
    for (const connections of CONNECTIONS) {
      const side = (port: number) => async () => ({ ...(await closedLoop(port, { connections, seconds, next })) });
      const found = await compare(
        bench.settings.rounds,
        { ours: side(server.port), floor: side(server.direct) },
        (what) => bench.progress(`${connections} connections, ${what}`),
      );
      for (const [name, key, unit] of [
        ["p50", "p50", "ms"],
        ["p99", "p99", "ms"],
        ["throughput", "perSecond", "per s"],
      ] as const) {
        const budget = key === "p50" ? BUDGET : undefined;
        const figure = {
          name: `by ${connections}: ${name}`,
          value: found.ours[key],
          floor: found.floor[key],
          unit,
          budget,
        };
        bench.report(figure, found.ratio[key]);
      }
    }
  },
};
