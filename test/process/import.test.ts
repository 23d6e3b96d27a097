import { expect, test } from "vitest";
import { type Json, ownerOf, type Person } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { start } from "./support/server.ts";
import { sampleArchive, uploadArchive } from "./support/small-archive.ts";

const MESSAGES = 2000;
const args = ["--rate-limits", "off"];

async function allMessages(owner: Person): Promise<Json[]> {
  const found: Json[] = [];
  for (let anchor: number | "oldest" = "oldest"; ; anchor = found.at(-1).id) {
    const { messages, found_newest } = await owner.ok(
      owner.get("/messages", {
        ...{ anchor, include_anchor: anchor === "oldest", num_before: 0, num_after: 1000, apply_markdown: false },
        narrow: [{ operator: "channel", operand: "food" }],
      }),
    );
    found.push(...messages);
    if (found_newest) return found;
  }
}

test("an import that is killed repeatedly writes every row exactly once", async () => {
  let server = await start({ args });
  let owner = await ownerOf(server);
  const id = await uploadArchive(owner, await sampleArchive(MESSAGES));
  const look = async () => (await owner.ok(owner.get(`/imports/${id}`))).import;
  await owner.ok(owner.post(`/imports/${id}/check`));
  await until("the check has ended", async () => (await look()).state === "checked");
  await owner.ok(owner.post(`/imports/${id}/start`));
  for (const most of [200, 1200]) {
    await until("it has come further", async () => {
      const { state, phase, done } = await look();
      return state === "done" || (phase === "messages" && done >= most) || phase === "reactions";
    });
    await server.killHard("all");
    server = await start({ data: server.data, args });
    owner = await ownerOf(server);
  }
  await until("the import has ended", async () => (await look()).state !== "running");
  const { state, report } = await look();
  expect(state).toBe("done");
  expect(report.counts).toMatchObject({ messages: { in: MESSAGES, out: MESSAGES }, reactions: { in: 400, out: 400 } });
  const messages = await allMessages(owner);
  expect(messages.map(({ content }) => content)).toEqual(Array.from({ length: MESSAGES }, (_, index) => `m ${index}`));
  expect(messages.filter(({ reactions }) => reactions.length === 1)).toHaveLength(400);
  await server.stop();
});
