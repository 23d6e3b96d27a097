import { compare } from "../comparison.ts";
import { Connection } from "../load/connection.ts";
import { apiRequest, request } from "../load/requests.ts";
import { growFloor, growStreams, StreamSockets } from "../load/stream-sockets.ts";
import type { WakeTimes } from "../load/waiting-requests.ts";
import type { Measure } from "../measure.ts";
import { cpuDuring, untilIdle } from "../server/idle.ts";

const SIZES = [100, 1000];
const FAN_OUT = { atMost: 1.5 };
const CPU = { atMost: 1.3 };
/** Messages in flight at a time. */
const PIPELINED = 16;
/** About the length of a message event. */
const FRAME = "x".repeat(900);

/**
 * A message is sent to many streams, compared with an object that sends as much over as many hibernating WebSockets.
 */
export const measure: Measure = {
  name: "streams",
  about: "a message comes to 100 and 1,000 open streams; its CPU where many follow each other",
  async run(bench) {
    const { server, organization } = await bench.stage({ of: "standard" });
    const { people, channels } = organization;
    const message = { type: "channel", to: channels[0]?.id ?? 0, topic: "streams", content: "To **all** of you" };
    const ours = new StreamSockets();
    const floor = new StreamSockets();
    const send = apiRequest("POST", "/messages", people[0] ?? server.owner, message);
    const broadcast = request("POST", "/broadcast", "", FRAME);

    for (const size of bench.settings.quick ? [10] : SIZES) {
      bench.progress(`opening ${size} streams`);
      await growStreams(ours, server, people.slice(1), size);
      await growFloor(floor, server.floors, size);
      const once = async (
        sockets: StreamSockets,
        port: number,
        call: string,
      ): Promise<Record<keyof WakeTimes, number>> => {
        await untilIdle(server.pid);
        const connection = new Connection(port);
        await connection.ready();
        const times = await sockets.deliveredBy(() => connection.send(call));
        connection.close();
        return { ...times };
      };
      const fanOut = await compare(
        bench.settings.rounds,
        { ours: () => once(ours, server.direct, send), floor: () => once(floor, server.floors, broadcast) },
        (what) => bench.progress(`${size} streams, ${what}`),
      );
      const many = size.toLocaleString("en");
      for (const key of ["first", "p50", "last"] as const) {
        const budget = size === 1000 && key !== "first" ? FAN_OUT : undefined;
        const values = { value: fanOut.ours[key], floor: fanOut.floor[key], unit: "ms" as const, budget };
        bench.report({ name: `to ${many}: ${key}`, ...values }, fanOut.ratio[key]);
      }

      const rounds = bench.settings.quick ? 2 : Math.ceil(20_000 / size / PIPELINED);
      const follow = async (sockets: StreamSockets, port: number, call: string) => {
        const connections = Array.from({ length: PIPELINED }, () => new Connection(port));
        for (const connection of connections) await connection.ready();
        const before = sockets.delivered;
        const { seconds } = await cpuDuring(server.pid, async () => {
          for (let round = 0; round < rounds; round++) {
            await sockets.deliveredBy(() => Promise.all(connections.map((one) => one.send(call))), 1);
          }
          await untilIdle(server.pid);
        });
        for (const connection of connections) connection.close();
        const expected = rounds * PIPELINED * sockets.size;
        return { cpu: (seconds / expected) * 1e6, frames: (sockets.delivered - before) / expected };
      };
      const cpu = await compare(
        bench.settings.rounds,
        { ours: () => follow(ours, server.direct, send), floor: () => follow(floor, server.floors, broadcast) },
        (what) => bench.progress(`${size} streams, one message after the other, ${what}`),
      );
      const values = { value: cpu.ours.cpu, floor: cpu.floor.cpu, unit: "µs" as const, budget: CPU };
      bench.report({ name: `CPU of a delivery, to ${many}`, ...values }, cpu.ratio.cpu);
      bench.report(
        { name: `frames of an event, to ${many}`, value: cpu.ours.frames, floor: cpu.floor.frames, unit: "frames" },
        cpu.ratio.frames,
      );
    }
    for (const each of [ours, floor]) each.close();
  },
};
