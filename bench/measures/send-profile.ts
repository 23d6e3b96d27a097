import { setTimeout as pause } from "node:timers/promises";
import { median } from "../load/closed-loop.ts";
import { Connection } from "../load/connection.ts";
import { registerQueues } from "../load/stream-sockets.ts";
import type { Measure } from "../measure.ts";
import { sourcesOf, timesOf } from "../profile/profile.ts";
import { busy, D1, inside, noFiles, PROGRAM, profiled } from "../profile/profiled.ts";
import { partOfGate, partOfSend } from "../profile/send-parts.ts";
import { threadTimesDuring } from "../profile/threads.ts";
import { messages } from "./send.ts";

const CONNECTIONS = 16;
const SENDS = 2000;
/** The number of people with a queue. Without any queue, events wouldn't be logged. */
const QUEUES = 10;
/** Longer than changes wait to be shipped to D1, which is a second at most. */
const SHIPPED_MS = 1500;
const REALM = { atMost: 120 };
const FLOORS = "core:user:floors";

type Each = (port: number, next: () => string) => Promise<Record<"main" | "helpers" | "gate" | "gateHelpers", number>>;

/**
 * Breaks down the CPU time of a send. Inside isolates, V8 profiles attribute it to parts by source file. For the rest
 * of workerd's thread, two floors show how much time the same requests take outside isolates.
 */
export const measure: Measure = {
  name: "send-profile",
  about: `the CPU of a message by ${CONNECTIONS} connections, by named parts in each process`,
  async run(bench) {
    const stage = await bench.stage({ of: "standard", profiled: true, fresh: true });
    const { server, organization } = stage;
    const sends = bench.settings.quick ? 32 : SENDS;
    const next = messages(stage);
    const each: Each = async (port, next) => {
      let left = sends;
      const [workerd, gate] = await threadTimesDuring([server.pid, server.gatePid], async () => {
        const loop = async () => {
          const connection = new Connection(port);
          while (left-- > 0) {
            const { status } = await connection.send(next());
            if (status !== 200) throw new Error(`a send was answered ${status}`);
          }
          connection.close();
        };
        await Promise.all(Array.from({ length: CONNECTIONS }, loop));
        await pause(SHIPPED_MS);
      });
      const [main, helpers, gateMain, gateHelpers] = [workerd?.main, workerd?.others, gate?.main, gate?.others].map(
        (us = Number.NaN) => us / sends,
      ) as [number, number, number, number];
      return { main, helpers, gate: gateMain, gateHelpers };
    };
    await registerQueues(server, organization.people, QUEUES);
    await each(server.port, next);
    await each(server.port, next);

    const rounds: Awaited<ReturnType<Each>>[] = [];
    for (let round = 1; round <= bench.settings.rounds; round++) {
      bench.progress(`round ${round} of ${bench.settings.rounds}`);
      rounds.push(await each(server.port, next));
    }
    const cpu = (key: keyof Awaited<ReturnType<Each>>) => median(rounds.map((round) => round[key]));

    bench.progress("with profilers");
    const parts = new Map<string, number>();
    const outside: Record<string, number> = {};
    for (const path of ["/plain", "/insert-shared"]) {
      const floor = () => next().replace("/api/v1/messages", path);
      await each(server.floors, floor);
      const { took, profiles } = await profiled(stage, [FLOORS], () => each(server.floors, floor));
      outside[path] = took.main - inside(profiles.map((profile) => timesOf(profile, noFiles, busy))) / sends;
    }
    // A warm-up, because the organization may have hibernated.
    await each(server.port, next);
    const { took, profiles, gateProfile } = await profiled(stage, [PROGRAM, ...D1], () => each(server.port, next));
    const [program, ...d1] = profiles;
    const fileOf = sourcesOf(server.map ?? "{}");
    const ofProgram = program === undefined ? new Map<string, number>() : timesOf(program, fileOf, partOfSend);
    const ofD1 = d1.map((profile) => timesOf(profile, noFiles, busy));
    const ofGate = timesOf(gateProfile, ({ url }) => url, partOfGate);
    // Profilers slow everything down, so their samples are only used for the shares of the CPU time, which is measured
    // without them.
    const [scale, gateScale] = [cpu("main") / took.main, cpu("gate") / took.gate];
    for (const [part, us] of ofProgram) parts.set(part, (us / sends) * scale);
    parts.set("D1: its Workers", (inside(ofD1) / sends) * scale);
    const { "/plain": plain = 0, "/insert-shared": insert = 0 } = outside;
    parts.set("platform: request and answer", plain * scale);
    parts.set("platform: call of the object, and a shared commit", (insert - plain) * scale);
    const explained = [...parts.values()].reduce((sum, us) => sum + us, 0);
    const named = [...parts].sort(([one], [other]) => one.localeCompare(other));
    for (const [name, value] of named) bench.report({ name, value, unit: "µs" });
    bench.report({ name: "unexplained", value: cpu("main") - explained, unit: "µs" });
    bench.report({ name: "= main thread of workerd", value: cpu("main"), unit: "µs" });
    bench.report({ name: "= other threads of workerd", value: cpu("helpers"), unit: "µs" });
    for (const [name, us] of ofGate) bench.report({ name, value: (us / sends) * gateScale, unit: "µs" });
    bench.report({ name: "= main thread of the gate", value: cpu("gate"), unit: "µs" });
    bench.report({ name: "= other threads of the gate", value: cpu("gateHelpers"), unit: "µs" });
    const ofRealm = named.filter(([name]) => name.startsWith("realm")).reduce((sum, [, us]) => sum + us, 0);
    bench.report({ name: "of which the realm's own", value: ofRealm, unit: "µs", budget: REALM });
  },
};
