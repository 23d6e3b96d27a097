import { setTimeout as pause } from "node:timers/promises";
import { quantile } from "./closed-loop.ts";
import { Connection } from "./connection.ts";
import { type Account, apiRequest, type Fields } from "./requests.ts";

const SEND_EVERY_MS = 100;

interface Sends {
  /** In milliseconds. */
  readonly p50: number;
  readonly longest: number;
}

/** Measures an owner's sends, one after the other with pauses, while some work runs. */
export async function sendsDuring(
  { port, owner, message }: { readonly port: number; readonly owner: Account; readonly message: Fields },
  work: () => Promise<unknown>,
): Promise<Sends> {
  let isOver = false;
  const times: number[] = [];
  const send = async () => {
    const connection = new Connection(port);
    while (!isOver) {
      const start = performance.now();
      const { status, body } = await connection.send(apiRequest("POST", "/messages", owner, message));
      if (status !== 200) throw new Error(`a send: ${status} ${body}`);
      times.push(performance.now() - start);
      await pause(SEND_EVERY_MS);
    }
    connection.close();
  };
  const sending = send();
  await work();
  isOver = true;
  await sending;
  times.sort((a, b) => a - b);
  return { p50: quantile(times, 0.5), longest: times.at(-1) ?? Number.NaN };
}
