/** @module-tag nightly */
import { expect } from "vitest";
import { test } from "./support/browser-test.ts";

const CHANNELS = 40;
const TURNS = 40;

test("repeated navigation leaks no memory", async ({ owner, open }) => {
  const names = Array.from({ length: CHANNELS }, (_, number) => ({ name: `channel ${number}` }));
  await owner.ok(owner.post("/users/me/subscriptions", { subscriptions: names }));
  const { subscriptions } = await owner.ok(owner.get("/users/me/subscriptions"));
  const [{ stream_id: channel }] = subscriptions;
  const topics = ["berths", "cranes"];
  const write = async (to: number, topic: string) => {
    const message = { type: "channel", to, topic, content: `about ${topic}`, read_by_sender: false };
    await owner.ok(owner.post("/messages", message));
  };
  for (const one of subscriptions) for (const topic of topics) await write(one.stream_id, topic);
  const visit = await open(owner, { at: `#narrow/channel/${channel}/topic/${topics[0]}` });
  const { page } = visit;
  await page.getByRole("article").waitFor();
  const browser = await visit.context.newCDPSession(page);
  const heap = async () => {
    for (let round = 0; round < 3; round++) await browser.send("HeapProfiler.collectGarbage");
    return (await browser.send("Runtime.getHeapUsage")).usedSize;
  };
  const go = async (turns: number) => {
    for (let turn = 0; turn < turns; turn++) {
      const topic = topics[turn % 2] ?? "";
      for (let count = 0; count < 3; count++)
        await write(subscriptions[(turn + count) % CHANNELS].stream_id, "meanwhile");
      await write(channel, topic);
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#narrow/channel/${channel}/topic/${topic}`);
      await page.getByRole("heading", { level: 1, name: topic }).waitFor();
    }
  };
  await go(10);
  const before = await heap();
  await go(TURNS);
  expect((await heap()) - before).toBeLessThan(1_500_000);
});
