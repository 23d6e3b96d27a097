/** @module-tag nightly */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownerOf, type Person } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { answerOf, ChangingWorker, copyProject } from "./support/project.ts";
import { freshData, launch } from "./support/server.ts";

const POLLS = 12;
const SENDERS = 4;
const RELOADS = 3;

test("SIGHUP reloads the program under load without refusing a request or ending a poll", async () => {
  const data = freshData();
  const project = copyProject(data);
  const server = await launch({ data, args: ["--rate-limits", "off", "--quiet"], project }).running();
  const owner = await ownerOf(server);
  const channel = await owner.channel("harbour", [owner]);

  const queues = await Promise.all(
    Array.from({ length: POLLS }, () => owner.ok(owner.post("/register", { event_types: ["user_group"] }))),
  );
  const polls = queues.map(({ queue_id, last_event_id }) => owner.get("/events", { queue_id, last_event_id }));

  const worker = new ChangingWorker(project);
  const load = new Load(owner, channel);
  for (let count = 1; count <= RELOADS; count += 1) {
    worker.answer(`program ${count}`);
    const sent = load.sent;
    process.kill(server.node, "SIGHUP");
    await until("the new program answers", async () => (await answerOf(server)) === `program ${count}`);
    await until("messages are sent on", () => load.sent > sent + SENDERS);
  }
  worker.break();
  process.kill(server.node, "SIGHUP");
  await until("the mistake is told", () => server.output.includes("not reloaded"));
  await load.end();

  expect(load.refused).toEqual([]);
  const found = await contentsIn(owner, channel);
  for (const content of load.contents) expect([content, found.get(`<p>${content}</p>`)]).toEqual([content, 1]);

  // Requests to the first program are answered by the fourth.
  await owner.ok(owner.post("/user_groups/create", { name: "pilots", description: "", members: [owner.id] }));
  for (const { status, body } of await Promise.all(polls)) {
    expect(status).toBe(200);
    expect(body.events).toMatchObject([{ type: "user_group", op: "add" }]);
  }
});

test("a broken program leaves the old one running, and a later one can replace it", async () => {
  const data = freshData();
  const project = copyProject(data);
  const server = await launch({ data, args: ["--quiet"], project }).running();
  const worker = new ChangingWorker(project);
  const migration = join(project, "migrations/9999_broken.additive.sql");
  const toldTimes = () => server.output.split("not reloaded").length - 1;

  writeFileSync(migration, "CREATE TABLE;");
  worker.answer("behind a migration that D1 refuses");
  process.kill(server.node, "SIGHUP");
  await until("the migration is told", () => toldTimes() === 1);
  await until("the old program answers", async () => (await server.get("/users/me")).result === "success");
  expect(await answerOf(server)).not.toContain("behind");

  rmSync(migration);
  worker.answer("good");
  process.kill(server.node, "SIGHUP");
  await until("the new program answers", async () => (await answerOf(server)) === "good");
  expect(await server.get("/users/me")).toMatchObject({ result: "success" });
});

/** How often each text was sent to a channel. */
async function contentsIn(owner: Person, channel: number): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  let anchor = 0;
  for (let isOver = false; !isOver; ) {
    const range = { anchor, include_anchor: false, num_before: 0, num_after: 2000, narrow: [["channel", channel]] };
    const { messages, found_newest } = await owner.ok(owner.get("/messages", range));
    for (const { content } of messages) found.set(content, (found.get(content) ?? 0) + 1);
    anchor = messages.at(-1)?.id ?? anchor;
    isOver = found_newest;
  }
  return found;
}

/** Several senders, which continue until stopped. */
class Load {
  readonly contents: string[] = [];
  readonly refused: unknown[] = [];
  #ending = false;
  readonly #senders: Promise<void>[];

  constructor(
    readonly owner: Person,
    readonly to: number,
  ) {
    this.#senders = Array.from({ length: SENDERS }, (_, sender) => this.#send(sender));
  }

  get sent(): number {
    return this.contents.length;
  }

  async end(): Promise<void> {
    this.#ending = true;
    await Promise.all(this.#senders);
  }

  async #send(sender: number): Promise<void> {
    for (let count = 1; !this.#ending; count += 1) {
      const content = `${sender}.${count}`;
      const message = { type: "channel", to: this.to, topic: "load", content };
      const { status, body } = await this.owner.post("/messages", message);
      if (status === 200) this.contents.push(content);
      else this.refused.push(body);
    }
  }
}
