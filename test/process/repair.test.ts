import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { file } from "./frozen/forms.ts";
import { foundOrganization, type Json, ownerOf } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { run } from "./support/script.ts";
import { freshData, start } from "./support/server.ts";
import { databasesIn, differences, objectFile, say, shipped, textsOf, within } from "./support/stored.ts";

const args = ["--rate-limits", "off", "--test-hooks", "--hot-window", "20"];
const texts = (count: number) => Array.from({ length: count }, (_, index) => `text ${index}`);

test("a check reports differences in each of three stores, a repair fixes them, and the next check finds none", async () => {
  const server = await start({ args });
  const owner = await ownerOf(server);
  const cove = await foundOrganization(server, "cove");
  const gone = await foundOrganization(server, "gone");
  for (const text of texts(40)) await say(owner, text);
  for (const text of texts(3)) await say(cove, text);
  for (const name of ["kept.txt", "gone.txt", "torn.txt"])
    await owner.ok(owner.send("POST", "/user_uploads", file(name, name)));
  const port = new URL(server.url).port;
  for (const one of [owner, cove, gone]) await shipped(one);
  await server.stop();
  const [bulk = ""] = databasesIn(server.data, "d1");
  // The stamps match, so only a look at every row detects it.
  within(bulk, (database) => {
    const harbour = "realm = (SELECT realm FROM messages WHERE content = 'text 30')";
    database.exec(
      `DELETE FROM messages WHERE id IN (SELECT id FROM messages WHERE ${harbour} ORDER BY id DESC LIMIT 3)`,
    );
    database.exec(`DELETE FROM messages WHERE content = 'text 5'`);
    database.exec("UPDATE messages SET content = 'forged' WHERE content = 'text 30'");
    database.exec(
      `INSERT INTO reactions SELECT realm, id, 9, 'unicode_emoji', '1f419', 'octopus', 1 FROM messages WHERE content = 'text 31'`,
    );
    database.exec("DELETE FROM organizations WHERE subdomain = ''");
  });
  const [list = ""] = databasesIn(server.data, "r2");
  within(list, (database) => {
    database.exec(
      "UPDATE _mf_objects SET key = key || 'x', uploaded = 0 WHERE key = (SELECT min(key) FROM _mf_objects)",
    );
  });
  // A file with other bytes of the same length.
  const torn = within(list, (database) =>
    database.prepare("SELECT blob_id, key FROM _mf_objects ORDER BY key DESC").get(),
  );
  const blob = join(server.data, "r2/uploads/blobs", String(torn?.["blob_id"]));
  writeFileSync(blob, readFileSync(blob, "utf8").toUpperCase());
  // A row lost by the organization itself.
  within(objectFile(server.data, "cove"), (database) => {
    for (const table of ["messages", "message_index"]) database.exec(`DELETE FROM ${table} WHERE id = 3`);
    database.exec("DELETE FROM unshipped");
  });
  rmSync(objectFile(server.data, "gone"));

  const again = await start({ data: server.data, args: [...args, "--port", port] });
  const check = (...options: string[]) => run("repair", "--data", server.data, "--check", ...options);
  const before = await check("--json");
  expect(before.status).toBe(1);
  const { found } = JSON.parse(before.output);
  expect(found).toMatchObject({ noticed: null, missing_file_count: 1, unnamed_file_count: 1 });
  expect(found).toMatchObject({ damaged_files: [torn?.["key"]], checked: { read: 3 } });
  expect(found.identity).toHaveLength(1);
  expect(found.rows).toMatchObject([
    { table: "messages", missing: 4, different: 1, extra: 0, lost: 0 },
    { table: "reactions", missing: 0, different: 0, extra: 1, lost: 0 },
  ]);
  const all = JSON.parse((await check("--all", "--json")).output);
  const about = (subdomain: string) => all.organizations.find((one: Json) => one["organization"] === subdomain);
  expect(about("cove").found.rows).toMatchObject([{ table: "messages", missing: 0, different: 0, extra: 1 }]);
  expect(about("gone")).toMatchObject({ trouble: expect.stringContaining("its own database is lost"), well: false });

  const mended = await run("repair", "--data", server.data, "--delete-unnamed", "--accept-losses");
  expect(mended).toMatchObject({ status: 0 });
  // D1 had the only copy of one message's text, and R2 of one file's content.
  const after = await check("--json");
  expect(after.status).toBe(1);
  await until("the file goes", async () => JSON.parse((await check("--json")).output).found.unnamed_file_count === 0);
  expect(JSON.parse(after.output).found).toMatchObject({ identity: [], missing_file_count: 1 });
  expect(JSON.parse(after.output).found.rows).toMatchObject([{ table: "messages", missing: 0, different: 0, lost: 1 }]);
  expect(await run("repair", "--data", server.data, "--organization", "cove")).toMatchObject({ status: 0 });
  const lost = "(The text of this message is lost.)";
  expect(await textsOf(await ownerOf(again))).toEqual(texts(40).map((text, index) => (index === 5 ? lost : text)));
  expect(await textsOf(cove)).toEqual(texts(2));
  expect([...(await differences(await ownerOf(again))), ...(await differences(cove))]).toEqual([]);
});

test("a D1 replaced by an older or newer copy is reported by checks until a full repair", {
  tags: "nightly",
}, async () => {
  const server = await start({ args });
  for (const text of texts(5)) await say(await ownerOf(server), text);
  const port = new URL(server.url).port;
  await server.stop();
  const copy = freshData();
  cpSync(server.data, copy, { recursive: true });
  const later = await start({ data: server.data, args: [...args, "--port", port] });
  for (const text of texts(9).slice(5)) await say(await ownerOf(later), text);
  await later.stop();
  const [newer, older] = [join(server.data, "d1"), join(copy, "d1")];
  const between = join(freshData(), "d1");
  cpSync(newer, between, { recursive: true });
  for (const [from, to] of [[older, newer] as const, [between, older] as const]) {
    rmSync(to, { recursive: true });
    cpSync(from, to, { recursive: true });
  }
  expect(readdirSync(newer)).not.toHaveLength(0);

  for (const [data, count] of [[server.data, 9] as const, [copy, 5] as const]) {
    const again = await start({ data, args: [...args, "--port", port] });
    const check = () => run("repair", "--data", data, "--check");
    const said = expect.stringContaining("D1 was not as the organization had left it");
    expect(await check()).toMatchObject({ status: 1, output: said });
    expect(await check()).toMatchObject({ status: 1, output: said });
    expect(await run("repair", "--data", data, "--restored")).toMatchObject({ status: 0 });
    expect(await check()).toMatchObject({ status: 0, output: expect.stringContaining("nothing is wrong") });
    expect(await textsOf(await ownerOf(again))).toEqual(texts(count));
    await again.stop();
  }
});
