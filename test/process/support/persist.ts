import { setTimeout as pause } from "node:timers/promises";
import type { Json, Reply } from "./person.ts";
import { until } from "./processes.ts";

/** Asks until there is an answer, as a client does whose connection breaks because the server was killed. */
export async function persist(call: () => Promise<Reply>, tolerated: readonly number[] = []): Promise<Json> {
  const { status, body } = await until("an answer", async () => {
    const reply = await call().catch(() => undefined);
    if (reply === undefined) await pause(20);
    return reply;
  });
  if (status !== 200 && !tolerated.includes(status)) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}
