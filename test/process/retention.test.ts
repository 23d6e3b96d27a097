/** @module-tag nightly */
import { expect, test } from "vitest";
import { ownerOf } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { start } from "./support/server.ts";

const BATCHES = 16;
const IN_A_BATCH = 500;
const TWO_DAYS = 2 * 86_400_000 + 3_600_000;

test("deleting old messages or a user resumes after kill -9, with one event per message", async () => {
  const args = ["--rate-limits", "off", "--test-hooks"];
  let server = await start({ args });
  const owner = await ownerOf(server);
  const to = await owner.channel("harbour", [owner]);
  const sent: number[] = [];
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const messages = Array.from({ length: IN_A_BATCH }, () => ({
      sender: owner.id,
      to,
      topic: "t",
      content: "needle",
    }));
    sent.push(...(await owner.ok(owner.post("/testing/messages", { messages }))).ids);
  }
  const pass = () => owner.ok(owner.post("/testing/clock", { advance_ms: TWO_DAYS }));
  await pass();
  await owner.ok(owner.patch(`/streams/${to}`, { message_retention_days: 1 }));
  const { queue_id, last_event_id } = await owner.ok(
    owner.post("/register", {
      event_types: JSON.stringify(["delete_message"]),
      client_capabilities: JSON.stringify({ notification_settings_null: true, bulk_message_deletion: true }),
      queue_lifespan_secs: 7 * 86_400,
    }),
  );
  const isThere = async (id: number | undefined) => (await owner.get(`/messages/${id}`)).status === 200;
  await pass();
  await until("the first are gone", async () => !(await isThere(sent[0])));
  const lasted = await isThere(sent.at(-1));
  for (const which of ["workerd", "all"] as const) {
    await server.killHard(which);
    if (which === "workerd") await until("it answers again", () => server.healthy());
    else server = await start({ data: server.data, args: [...args, "--port", new URL(server.url).port] });
  }
  expect(lasted, "it was killed on the way").toBe(true);
  // The test clock, which was advanced, belongs to the process.
  await pass();
  await pass();
  await until("the last are gone", async () => !(await isThere(sent.at(-1))));
  const { events } = await owner.ok(owner.get("/events", { queue_id, last_event_id, dont_block: true }));
  const deleted = events.flatMap(({ message_ids }: { message_ids: number[] }) => message_ids);
  expect(deleted.filter((id: number) => sent.includes(id))).toEqual(sent);
  const narrow = JSON.stringify([["search", "needle"]]);
  const { messages } = await owner.ok(
    owner.get("/messages", { anchor: "newest", num_before: 9, num_after: 0, narrow }),
  );
  expect(messages).toEqual([]);

  // The deletion of a user continues after kill -9 too.
  const mia = await owner.invite("Mia");
  const hers: number[] = [];
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const some = Array.from({ length: IN_A_BATCH }, () => ({ sender: mia.id, to, topic: "t", content: "hers" }));
    hers.push(...(await owner.ok(owner.post("/testing/messages", { messages: some }))).ids);
  }
  const kept = (
    await owner.ok(
      owner.post("/testing/messages", { messages: [{ sender: owner.id, to, topic: "t", content: "kept" }] }),
    )
  ).ids[0];
  const actions = JSON.stringify({ delete_profile: true, delete_public_channel_messages: true });
  await owner.ok(owner.delete(`/users/${mia.id}`, { actions }));
  await until("the first of hers are gone", async () => !(await isThere(hers[0])));
  const isUnderWay = await isThere(hers.at(-1));
  await server.killHard("all");
  await start({ data: server.data, args: [...args, "--port", new URL(server.url).port] });
  expect(isUnderWay, "it was killed on the way").toBe(true);
  await pass();
  await pass();
  await until("her profile is gone", async () => (await owner.ok(owner.get(`/users/${mia.id}`))).user.is_deleted);
  expect([await isThere(hers.at(-1)), await isThere(kept)]).toEqual([false, true]);
});
