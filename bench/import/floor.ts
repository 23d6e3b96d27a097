import { Connection } from "../load/connection.ts";
import { request } from "../load/requests.ts";
import type { Server } from "../server/server.ts";

const AT_ONCE = 160;
const ROUNDS = 5;

/**
 * Returns the best import rate that this machine can reach, in messages a second: an object parses messages, writes
 * each one once, in groups, and waits for the disk after each group.
 */
export async function importFloor(server: Server, texts: readonly string[]): Promise<number> {
  const connection = new Connection(server.floors);
  const send = async (some: readonly string[]) => {
    const body = Buffer.from(JSON.stringify(some)).toString("latin1");
    const reply = await connection.send(request("POST", "/import", "", body));
    if (reply.status !== 200) throw new Error(`the floor has failed: ${reply.status}`);
  };
  await send(texts.slice(0, AT_ONCE));
  const began = performance.now();
  let written = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let from = 0; from < texts.length; from += AT_ONCE) {
      const some = texts.slice(from, from + AT_ONCE);
      await send(some);
      written += some.length;
    }
  }
  connection.close();
  return written / ((performance.now() - began) / 1000);
}
