import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { residentBytes } from "../../../bench/server/usage.ts";
import { Person } from "../../process/support/person.ts";
import type { Watched, Watching } from "./watch.ts";

const HEALTH_MS = 50;
const SEND_MS = 100;
const MEMORY_MS = 20;
const PATIENCE_MS = 60_000;

const { colleague, channel, pid } = workerData as Watching;
const person = new Person(colleague.url, colleague.email, colleague.key, colleague.id, colleague.host);
let isOver = false;
const faults: string[] = [];
let peakBytes = 0;

/** Repeats `work` at an interval until the end, and returns how long each call took. */
async function every(ms: number, what: string, work: (index: number) => Promise<number>): Promise<number[]> {
  const took: number[] = [];
  do {
    const began = performance.now();
    const status = await work(took.length).catch((error: unknown) => String(error));
    took.push(performance.now() - began);
    if (status !== 200) faults.push(`${what} answers ${status}`);
    await pause(Math.max(0, ms - (performance.now() - began)));
  } while (!isOver);
  return took;
}

async function health(): Promise<number> {
  const sent = request(`${person.url}/health`, { agent: false, signal: AbortSignal.timeout(PATIENCE_MS) }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  await response.resume().toArray();
  return response.statusCode ?? 0;
}

async function sendMessage(index: number): Promise<number> {
  const fields = { type: "channel", to: channel, topic: "weather", content: `Still dry, at ${index}` };
  return (await person.post("/messages", fields)).status;
}

async function sampleMemory(): Promise<number> {
  peakBytes = Math.max(peakBytes, residentBytes(pid) ?? 0);
  return 200;
}

parentPort?.once("message", () => {
  isOver = true;
});
const [healths, sends] = await Promise.all([
  every(HEALTH_MS, "GET /health", health),
  every(SEND_MS, "a colleague's message", sendMessage),
  every(MEMORY_MS, "", sampleMemory),
]);
const watched: Watched = { health: healths, sends, peakBytes, faults };
parentPort?.postMessage(watched);
