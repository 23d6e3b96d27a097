import { cpSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownerOf, type Person } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { freshData, launch, root } from "./support/server.ts";

const POLLS = 12;
const SENDERS = 4;
const RELOADS = 3;
/** What a reload may take on a machine that others use as well. */
const SLOW_MS = 60_000;

test("SIGHUP loads the program anew under load: nobody is refused, and polls are held on", {
  timeout: 4 * SLOW_MS,
}, async () => {
  const data = freshData();
  const project = join(data, "project");
  const sources = ["scripts", "src", "migrations", "wrangler.toml", "package.json", "package-lock.json"];
  for (const name of sources) cpSync(join(root, name), join(project, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
  const server = await launch({ data, args: ["--rate-limits", "off", "--quiet"], project }).running();
  const owner = await ownerOf(server);
  const channel = await owner.channel("harbour", [owner]);

  const queues = await Promise.all(
    Array.from({ length: POLLS }, () => owner.ok(owner.post("/register", { event_types: ["user_group"] }))),
  );
  const polls = queues.map(({ queue_id, last_event_id }) => owner.get("/events", { queue_id, last_event_id }));

  const worker = join(project, "src/worker.ts");
  renameSync(worker, join(project, "src/unchanged.ts"));
  const load = new Load(owner, channel);
  for (let count = 1; count <= RELOADS; count += 1) {
    writeFileSync(worker, changed(`program ${count}`));
    const sent = load.sent;
    process.kill(server.node, "SIGHUP");
    await until(
      "the new program answers",
      async () => (await textAt(`${server.url}/change`)) === `program ${count}`,
      SLOW_MS,
    );
    await until("messages are sent on", () => load.sent > sent + SENDERS);
  }
  writeFileSync(worker, "export default {");
  process.kill(server.node, "SIGHUP");
  await until("the mistake is told", () => server.output.includes("not reloaded"), SLOW_MS);
  await load.end();

  expect(load.refused).toEqual([]);
  const range = { anchor: "newest", num_before: 5000, num_after: 0, narrow: [["channel", channel]] };
  const { messages } = await owner.ok(owner.get("/messages", range));
  const contents = messages.map(({ content }: { content: string }) => content).filter((text: string) => text !== "");
  for (const content of load.contents)
    expect(contents.filter((one: string) => one === `<p>${content}</p>`)).toHaveLength(1);

  // What the first program was asked is answered by the fourth.
  await owner.ok(owner.post("/user_groups/create", { name: "pilots", description: "", members: [owner.id] }));
  for (const { status, body } of await Promise.all(polls)) {
    expect(status).toBe(200);
    expect(body.events).toMatchObject([{ type: "user_group", op: "add" }]);
  }
});

/** Several senders, who go on until they are told to end. */
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

async function textAt(url: string): Promise<string | undefined> {
  const response = await fetch(url).catch(() => null);
  return response?.text();
}

function changed(text: string): string {
  return `
    import unchanged from "./unchanged.ts";
    export * from "./unchanged.ts";
    export default {
      fetch: (request, env, context) =>
        new URL(request.url).pathname === "/change" ? new Response("${text}") : unchanged.fetch(request, env, context),
    };
  `;
}
