import { Connection } from "../load/connection.ts";
import { apiRequest } from "../load/requests.ts";
import { openStreams, registerQueues, StreamSockets } from "../load/stream-sockets.ts";
import type { Measure } from "../measure.ts";
import { timesOf } from "../profile/profile.ts";
import { busy, inside, noFiles, PROGRAM, profiled } from "../profile/profiled.ts";
import { partOfGate } from "../profile/send-parts.ts";
import { threadTimesDuring } from "../profile/threads.ts";

const STREAMS = 500;
const MESSAGES = 40;

/** The CPU time of a delivery to many streams. Messages are sent one at a time, so that they can't share frames. */
export const measure: Measure = {
  name: "stream-profile",
  about: `the CPU of one message after the other to ${STREAMS} streams, in each process, through the gate and around it`,
  async run(bench) {
    const stage = await bench.stage({ of: "standard", profiled: true, fresh: true });
    const { server, organization } = stage;
    const { people, channels } = organization;
    const size = bench.settings.quick ? 10 : STREAMS;
    const message = { type: "channel", to: channels[0]?.id ?? 0, topic: "streams", content: "To **all** of you" };
    const send = apiRequest("POST", "/messages", people[0] ?? server.owner, message);
    for (const [way, port] of [
      ["through the gate", server.port],
      ["around it", server.direct],
    ] as const) {
      bench.progress(`${way}, opening ${size} streams`);
      const streams = new StreamSockets();
      await openStreams(streams, { direct: port }, await registerQueues(server, people.slice(1), size));
      const connection = new Connection(server.direct);
      const deliver = async () => {
        for (let sent = 0; sent < MESSAGES; sent++) await streams.deliveredBy(() => connection.send(send));
      };
      const each = async () => {
        const times = await threadTimesDuring([server.pid, server.gatePid], deliver);
        return times.map(({ main, others }) => (main + others) / (MESSAGES * size));
      };
      await each();
      bench.progress(`${way}, delivering`);
      const [workerd = Number.NaN, gate = Number.NaN] = await each();
      const { took, profiles, gateProfile } = await profiled(stage, [PROGRAM], each);
      const scale = workerd / (took[0] ?? Number.NaN) / (MESSAGES * size);
      const ofProgram = inside(profiles.map((profile) => timesOf(profile, noFiles, busy))) * scale;
      bench.report({ name: `${way}: workerd`, value: workerd, unit: "µs" });
      bench.report({ name: `${way}: of which in the program`, value: ofProgram, unit: "µs" });
      bench.report({ name: `${way}: the gate`, value: gate, unit: "µs" });
      const gateScale = gate / (took[1] ?? Number.NaN) / (MESSAGES * size);
      for (const [part, us] of timesOf(gateProfile, ({ url }) => url, partOfGate)) {
        if (port === server.port) bench.report({ name: `${way}: of which ${part}`, value: us * gateScale, unit: "µs" });
      }
      connection.close();
      streams.close();
    }
  },
};
