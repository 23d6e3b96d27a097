import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Json, ownerOf } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { start } from "./support/server.ts";

const BATCHES = 20;
const IN_A_BATCH = 50;
const CONTENT = "tea ".repeat(2400);

test("an export continues after kill -9, and has every message once", async () => {
  const args = ["--rate-limits", "off", "--test-hooks"];
  let server = await start({ args });
  const owner = await ownerOf(server);
  const to = await owner.channel("harbour", [owner]);
  const sent: number[] = [];
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const messages = Array.from({ length: IN_A_BATCH }, () => ({ sender: owner.id, to, topic: "t", content: CONTENT }));
    sent.push(...(await owner.ok(owner.post("/testing/messages", { messages }))).ids);
  }
  await owner.ok(owner.post("/export/realm"));
  for (const which of ["workerd", "all", "workerd"] as const) {
    await server.killHard(which);
    if (which === "workerd") await until("it answers again", () => server.healthy());
    else server = await start({ data: server.data, args: [...args, "--port", new URL(server.url).port] });
  }
  const state: { now?: Json } = {};
  await until("the export is written", async () => {
    state.now = (await owner.ok(owner.get("/export/realm"))).exports[0];
    return !state.now.pending;
  });
  expect(state.now).toMatchObject({ failed_timestamp: null, export_url: expect.stringContaining(server.url) });
  const file = await fetch(state.now.export_url);
  const lines = gunzipSync(Buffer.from(await file.arrayBuffer()))
    .toString()
    .trimEnd()
    .split("\n");
  const messages = lines.map((line) => JSON.parse(line)).filter(({ table }) => table === "messages");
  const exported = messages.map(({ row }) => row).filter(({ channel_id, topic }) => channel_id === to && topic === "t");
  expect(exported.map(({ id }) => id)).toEqual(sent);
});
