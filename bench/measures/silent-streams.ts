import { setTimeout as pause } from "node:timers/promises";
import { Connection } from "../load/connection.ts";
import { apiRequest } from "../load/requests.ts";
import { growFloor, openStreams, registerQueues, StreamSockets } from "../load/stream-sockets.ts";
import type { Measure } from "../measure.ts";
import { untilIdle } from "../server/idle.ts";
import { residentBytes } from "../server/usage.ts";

/** Each stream takes four of workerd's descriptors. The same number of bare sockets is open, too. */
const STREAMS = 2000;
/** Long enough that the idle object is evicted, which happens after some ten seconds. */
const SILENCE_MS = 30_000;
const MEMORY = { atMost: 1.3 };
const ASLEEP = { atLeast: 1 };
const REACHED = { atLeast: 1 };

/** Thousands of streams are idle, then a message goes to all of them. */
export const measure: Measure = {
  name: "silent-streams",
  about: "2,000 open and silent streams: their memory, whether the organization sleeps, and a message to all",
  async run(bench) {
    const count = bench.settings.quick ? 20 : STREAMS;
    const { server, organization } = await bench.stage({ of: "standard", hooks: true, fresh: true });
    const { people, channels } = organization;
    const resident = async () => {
      await untilIdle(server.pid);
      return residentBytes(server.pid) ?? Number.NaN;
    };
    const growth = async (open: () => Promise<void>) => {
      const before = await resident();
      await open();
      return ((await resident()) - before) / count;
    };
    // The first sockets also make the process allocate memory that it keeps.
    const [warm, floor, ours] = [new StreamSockets(), new StreamSockets(), new StreamSockets()];
    bench.progress("registering");
    await growFloor(warm, server.floors, count / 10);
    await openStreams(warm, server, await registerQueues(server, people, count / 10));
    const queues = await registerQueues(server, people, count);
    bench.progress("opening streams");
    const each = await growth(() => openStreams(ours, server, queues));
    const bare = await growth(() => growFloor(floor, server.floors, count));
    bench.report({ name: "an open, silent stream", value: each, floor: bare, unit: "bytes", budget: MEMORY });

    bench.progress("nothing happens");
    const awakeSince = async () => (await server.call<{ awake_since: number }>("GET", "/testing/object")).awake_since;
    const before = await awakeSince();
    await pause(bench.settings.quick ? 0 : SILENCE_MS);
    const slept = (await awakeSince()) > before ? 1 : 0;
    if (!bench.settings.quick) bench.report({ name: "objects asleep", value: slept, unit: "objects", budget: ASLEEP });

    const message = { type: "channel", to: channels[0]?.id ?? 0, topic: "streams", content: "To **all** of you" };
    const connection = new Connection(server.direct);
    const already = ours.delivered;
    const { last } = await ours.deliveredBy(() =>
      connection.send(apiRequest("POST", "/messages", people[0] ?? server.owner, message)),
    );
    await untilIdle(server.pid);
    const frames = (ours.delivered - already) / count;
    bench.report({ name: "a message, to the last", value: last, unit: "ms" });
    bench.report({ name: "frames to each", value: frames, unit: "frames", budget: REACHED });
    connection.close();
    for (const sockets of [warm, floor, ours]) sockets.close();
  },
};
