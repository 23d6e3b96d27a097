import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { foundOrganization, PASSWORD, Person } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { succeed } from "./support/script.ts";
import { freshData, start } from "./support/server.ts";
import { databasesIn, say, shipped, within } from "./support/stored.ts";

const args = ["--rate-limits", "off", "--test-hooks"];
const NAME = "Nathaniel Example";
const TEXT = "tulips by the southern wall";
const DAY = 86_400_000;

/** Asks as somebody who has just logged in with a browser. */
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

async function erase(owner: Person, person: Person): Promise<void> {
  await owner.ok(owner.delete(`/users/${person.id}`));
  await inBrowser(owner, `/users/${person.id}/erase`, { delete_messages: "true" });
  await owner.ok(owner.post("/testing/clock", { advance_ms: 14 * DAY }));
  await untilErased(owner, person);
  await owner.ok(owner.post("/testing/clock", { advance_ms: 2 * 3_600_000 }));
}

const nameOf = async (owner: Person, { id }: Person): Promise<string> =>
  (await owner.ok(owner.get(`/users/${id}`))).user.full_name;

const untilErased = (owner: Person, person: Person) =>
  until("the person is erased", async () => (await nameOf(owner, person)) === `Deleted user ${person.id}`);

/** The databases of organizations and of D1 in a data directory, with the tables in which any of some words are, in any case. */
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

test("[security 22.6] a restore of an older backup erases those again who were erased since, by later backups or a list", async () => {
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
  await erase(owner, noah);
  await succeed("backup", "--data", server.data, backups);
  await erase(owner, mia);
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
  await untilErased(there, noah);
  expect(await nameOf(there, mia)).toBe("Miranda Example");
  await succeed("operator", "people", "erase-again", list, "--organization", "cove", "--data", data);
  await untilErased(there, mia);
  await there.ok(there.post("/testing/clock", { advance_ms: 2 * 3_600_000 }));
  await shipped(there);
  await again.stop();
  expect(rowsOf(data, [NAME, TEXT, noah.email])).toEqual([]);
});
