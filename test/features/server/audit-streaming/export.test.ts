import { expect, test } from "vitest";
import { audit } from "../../../../src/features/trust/audit-log/audit.ts";
import { type Checkpoint, openCheckpoint } from "../../../../src/merkle-log/checkpoint.ts";
import { Frontier } from "../../../../src/merkle-log/frontier.ts";
import { fetchPage } from "../../../support/files.ts";
import { advanceClock, changeRealm, inRealm } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { treeOver } from "../../trust/audit-log/root-over.ts";
import { fetchFeed, writeEntries } from "./feeds.ts";

const exported = (person: Person, query = "") =>
  fetchPage(person.host, `/api/v1/audit_log/export${query}`, { as: person });

async function linesOf(person: Person, query = ""): Promise<Json[]> {
  const response = await exported(person, query);
  expect(response.status).toBe(200);
  return (await response.text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("[security 18.9] an audit log export has all entries, and a signed checkpoint", async () => {
  const { iris, host } = await realm();
  await writeEntries(iris, 5000);
  const [head, ...entries] = await linesOf(iris);
  const key = await (await fetchFeed(host, "key")).text();
  expect(head).toMatchObject({ parley_audit_log: 1, after: 0, to: entries.length, log_size: entries.length, key });
  expect(entries.map(({ id }) => id)).toEqual(entries.map((_, index) => index + 1));
  const tree = treeOver(entries);
  for (const { id, leaf } of entries) expect(leaf).toBe(tree.leaf(id));
  expect(openCheckpoint(head.checkpoint, key)).toMatchObject({
    ...{ origin: `${host}/audit`, size: entries.length, root: tree.rootOf(entries.length) },
  });
  const last = entries.at(-1);
  expect(last).toMatchObject({
    action: "audit.exported",
    actor: { id: iris.id },
    details: { format: "jsonl", after_id: 0 },
  });
});

test("an audit log export can continue from another one, as part of the same log", async () => {
  const { iris, host } = await realm();
  await writeEntries(iris, 30);
  const [head, ...entries] = await linesOf(iris, "?limit=13");
  expect(head).toMatchObject({ after: 0, to: 13 });
  const [next, ...others] = await linesOf(iris, "?after_id=13");
  expect(next).toMatchObject({ after: 13, to: 13 + others.length });
  expect(others[0].id).toBe(14);
  const tree = new Frontier(
    13,
    next.frontier.map((hash: string) => Buffer.from(hash, "base64")),
  );
  const root = () => Buffer.from(tree.root).toString("base64");
  expect(openCheckpoint(head.checkpoint, head.key)).toMatchObject({ size: 13, root: root() });
  for (const { leaf } of others) tree.append(Buffer.from(leaf, "base64"));
  expect(openCheckpoint(next.checkpoint, head.key)).toMatchObject({ size: next.to, root: root() });
  expect(treeOver([...entries, ...others]).rootOf(next.to)).toBe(root());
  expect(host).toBe(iris.host);
});

test("expired entries are exported with their hashes", async () => {
  const { iris } = await realm();
  await writeEntries(iris, 20);
  const [before] = await linesOf(iris);
  await advanceClock(iris, 401 * 86_400_000);
  await expect.poll(async () => (await linesOf(iris))[1]).toEqual({ id: 1, leaf: expect.stringMatching(/^.{43}=$/) });
  const [after, ...lines] = await linesOf(iris);
  const tree = new Frontier();
  for (const { leaf } of lines.slice(0, before.to)) tree.append(Buffer.from(leaf, "base64"));
  expect(openCheckpoint(before.checkpoint, after.key)).toMatchObject({
    root: Buffer.from(tree.root).toString("base64"),
  });
  const expiryIn = ({ checkpoint, key }: Json) => openCheckpoint(checkpoint, key) as Checkpoint;
  expect(expiryIn(before).expiry?.last).toBe(0);
  const gone = lines.filter(({ at }) => at === undefined).length;
  expect(gone).toBeGreaterThanOrEqual(20);
  expect(expiryIn(after).expiry?.last).toBeGreaterThanOrEqual(gone);
  // Entries deleted in the database haven't expired.
  const last = expiryIn(after).expiry?.last;
  await inRealm(iris, ({ sql }) =>
    sql.exec("DELETE FROM audit_entries WHERE id = (SELECT max(id) FROM audit_entries)"),
  );
  expect(expiryIn((await linesOf(iris))[0]).expiry?.last).toBe(last);
});

test("[security 18.10] the CSV export has no formulas in its cells", async () => {
  const { iris } = await realm();
  await changeRealm(iris, (realm) => {
    for (const name of ['=HYPERLINK("http://x")', "+1", "-1", "@SUM(A1)", "\tx", "\rx", 'a "b", c', "a\nb", "fine"]) {
      audit(realm, "channel.renamed", { of: { type: "channel", id: 1, name }, details: { name } });
    }
  });
  const response = await exported(iris, "?format=csv");
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="audit-log-1-\d+\.csv"$/);
  const csv = await response.text();
  expect(csv.split("\r\n")[0]).toBe(
    "id,at,action,result,actor_type,actor_id,actor_name,actor_email,entity_type,entity_id,entity_name,ip,ua,details",
  );
  for (const cell of [
    `"'=HYPERLINK(""http://x"")"`,
    "'+1",
    "'-1",
    "'@SUM(A1)",
    "'\tx",
    `"'\rx"`,
    `"a ""b"", c"`,
    `"a\nb"`,
  ]) {
    expect(csv).toContain(`,channel,1,${cell},`);
  }
  expect(csv).toContain(",channel,1,fine,,");
});

test("users who can read the audit log can export it, without derived fields", async () => {
  const { iris, omar } = await realm();
  const value = JSON.stringify({ new: { direct_members: [omar.id], direct_subgroups: [] } });
  await iris.ok(iris.patch("/realm", { can_read_audit_log_group: value }));
  const [, ...entries] = await linesOf(omar);
  expect(entries.at(-1)).toMatchObject({ action: "audit.exported", actor: { id: omar.id } });
  for (const entry of entries) expect(entry).not.toHaveProperty("program");
  expect((await omar.get("/audit_log/tokens")).status).toBe(400);
});

test("only owners can export the audit log by default, within limits, and only denied permissions are recorded", async () => {
  const { iris, omar, host } = await realm();
  const { checkpoint } = await iris.ok(iris.get("/audit_log"));
  expect((await exported(omar)).status).toBe(400);
  expect((await fetchPage(host, "/api/v1/audit_log/export")).status).toBe(401);
  for (const query of ["?limit=0", "?limit=40001", "?format=xml", "?after_id=9999", "?after_id=-1"]) {
    expect((await exported(iris, query)).status).toBe(400);
  }
  expect((await fetchPage(host, "/api/v1/audit_feeds/export_part?after=0&to=1", { as: iris })).status).toBe(404);
  const { entries, checkpoint: now } = await iris.ok(iris.get("/audit_log"));
  expect(now.size).toBe(checkpoint.size + 1);
  expect(entries[0]).toMatchObject({ action: "access.denied", actor: { id: omar.id } });
});
