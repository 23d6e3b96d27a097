import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { uploadKey } from "../../../src/features/files/attachments/attachments.ts";
import { sendFiles, textFile } from "../../support/files.ts";
import { changeRealm, identityOf, tablesOf, untilShipped, withEnv } from "../../support/object.ts";
import { realm } from "../../support/organization.ts";
import { type Fields, Person } from "../../support/person.ts";
import { beginUpload, sendBytes } from "../../support/tus.ts";
import { until } from "../../support/until.ts";

/** A client of the server's root domain. */
const operator = new Person("localhost", "", "");
const subdomainOf = (who: Person) => who.host.split(".")[0] ?? "";
const ask = (who: Person, fields: Fields = {}) =>
  operator.post("/organizations/delete", { subdomain: subdomainOf(who), name: "Harbour", ...fields });

const TABLES = ["users", "messages", "reactions", "personal_flags", "submessages", "arrivals", "push_organizations"];

/** The number of rows with an organization's number in each database, and the number of files. */
async function remains(number: number) {
  const counts = [env.DB, env.DB2].flatMap((database) => [
    ...TABLES.map((table) => database.prepare(`SELECT count(*) AS n FROM ${table} WHERE realm = ?1`).bind(number)),
    database.prepare("SELECT count(*) AS n FROM organizations WHERE id = ?1").bind(number),
    database
      .prepare("SELECT count(*) AS n FROM message_words WHERE rowid BETWEEN ?1 * 4294967296 AND (?1 + 1) * 4294967296")
      .bind(number),
  ]);
  const rows = await Promise.all(counts.map((query) => query.first<number>("n")));
  const { objects } = await env.UPLOADS.list({ prefix: `${number}/` });
  return { rows: rows.reduce<number>((sum, count) => sum + (count ?? 0), 0), files: objects.length };
}

async function filled() {
  const cast = await realm();
  const { iris, omar } = cast;
  for (const content of ["one", "two"]) {
    const { id } = await iris.ok(iris.post("/messages", { type: "channel", to: "general", topic: "t", content }));
    await omar.ok(omar.post(`/messages/${id}/reactions`, { emoji_name: "tada" }));
  }
  await iris.ok(sendFiles(iris, "/user_uploads", [textFile("a")]));
  const { realm_name } = await iris.ok(iris.get("/server_settings"));
  await untilShipped(iris);
  return { ...cast, name: String(realm_name), number: (await identityOf(iris)).id };
}

/** Repeats the request until nothing is left. Returns what each request deleted. */
async function deleteAll(who: Person, name: string) {
  const parts = [];
  for (;;) {
    const { done, databases, rows, files } = await operator.ok(ask(who, { name }));
    parts.push({ databases, rows: rows > 0, files });
    if (done) return parts;
  }
}

describe("a deactivated organization", () => {
  test("is deleted completely from its database, D1 and R2, without affecting other organizations, and frees its name", async () => {
    const { iris, name, number } = await filled();
    const other = await filled();
    await iris.ok(iris.post("/realm/deactivate"));
    await env.DB.prepare("INSERT INTO push_organizations VALUES (?1, '{}')").bind(number).run();
    expect((await remains(number)).rows).toBeGreaterThan(8);
    const before = await remains(other.number);

    expect(await deleteAll(iris, name)).toEqual([
      { databases: 1, rows: false, files: 0 },
      { databases: 0, rows: true, files: 0 },
      { databases: 0, rows: false, files: 1 },
      { databases: 0, rows: false, files: 0 },
    ]);
    expect(await remains(number)).toEqual({ rows: 0, files: 0 });
    expect((await iris.get("/users/me")).body.code).toBe("NONEXISTENT_SUBDOMAIN");
    expect(await deleteAll(iris, name)).toHaveLength(1);

    expect(await remains(other.number)).toEqual(before);
    expect((await other.iris.ok(other.iris.get("/testing/differences"))).differences).toEqual([]);
    const again = { name: "New", email: "new@example.com", full_name: "Nina", password: "correct horse battery" };
    const made = await operator.ok(operator.post("/organizations", { subdomain: subdomainOf(iris), ...again }));
    expect(made.realm_id).not.toBe(number);
    const owner = new Person(iris.host, made.email, made.api_key);
    const { messages } = await owner.ok(owner.get("/messages", { anchor: "newest", num_before: 10, num_after: 0 }));
    expect(messages).toEqual([]);
  });

  test("is deleted by a second request if its storage failed during the first", async () => {
    const { iris, name, number } = await filled();
    await iris.ok(iris.post("/realm/deactivate"));
    await runInDurableObject(env.REALM.get(env.REALM.idFromName(subdomainOf(iris))), (_, { storage }) => {
      vi.spyOn(storage, "deleteAll").mockRejectedValueOnce(new Error("disk I/O error"));
    });
    await expect(operator.ok(ask(iris, { name }))).rejects.toThrow();
    await until(() => deleteAll(iris, name));
    expect(await remains(number)).toEqual({ rows: 0, files: 0 });
  });

  test("leaves no parts of an unfinished upload in R2, which doesn't list them", async () => {
    const { iris, name, number } = await filled();
    const bytes = 6 * 1_048_576;
    const address = await beginUpload(iris, 2 * bytes, "half.bin", "application/octet-stream");
    await sendBytes(iris, address, 0, new Uint8Array(bytes));
    const [upload] = (await tablesOf(iris))["resumable_uploads"] as [{ place: string; upload_id: string }];
    await iris.ok(iris.post("/realm/deactivate"));
    await deleteAll(iris, name);
    expect(await remains(number)).toEqual({ rows: 0, files: 0 });
    const parts = env.UPLOADS.resumeMultipartUpload(uploadKey(`${number}/${upload.place}`), upload.upload_id);
    await expect(parts.uploadPart(2, new Uint8Array(1))).rejects.toThrow("(10024)");
  });

  test("is deleted from each database that has its rows, even if D1 has lost its number", async () => {
    const { iris, name, number } = await filled();
    await iris.ok(iris.post("/realm/deactivate"));
    await env.DB2.prepare("INSERT INTO reactions VALUES (?1, 1, 1, 'unicode_emoji', '1f419', 'octopus', 1)")
      .bind(number)
      .run();
    await env.DB.prepare("DELETE FROM organizations WHERE id = ?1").bind(number).run();
    await deleteAll(iris, name);
    expect(await remains(number)).toEqual({ rows: 0, files: 0 });
  });
});

test("an organization in use, or with a mistyped name, is not deleted at all", async () => {
  const { iris, omar, name, number } = await filled();
  expect((await ask(iris, { name })).body.msg).toContain("Only a deactivated organization");
  await iris.ok(iris.post("/realm/deactivate"));
  await until(() => changeRealm(iris, ({ shipper }) => expect(shipper.lag.waiting).toBe(false)));
  const before = await remains(number);
  expect((await ask(iris, { name: `${name}x` })).body.msg).toContain("another name");
  expect((await operator.post("/organizations/delete", { subdomain: subdomainOf(iris) })).status).toBe(400);
  await withEnv({ SETUP_TOKEN: "the token" }, async () => {
    expect((await ask(iris, { name })).status).toBe(401);
    expect((await ask(omar, { name, setup_token: "guessed" })).status).toBe(401);
  });
  expect(await remains(number)).toEqual(before);
  await changeRealm(iris, ({ shipper }) => expect(shipper.lag.waiting).toBe(false));
});

test("an organization whose own database is lost is not treated as deleted", async () => {
  const subdomain = `lost${crypto.randomUUID().slice(0, 8)}`;
  await env.DB.prepare("INSERT INTO organizations (subdomain, created_at) VALUES (?1, 1)").bind(subdomain).run();
  const { status, body } = await operator.post("/organizations/delete", { subdomain, name: "x" });
  expect([status, body.msg]).toEqual([400, expect.stringContaining("is lost")]);
});
