import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { verifierKey } from "../../src/merkle-log/note.ts";
import {
  checkpointOf,
  erased,
  expired,
  exportOf,
  type Line,
  linkOf,
  madeEntries,
  newSigner,
  reordered,
} from "./support/made-log.ts";
import { ownerOf } from "./support/person.ts";
import { runHere } from "./support/run-here.ts";
import { start } from "./support/server.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-audit-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function stored(text: string): string {
  files += 1;
  const path = join(folder, `${files}.jsonl`);
  writeFileSync(path, text);
  return path;
}

async function verify(...args: string[]): Promise<{ status: number; out: string }> {
  const { status, out, wrong } = await runHere("audit", "verify", ...args);
  return { status, out: out + wrong };
}

const signer = newSigner();
const log = madeEntries(1, 600);

test("an unchanged export is valid, and its expired and erased entries are reported", async () => {
  const lines = log.map((entry, index) => (index < 400 ? expired(entry) : index < 410 ? erased(entry) : entry));
  const { status, out } = await verify("--key", verifierKey(signer), stored(exportOf(log, signer, { lines })));
  expect(status, out).toBe(0);
  expect(out).toContain("entries 1 to 600, tea.example.org/audit at 600");
  expect(out).toContain("expired, with their hashes left: 400 (1-400)");
  for (const part of ["personal", "context", "details"]) expect(out).toContain(`erased (${part}): 10 (401-410)`);
  expect(out).toContain("All is right.");
  const others = stored(exportOf(log, signer, { lines: lines.map(reordered) }));
  expect((await verify("--key", verifierKey(signer), others)).out.split("\n").slice(1)).toEqual(
    out.split("\n").slice(1),
  );
});

test("[security 18.9] a file of several parts is read completely, including lines split between two", async () => {
  const many = madeEntries(1, 3000);
  const lines = many.map((entry, index) => (index === 1500 ? { ...entry, more: "x".repeat(5_000_000) } : entry));
  const { status, out } = await verify(stored(exportOf(many, signer, { lines })));
  expect([status, out]).toEqual([0, expect.stringContaining("entries 1 to 3000")]);
  const shorter = await verify(stored(exportOf(many, signer, { lines: lines.toSpliced(2000, 1) })));
  expect([shorter.status, shorter.out]).toEqual([1, expect.stringContaining("WRONG: entry 2001 is missing")]);
});

test.each<[string, (entry: Line) => Line, string]>([
  ["detail", (entry) => ({ ...entry, details: { ...entry.details, after: "other" } }), "entry 501 is not the one"],
  ["name", (entry) => ({ ...entry, actor: { ...entry.actor, name: "Eve" } }), "entry 501 is not the one"],
  ["actor", (entry) => ({ ...entry, actor: { ...entry.actor, id: 9 } }), "entry 501 is not the one"],
  ["address", (entry) => ({ ...entry, context: { ip_address: "::1" } }), "entry 501 is not the one"],
  ["time", (entry) => ({ ...entry, at: "2026-11-21T20:15:03.123Z" }), "entry 501 is not the one"],
  ["time in seconds", (entry) => ({ ...entry, date_create: 1 }), "entry 501 is not the one"],
  ["text that is erased", (entry) => ({ ...erased(entry), details: { after: "x" } }), "entry 501 is not the one"],
  ["hash", (entry) => ({ ...madeEntries(501, 501)[0], id: entry.id }), "the entries are not those"],
  ["line", () => "cut off" as never, "a line after entry 500 cannot be read"],
])("a changed %s is detected", async (_, change, wrong) => {
  for (const form of [(entry: Line) => entry, reordered]) {
    const lines = log.with(500, form(change(log[500])));
    const { status, out } = await verify(stored(exportOf(log, signer, { lines })));
    expect(status, out).toBe(1);
    expect(out).toContain(`WRONG: ${wrong}`);
    expect(out).toContain("Something is wrong.");
  }
});

test.each<[string, (lines: Line[]) => Line[], string[]]>([
  ["a removed entry", (lines) => lines.toSpliced(99, 1), ["entry 100 is missing", "has 599 entries"]],
  ["several removed entries", (lines) => lines.toSpliced(99, 5), ["entries 100 to 104 are missing"]],
  ["removed last entries", (lines) => lines.slice(0, -2), ["the file should end with entry 600"]],
  [
    "swapped entries",
    (lines) => lines.with(99, lines[100]).with(100, lines[99]),
    ["entry 100 is missing", "entry 100 is out of place", "not those of the signed checkpoint"],
  ],
])("%s are detected", async (_, change, wrong) => {
  const { status, out } = await verify(stored(exportOf(log, signer, { lines: change([...log]) })));
  expect(status, out).toBe(1);
  for (const line of wrong) expect(out).toContain(line);
});

test("[security 18.9] only the oldest entries count as expired, if old enough and covered by the checkpoint", async () => {
  const day = 86_400_000;
  const time = (id: number) => Date.parse(log[id - 1].at);
  const without = (...ids: number[]) => log.map((entry) => (ids.includes(entry.id) ? expired(entry) : entry));
  const told = async (lines: readonly Line[], before: number | undefined, last = 2, at = time(1) + 400 * day) => {
    const expiry = before === undefined ? undefined : { last, before, at };
    return verify(stored(exportOf(log, signer, { lines, ...(expiry && { expiry }) })), stored(exportOf(log, signer)));
  };
  expect((await told(without(1, 2), time(3))).status).toBe(0);
  expect((await told(log, time(3))).status, "not deleted yet").toBe(0);
  for (const [given, wrong] of [
    [await told(without(1, 2, 6), undefined), "entry 6 is missing: its hash alone is there, and only the oldest"],
    [await told(without(6), time(3)), "entry 6 is missing: its hash alone is there, and only the oldest"],
    [await told(without(1, 2, 3), time(3)), "entry 3 is missing: its hash alone is there, and by the signed"],
    [await told(without(1, 2), time(2)), "entry 2 is missing, which"],
    [await told(without(1, 2), time(3), 2, time(3) + 89 * day), "that are not 90 days old"],
  ] as const) {
    expect([given.status, given.out]).toEqual([1, expect.stringContaining(wrong)]);
  }
});

test("consecutive exports are recognized as one log, and a tail rewritten under a newer checkpoint is detected", async () => {
  const longer = [...log, ...madeEntries(601, 700)];
  const [older, newer] = [stored(exportOf(log, signer)), stored(exportOf(longer, signer, { after: 400 }))];
  const right = await verify(older, newer);
  expect(right.status, right.out).toBe(0);
  expect(right.out).toContain(`its 600 entries are the beginning of ${newer}`);
  const alone = stored(checkpointOf(log, signer));
  const byCheckpoint = await verify("--key", stored(`${verifierKey(signer)}\n`), newer, alone);
  expect(byCheckpoint.status, byCheckpoint.out).toBe(0);

  const rewritten = [...log.slice(0, 550), ...madeEntries(551, 700, "Eve")];
  const forged = stored(exportOf(rewritten, signer));
  expect((await verify(forged)).status).toBe(0);
  for (const known of [older, alone]) {
    const { status, out } = await verify("--key", verifierKey(signer), forged, known);
    expect(status, out).toBe(1);
    expect(out).toContain(`WRONG: ${forged} has other entries up to 600 than the checkpoint of ${known}`);
  }
  const link = (from: number, entries: readonly Line[]) =>
    stored(JSON.stringify({ from, to: entries.length, ...linkOf(entries, from, signer) }));
  const key = ["--key", verifierKey(signer)];
  const byProof = await verify(...key, alone, link(600, longer), stored(checkpointOf(longer, signer)));
  expect(byProof.status, byProof.out).toBe(0);
  expect(byProof.out).toContain("proves that it is the beginning");
  const byForged = await verify(...key, alone, link(600, rewritten), stored(checkpointOf(rewritten, signer)));
  expect([byForged.status, byForged.out]).toEqual([1, expect.stringContaining("does not prove that")]);

  const gap = stored(exportOf(longer, signer, { after: 650 }));
  const uncovered = await verify(older, gap);
  expect([uncovered.status, uncovered.out]).toEqual([0, expect.stringContaining("cannot be compared")]);
});

test("a different key, a forged checkpoint and a file of another kind are rejected", async () => {
  const whole = exportOf(log, signer);
  const other = await verify("--key", verifierKey(newSigner()), stored(whole));
  expect([other.status, other.out]).toEqual([1, expect.stringContaining("not signed with this key")]);
  const forged = await verify(stored(whole.replace("\\n600\\n", "\\n601\\n")));
  expect([forged.status, forged.out]).toEqual([1, expect.stringContaining("its signature is wrong")]);
  const two = await verify(stored(whole), stored(exportOf(madeEntries(1, 10), newSigner())));
  expect([two.status, two.out]).toEqual([1, expect.stringContaining("signed with different keys")]);
  expect((await verify(stored("id,at,action\r\n"))).status).toBe(2);
  expect((await verify(stored('{"id":1}\n'))).status).toBe(1);
  expect((await verify(join(folder, "none"))).status).toBe(1);
  expect((await verify()).status).toBe(2);
});

test("--json prints the result as JSON", async () => {
  const { status, out } = await verify("--json", stored(exportOf(log.slice(0, 5), signer)));
  expect(status).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    right: true,
    files: [{ after: 0, to: 5, size: 5, wrong: [], expired: "0" }],
  });
});

test("[security 18.9] exports that a server made at different times are valid together", async () => {
  const server = await start();
  const owner = await ownerOf(server);
  const headers = { Authorization: `Basic ${btoa(`${owner.email}:${owner.key}`)}` };
  const fetched = async (path: string) => {
    const response = await fetch(`${server.url}${path}`, { headers });
    expect(response.status).toBe(200);
    return response.text();
  };
  const exported = async (after: number) => stored(await fetched(`/api/v1/audit_log/export?after_id=${after}`));
  const key = await (await fetch(`${server.url}/audit/v1/key`)).text();
  const first = await exported(0);
  for (const name of ["One", "Two", "Three"]) await owner.ok(owner.patch("/realm", { name }));
  const { status, out } = await verify("--key", key, first, await exported(2), await exported(0));
  expect(status, out).toBe(0);
  expect(out.match(/are the beginning of/g)).toHaveLength(3);
  expect((await fetched("/api/v1/audit_log/export?format=csv")).split("\r\n")[1]).toMatch(/^1,/);
});
