import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { foundOrganization, PASSWORD, Person } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { Script, succeed } from "./support/script.ts";
import { freshData, start } from "./support/server.ts";
import { databasesIn, differences, objectFile, say, shipped, within } from "./support/stored.ts";

const args = ["--rate-limits", "off", "--test-hooks"];
const NAME = "Nathaniel Example";
const TEXT = "tulips by the southern wall";
const DAY = 86_400_000;

/** Sends a request right after logging in with a browser. */
async function inBrowser(person: Person, path: string, fields: Record<string, string>): Promise<void> {
  const cookies = (await person.logIn(PASSWORD)).map((set) => set.split("; ")[0] ?? "");
  const token = cookies.find((cookie) => cookie.startsWith("csrftoken="))?.slice("csrftoken=".length) ?? "";
  const headers = {
    ...{ Host: person.host, Cookie: cookies.join("; "), "X-CSRFToken": token },
    "Content-Type": "application/x-www-form-urlencoded",
  };
  const sent = httpRequest(`${person.url}/json${path}`, { method: "POST", headers });
  sent.end(new URLSearchParams(fields).toString());
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const said = await text(response);
  if (response.statusCode !== 200) throw new Error(said);
}

async function erase(owner: Person, person: Person, data: string): Promise<void> {
  await owner.ok(owner.delete(`/users/${person.id}`));
  await inBrowser(owner, `/users/${person.id}/erase`, { delete_messages: "true" });
  await owner.ok(owner.post("/testing/clock", { advance_ms: 14 * DAY }));
  await untilErased(owner, person, data);
  await owner.ok(owner.post("/testing/clock", { advance_ms: 2 * 3_600_000 }));
}

const nameOf = async (owner: Person, { id }: Person): Promise<string> =>
  (await owner.ok(owner.get(`/users/${id}`))).user.full_name;

/** Waits until a user's name is deleted, and no pending work needs it. */
async function untilErased(owner: Person, person: Person, data: string): Promise<void> {
  await until("the person is erased", async () => (await nameOf(owner, person)) === `Deleted user ${person.id}`);
  const file = objectFile(data, owner.host.split(".")[0] ?? "");
  await until("the texts of others are renamed", () =>
    within(file, (database) => {
      const left = `SELECT user_id FROM erasures UNION SELECT user_id FROM account_deletions
        UNION SELECT json_extract(payload, '$.user') FROM outbox WHERE job = 'rename-mentions'`;
      return !database.prepare(`SELECT 1 FROM (${left}) WHERE user_id = ?`).get(person.id);
    }),
  );
}

/**
 * Databases of organizations and of D1 in a data directory, with the tables that contain any of the words, ignoring
 * case.
 */
function rowsOf(data: string, words: readonly string[]): string[] {
  return [...databasesIn(data, "do"), ...databasesIn(data, "d1")].flatMap((file) =>
    within(file, (database) => {
      const tables = database
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'")
        .all();
      return tables.flatMap(({ name }) => {
        const rows = JSON.stringify(database.prepare(`SELECT * FROM "${name}"`).all()).toLowerCase();
        return words.filter((word) => rows.includes(word.toLowerCase())).map((word) => `${name}: ${word}`);
      });
    }),
  );
}

test("[security 22.6] restoring an older backup repeats later erasures that newer backups or a list contain", async () => {
  const server = await start({ args });
  const owner = await foundOrganization(server, "cove");
  const [noah, mia] = [await owner.invite("Nathaniel"), await owner.invite("Miranda")];
  for (const person of [noah, mia]) await owner.channel("general", [person]);
  await say(noah, TEXT);
  await shipped(owner);
  const backups = freshData();
  await succeed("backup", "--data", server.data, backups);
  const [first = ""] = readdirSync(join(backups, "backups")).map((name) =>
    name.slice(0, "2026-11-21T13-05-00-000Z".length),
  );
  await erase(owner, noah, server.data);
  await succeed("backup", "--data", server.data, backups);
  await erase(owner, mia, server.data);
  const list = join(freshData(), "erased.json");
  writeFileSync(list, await succeed("operator", "people", "erased", "--organization", "cove", "--data", server.data));
  expect(JSON.parse(readFileSync(list, "utf8")).map(({ user_id }: { user_id: number }) => user_id)).toEqual([
    noah.id,
    mia.id,
  ]);
  await shipped(owner);
  await server.stop();
  expect(rowsOf(server.data, [NAME, TEXT, noah.email])).toEqual([]);

  const data = freshData();
  await succeed(
    "restore",
    "--data",
    data,
    "--at",
    first.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d+)Z/, "T$1:$2:$3.$4Z"),
    backups,
  );
  expect(rowsOf(data, [TEXT])).not.toEqual([]);
  const again = await start({ data, args });
  const there = new Person(
    again.url,
    owner.email,
    owner.key,
    owner.id,
    owner.host.replace(/\d+$/, new URL(again.url).port),
  );
  await untilErased(there, noah, data);
  expect(await nameOf(there, mia)).toBe("Miranda Example");
  await succeed("operator", "people", "erase-again", list, "--organization", "cove", "--data", data);
  await untilErased(there, mia, data);
  await there.ok(there.post("/testing/clock", { advance_ms: 2 * 3_600_000 }));
  await shipped(there);
  await again.stop();
  expect(rowsOf(data, [NAME, TEXT, noah.email])).toEqual([]);
});

test("a restore reports an organization that loses its only owner to repeated erasures", {
  tags: "nightly",
}, async () => {
  const server = await start({ args });
  const owner = await foundOrganization(server, "cove");
  const other = await foundOrganization(server, "bay");
  const heir = await owner.invite("Miranda");
  const backups = freshData();
  await succeed("backup", "--data", server.data, backups);
  const [first = ""] = readdirSync(join(backups, "backups"));
  await owner.ok(owner.patch(`/users/${heir.id}`, { role: "100" }));
  await erase(heir, owner, server.data);
  await erase(other, await other.invite("Nathaniel"), server.data);
  await succeed("backup", "--data", server.data, backups);
  await server.stop();
  const said = await succeed("restore", "--data", freshData(), "--at", first.slice(0, "2026-11-21".length), backups);
  expect(said).not.toContain("missing:");
  const at = first.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d+)Z.*/, "T$1:$2:$3.$4Z");
  const told = (await succeed("restore", "--data", freshData(), "--at", at, backups)).split("\n");
  expect(told.filter((line) => line.startsWith("missing:"))).toEqual([expect.stringContaining('an owner of "cove"')]);
});

/** Messages that an account has left, in the data directory of a stopped server. */
const messagesOf = (data: string, { id }: Person): number =>
  within(objectFile(data, "cove"), (database) =>
    Number(database.prepare("SELECT count(*) AS count FROM message_index WHERE sender_id = ?").get(id)?.["count"]),
  );

/**
 * Databases of organizations and of D1 with the words found anywhere in their bytes, including remains of deleted rows.
 */
function bytesOf(data: string, words: readonly string[]): string[] {
  const files = [...databasesIn(data, "do"), ...databasesIn(data, "d1")].flatMap((file) => [file, `${file}-wal`]);
  return files.filter(existsSync).flatMap((file) => {
    const bytes = readFileSync(file).toString("latin1").toLowerCase();
    return words.filter((word) => bytes.includes(word.toLowerCase())).map((word) => `${file}: ${word}`);
  });
}

test("[security 22.2] an erasure resumes after every kill -9 until no data of the user is left", {
  tags: "nightly",
}, async () => {
  let server = await start({ args });
  const port = new URL(server.url).port;
  const owner = await foundOrganization(server, "cove");
  const [noah, mia] = [await owner.invite("Nathaniel"), await owner.invite("Miranda")];
  const to = await owner.channel("general", [noah, mia]);
  const messages = Array.from({ length: 3000 }, (_, at) => ({
    ...{ sender: at % 3 === 0 ? mia.id : noah.id, to, topic: "t" },
    content: at % 3 === 0 ? `ask @**${NAME}** (${at})` : `${TEXT} ${at}`,
  }));
  const { ids } = await owner.ok(owner.post("/testing/messages", { messages }));
  await owner.ok(owner.delete(`/users/${noah.id}`));
  await inBrowser(owner, `/users/${noah.id}/erase`, { delete_messages: "true" });
  const left: number[] = [];
  for (const requests of [0, 0, 1, 3]) {
    // The test clock starts over with the process.
    await owner.ok(owner.post("/testing/clock", { advance_ms: 14 * DAY }));
    for (let sent = 0; sent < requests; sent += 1) await nameOf(owner, mia);
    await server.killHard("all");
    left.push(messagesOf(server.data, noah));
    server = await start({ data: server.data, args: [...args, "--port", port] });
  }
  expect(left[0]).toBeGreaterThan(0);
  await owner.ok(owner.post("/testing/clock", { advance_ms: 14 * DAY }));
  await untilErased(owner, noah, server.data);
  const mention = async () =>
    (await owner.ok(owner.get(`/messages/${ids[2997]}`, { apply_markdown: "false" }))).message;
  await until(
    "mentions are renamed",
    async () => (await mention()).content === `ask @**Deleted user ${noah.id}|${noah.id}** (2997)`,
  );
  await owner.ok(owner.post("/testing/clock", { advance_ms: 2 * 3_600_000 }));
  await shipped(owner);
  await server.stop();
  expect(messagesOf(server.data, noah)).toBe(0);
  const words = [NAME, TEXT, noah.email];
  expect(rowsOf(server.data, words)).toEqual([]);
  expect(bytesOf(server.data, words)).not.toEqual([]);
  // In a new process, because the command sets an environment variable that SQLite reads only once.
  expect((await new Script("operator", ["compact", "--data", server.data]).ended).status).toBe(0);
  expect(bytesOf(server.data, [...words, "tulips", "southern"])).toEqual([]);
  const again = await start({ data: server.data, args: [...args, "--port", port] });
  expect(await differences(owner)).toEqual([]);
  await again.stop();
});
