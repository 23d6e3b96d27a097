/** @module-tag nightly */
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { ownerOf } from "./support/person.ts";
import { type ListeningClient, PollingClient } from "./support/polling-client.ts";
import { until } from "./support/processes.ts";
import { start } from "./support/server.ts";
import { StreamingClient } from "./support/streaming-client.ts";

const clients = 50;

/** The hold time, plus the ten seconds until an idle object is evicted, and a margin for a slow machine. */
const asleepMs = 14_000;

test("an organization with only waiting clients is evicted, and the next message reaches each client once", async () => {
  const server = await start({ args: ["--hold", "2", "--test-hooks", "--rate-limits", "off"] });
  const owner = await ownerOf(server);
  const awakeSince = async () => (await owner.ok(owner.get("/testing/object"))).awake_since;
  const listeners: ListeningClient[] = [];
  for (let made = 0; made < clients; made += 1) {
    const kind = made % 2 === 0 ? PollingClient : StreamingClient;
    listeners.push(await kind.of(owner, { event_types: ["message"], fetch_event_types: [] }));
  }
  const before = await awakeSince();
  // A request meanwhile would keep it awake.
  await pause(asleepMs);
  expect(await awakeSince()).toBeGreaterThan(before);

  const { id } = await owner.ok(owner.post("/messages", { type: "channel", to: "general", topic: "t", content: "Hi" }));
  await until("all have heard it", () => listeners.every(({ messages }) => messages.length > 0));
  // A duplicate would arrive before the next message.
  const { id: last } = await owner.ok(
    owner.post("/messages", { type: "channel", to: "general", topic: "t", content: "Good night" }),
  );
  await until("all have heard the last", () => listeners.every(({ messages }) => messages.at(-1).id === last));
  for (const listener of listeners) {
    expect(listener.messages.map((message) => message.id)).toEqual([id, last]);
    await listener.stop();
  }
});
