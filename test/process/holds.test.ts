import { expect, test } from "vitest";
import { ownerOf } from "./support/person.ts";
import { start } from "./support/server.ts";
import { objectFile, within } from "./support/stored.ts";
import { Traveller } from "./support/traveller.ts";

const MESSAGES = 400;

test("[security 21.4] after kill -9, each message under a hold exists or is held, and acknowledged deletions are held", async () => {
  const args = ["--rate-limits", "off", "--test-hooks", "--holds"];
  const server = await start({ args });
  const owner = await ownerOf(server);
  const browser = new Traveller();
  await browser.ask(server.url, "POST", "/login", { username: owner.email, password: server.password ?? "" });
  const to = await owner.channel("harbour", [owner]);
  const made = await browser.ask(server.url, "POST", "/holds", { name: "Case", channels: [to] });
  expect(made.body).toMatchObject({ result: "success" });
  const messages = Array.from({ length: MESSAGES }, (_, i) => ({
    ...{ sender: owner.id, to, topic: "t" },
    content: `words ${i}`,
  }));
  const { ids } = await owner.ok(owner.post("/testing/messages", { messages }));
  const acknowledged: number[] = [];
  let isOver = false;
  const deleting = Array.from({ length: 8 }, async (_, worker) => {
    for (let at = worker; at < MESSAGES && !isOver; at += 8) {
      const reply = await owner.delete(`/messages/${ids[at]}`).catch(() => undefined);
      if (reply?.status === 200) acknowledged.push(ids[at]);
      // The kill happens while the others are in flight.
      if (acknowledged.length === MESSAGES / 4 && !isOver) {
        isOver = true;
        await server.killHard("all");
      }
    }
  });
  await Promise.all(deleting);
  expect(acknowledged.length).toBeLessThan(MESSAGES);
  const { held, there } = within(objectFile(server.data, ""), (database) => ({
    held: new Map(
      database
        .prepare("SELECT message_id, content FROM held_messages JOIN held_by ON held_id = held_messages.id")
        .all()
        .map((row) => [Number(row["message_id"]), row["content"]]),
    ),
    there: new Set(
      database
        .prepare("SELECT id FROM message_index")
        .all()
        .map((row) => Number(row["id"])),
    ),
  }));
  for (const id of acknowledged) expect(held.has(id), `${id} was acknowledged`).toBe(true);
  for (const [index, id] of (ids as number[]).entries()) {
    expect(held.has(id) !== there.has(id), `${id} is in one place`).toBe(true);
    if (held.has(id)) expect(held.get(id)).toBe(`words ${index}`);
  }
});
