// A process with the streams of many clients, started by bench/load/stream-clients.ts.
import type { Asked, Told } from "./stream-clients.ts";
import { openStreams, StreamSockets } from "./stream-sockets.ts";

const streams = new StreamSockets();
const tell = (told: Told) => process.send?.(told);

process.on("message", (asked: Asked) => void act(asked));
process.on("disconnect", () => process.exit());

async function act(asked: Asked): Promise<void> {
  if ("open" in asked) {
    await openStreams(streams, { direct: asked.port }, asked.open);
    tell({ opened: streams.size });
    return;
  }
  const began = Number(process.hrtime.bigint()) / 1e6;
  const { p50, last } = await streams.deliveredBy(async () => tell({ waits: true }));
  tell({ p50: began + p50, last: began + last });
}
