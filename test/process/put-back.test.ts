/** @module-tag nightly */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { Operator } from "../../src/cli/operator/operator.ts";
import { putBack } from "../../src/cli/repair/put-back.ts";
import { file } from "./frozen/forms.ts";
import { foundOrganization, ownerOf, type Person } from "./support/person.ts";
import { portOf } from "./support/port-of.ts";
import { run } from "./support/script.ts";
import { freshData, start } from "./support/server.ts";
import { databasesIn, differences, say, shipped, textsOf, within } from "./support/stored.ts";

const args = ["--rate-limits", "off", "--test-hooks", "--hot-window", "20"];
const upload = (person: Person, content: string) =>
  person.ok(person.send("POST", "/user_uploads", file(content, `${content}.txt`)));

/**
 * Saves D1. The returned function restores it while the server runs, in place of D1's own time travel, which doesn't
 * exist locally.
 */
function keepBulk(data: string): () => void {
  const [bulk = ""] = databasesIn(data, "d1");
  const copy = join(freshData(), "bulk.sqlite");
  within(bulk, (database) => database.prepare("VACUUM INTO ?").run(copy));
  return () =>
    within(bulk, (database) => {
      database.prepare("ATTACH ? AS kept").run(copy);
      const tables = database.prepare("SELECT name, sql FROM main.sqlite_master WHERE type = 'table'").all();
      const own = tables.filter(({ name }) => !/^(_cf_|sqlite_|message_words_|d1_)/.test(String(name)));
      database.exec("PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE");
      for (const { name, sql } of own) {
        const columns = /^CREATE VIRTUAL/.test(String(sql)) ? "rowid, topic, content" : "*";
        const into = columns === "*" ? "" : `(${columns})`;
        database.exec(`DELETE FROM main.${name}; INSERT INTO main.${name} ${into} SELECT ${columns} FROM kept.${name}`);
      }
      database.exec("COMMIT");
    });
}

test("npm run repair --put-back restores an organization consistently with its other stores, and can be undone", async () => {
  const server = await start({ args });
  const harbour = await ownerOf(server);
  const cove = await foundOrganization(server, "cove");
  for (const person of [harbour, cove]) for (let count = 0; count < 30; count += 1) await say(person, `${count}`);
  await upload(cove, "kept");
  await shipped(cove);
  const before = await textsOf(cove);
  await shipped(harbour);
  const restoreBulk = keepBulk(server.data);
  await cove.ok(cove.post("/testing/states"));
  const at = new Date().toISOString();

  const [first = 0] = (
    await cove.ok(cove.get("/messages", { anchor: "oldest", num_before: 0, num_after: 1 }))
  ).messages.map(({ id }: { id: number }) => id);
  await cove.ok(cove.send("DELETE", `/messages/${first}`));
  const newest = await say(cove, "later");
  await upload(cove, "later");
  await cove.ok(cove.patch("/realm", { name: "Wrecked" }));
  await shipped(cove);
  const after = await textsOf(cove);
  for (const text of ["on", "and on"]) await say(harbour, text);
  const others = await textsOf(harbour);
  const queue = await cove.ok(cove.post("/register"));

  const back = (...options: string[]) => run("repair", "--data", server.data, "--organization", "cove", ...options);
  const wrong = { future: "2100-01-01T00:00:00Z", old: "2020-01-01T00:00:00Z" };
  expect(await back("--put-back", wrong.future)).toMatchObject({
    status: 1,
    output: expect.stringContaining("to come"),
  });
  expect(await back("--put-back", wrong.old)).toMatchObject({ status: 1, output: expect.stringContaining("30 days") });
  expect(await textsOf(cove)).toEqual(after);

  // First D1, which has the only copy of the deleted message's text, then the object.
  restoreBulk();
  const done = await back("--put-back", at);
  expect(done).toMatchObject({ status: 0, output: expect.stringContaining("1 files in R2 that nothing names") });
  const name = async () => (await cove.ok(cove.get("/server_settings"))).realm_name;
  expect(await name()).not.toBe("Wrecked");
  expect(await textsOf(cove)).toEqual(before);
  // The other organization in the database notices on its next shipment or check.
  expect(await run("repair", "--data", server.data, "--all")).toMatchObject({ status: 0 });
  expect(await textsOf(harbour)).toEqual(others);
  expect([...(await differences(cove)), ...(await differences(harbour))]).toEqual([]);
  const { queue_id, last_event_id } = queue;
  const poll = await cove.get("/events", { queue_id, last_event_id, dont_block: true });
  expect(poll.body.code).toBe("BAD_EVENT_QUEUE_ID");
  expect(await say(cove, "anew")).toBeGreaterThan(newest + 90_000);

  const [, undo = ""] = /To undo this: --put-back (\S+)/.exec(done.output) ?? [];
  expect(await back("--put-back", undo)).toMatchObject({ status: 0 });
  expect(await name()).toBe("Wrecked");
  expect(await textsOf(cove)).toEqual(after);
  expect(await differences(cove)).toEqual([]);
});

type Answer = (fields: URLSearchParams) => { readonly status?: number } & Record<string, unknown>;

/** Restores an organization of a server with the given responses. Returns the requests and the output. */
async function putBackAt(answers: Readonly<Record<string, Answer>>) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const route = request.url?.slice("/api/v1/organizations/".length) ?? "";
    asked.push(route);
    const { status = 200, ...reply } = answers[route]?.(new URLSearchParams(await text(request))) ?? { status: 404 };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ result: status === 200 ? "success" : "error", msg: "", ...reply }));
  });
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  try {
    const address = new URL(`http://127.0.0.1:${await portOf(server)}`);
    const done = putBack(new Operator({ address, host: address.host, token: undefined }, "cove"), "a-bookmark");
    const problem = await done.then(() => undefined, String);
    return { asked, problem, told: told.mock.calls.flat().join("\n") };
  } finally {
    told.mockRestore();
  }
}

const isBack = () => ({ bookmark: "one", undo: "another" });

test("an organization that fails to open is restored, with a warning that the list of erased users is unknown", async () => {
  const { asked, problem, told } = await putBackAt({
    "people/erased": () => ({ status: 500, msg: "Internal server error" }),
    put_back: isBack,
  });
  expect(problem).toBeUndefined();
  expect(asked).toEqual(["people/erased", "put_back"]);
  expect(told).toContain("does not say who was erased (Internal server error)");
  expect(told).toContain("--put-back another");
});

test("the list of erased users is saved before the restore, and stays if the command is interrupted", async () => {
  const people = [{ user_id: 12, delete_messages: true, erased_at: 1_790_000_000 }];
  const { asked, problem, told } = await putBackAt({
    "people/erased": () => ({ people, next: null }),
    put_back: isBack,
    "people/erase_again": () => ({ status: 400, msg: "not now" }),
  });
  expect(asked).toEqual(["people/erased", "put_back", "people/erase_again"]);
  expect(problem).toContain("not now");
  const [, list = ""] = /is in (\S+erased\.json)\./.exec(told) ?? [];
  expect(JSON.parse(readFileSync(list, "utf8"))).toEqual(people);
});
