import { describe, expect, test } from "vitest";
import { archiveLimits } from "../../src/archive-format/archive-limits.ts";
import { ArchiveWriter, type Member } from "../../src/archive-format/members.ts";
import { openArchive, type ReadRow, tablesOf } from "../../src/archive-format/read.ts";
import { type TableName, tableNames } from "../../src/archive-format/tables.ts";
import { memorySpool } from "../support/memory-spool.ts";
import { secretTables } from "../support/normalised-archive.ts";
import { facts, sampleMembers, tarBlob, text } from "./sample.ts";

async function all<Name extends TableName>(rows: AsyncGenerator<ReadRow<Name>>): Promise<ReadRow<Name>[]> {
  const found: ReadRow<Name>[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

const opened = async (members: readonly Member[]) => openArchive(await tarBlob(members));

/** Replaces the content of matching members. */
const changed = (members: readonly Member[], name: RegExp, change: (content: Blob) => Blob): Member[] =>
  members.map((member) => (name.test(member.name) ? { ...member, content: change(member.content) } : member));

async function withManifest(members: readonly Member[], change: (manifest: Record<string, unknown>) => object) {
  const manifest: Record<string, unknown> = JSON.parse(await text(members[0]));
  return changed(members, /^manifest/, () => new Blob([JSON.stringify(change(manifest))]));
}

const gzip = async (content: string): Promise<Blob> =>
  new Response(new Blob([content]).stream().pipeThrough(new CompressionStream("gzip"))).blob();

/** Replaces the message rows with these lines, in `copies` equal pieces, and updates the manifest to match. */
async function withMessages(members: readonly Member[], lines: string, rows: number, copies = 1): Promise<Member[]> {
  const content = await gzip(lines);
  const digest = await crypto.subtle.digest("SHA-256", await content.arrayBuffer());
  const sha256 = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const pieces = Array.from({ length: copies }, (_, index) => ({
    member: `tables/messages/00000${index + 1}.jsonl.gz`,
    bytes: content.size,
    sha256,
    rows,
  }));
  const replaced = members.flatMap((member) =>
    member.name.includes("messages") ? pieces.map((piece) => ({ name: piece.member, content })) : member,
  );
  return withManifest(replaced, (manifest) => ({
    ...manifest,
    tables: (manifest["tables"] as { name: string }[]).map((table) =>
      table.name === "messages" ? { ...table, rows: rows * copies, pieces } : table,
    ),
  }));
}

describe("openArchive and ArchiveWriter", () => {
  test("round-trip every row, with defaults for omitted fields", async () => {
    const archive = await opened(await sampleMembers());
    expect(archive.manifest).toMatchObject({ ...facts, format: 1, files: { count: 1, bytes: 10, missing: 0 } });
    expect(tablesOf(archive)).toEqual(["organization", "users", "channels", "files", "messages"]);
    const messages = await all(archive.rows("messages"));
    expect(messages).toEqual([
      expect.objectContaining({
        place: { member: "tables/messages/000001.jsonl.gz", line: 1 },
        next: { piece: 0, line: 1 },
        row: expect.objectContaining({
          id: 1,
          content: "**green** 🍵",
          client: "import",
          edits: [],
          last_edit_at: null,
        }),
      }),
      expect.objectContaining({ next: { piece: 1, line: 0 }, row: expect.objectContaining({ id: 2, members: [1] }) }),
    ]);
    expect(await all(archive.rows("drafts"))).toEqual([]);
    const found = [];
    for await (const member of archive.files()) {
      found.push({ name: member.name, text: await new Response(archive.content(member).stream()).text() });
    }
    expect(found).toEqual([{ name: "files/uploads/1", text: "tea leaves" }]);
  });

  test("put the manifest first, then the tables in order, then the files", async () => {
    const names = (await sampleMembers()).map(({ name }) => name);
    const piece = (table: string) => `tables/${table}/000001.jsonl.gz`;
    const tables = ["organization", "users", "channels", "files", "messages"].map(piece);
    expect(names).toEqual(["manifest.json", ...tables, "files/uploads/1"]);
    expect(secretTables.filter((name) => !tableNames.includes(name))).toEqual([]);
  });

  test("split a table into pieces of limited size, and resume reading after any row", async () => {
    const writer = new ArchiveWriter(memorySpool);
    const content = "x".repeat(10_000);
    const count = Math.ceil((archiveLimits.piece_bytes * 2.5) / content.length);
    for (let id = 1; id <= count; id++) {
      await writer.row("messages", { id, sender_id: 1, sent_at: id, channel_id: 1, topic: "", content });
    }
    const archive = await opened(await writer.finish(facts));
    expect(archive.manifest.tables[0]?.pieces).toHaveLength(3);
    const rows = await all(archive.rows("messages"));
    expect(rows.map((row) => "row" in row && row.row.id)).toEqual(
      Array.from({ length: count }, (_, index) => index + 1),
    );
    for (const at of [0, 399, 400, count - 2]) {
      const { value } = await archive.rows("messages", rows[at]?.next).next();
      expect(value).toEqual(rows[at + 1]);
    }
  });

  test("report each invalid row with its line, and still return the valid ones", async () => {
    const good = { id: 1, sender_id: 1, sent_at: 1, channel_id: 1, topic: "t", content: "tea" };
    const lines = [
      JSON.stringify(good),
      "{",
      `{"id":1,"more":[${"{},".repeat(300_000)}{}]}`,
      JSON.stringify({ ...good, topic: "t".repeat(61) }),
      JSON.stringify({ ...good, sent_at: "now" }),
      JSON.stringify({ ...good, content: "a\0b" }),
      JSON.stringify({ ...good, id: -1 }),
      JSON.stringify({ ...good, colour: "unknown to this version" }),
    ];
    const archive = await opened(await withMessages(await sampleMembers(), `${lines.join("\n")}\n`, lines.length));
    const rows = await all(archive.rows("messages"));
    expect(rows.map((row) => ("row" in row ? row.row.id : row.place.line))).toEqual([1, 2, 3, 4, 5, 6, 7, 1]);
    expect(rows[2]).toMatchObject({ problem: "the JSON has too many values" });
    expect(rows.filter((row) => "problem" in row && row.problem.length === 0)).toEqual([]);
  });

  test("skip tables that this version does not know", async () => {
    const members = await sampleMembers();
    const renamed = members.map((one) => ({ ...one, name: one.name.replace("tables/channels/", "tables/kettles/") }));
    const archive = await opened(
      await withManifest(renamed, (manifest) => JSON.parse(JSON.stringify(manifest).replaceAll("channels", "kettles"))),
    );
    expect(archive.manifest.tables).toContainEqual(expect.objectContaining({ name: "kettles", rows: 1 }));
    expect(tablesOf(archive)).not.toContain("kettles");
  });

  test("refuse a second file of the same name", async () => {
    const writer = new ArchiveWriter(memorySpool);
    await writer.file("files/a", new Blob(["a"]));
    await expect(writer.file("files/a", new Blob(["b"]))).rejects.toThrow("two files");
  });
});

describe("openArchive refuses an archive", () => {
  const refused = async (members: readonly Member[]) => {
    try {
      const archive = await opened(members);
      for (const table of tablesOf(archive)) await all(archive.rows(table));
      for await (const _ of archive.files());
    } catch (error) {
      return error instanceof Error ? `${error.name}: ${error.message}` : "";
    }
    return "read";
  };

  test.each<[string, (members: Member[]) => Promise<Member[]> | Member[], string]>([
    ["without a manifest", (members) => members.slice(1), "doesn't begin with manifest.json"],
    [
      "without one of its pieces",
      (all) => all.filter(({ name }) => !name.includes("users")),
      "not what its manifest says",
    ],
    ["with a later format", (all) => withManifest(all, (one) => ({ ...one, format: 2 })), "has format 2"],
    ["with an invalid manifest", (all) => withManifest(all, () => ({ format: 1 })), "manifest is not valid"],
    [
      "with the same table twice",
      (all) => withManifest(all, (one) => ({ ...one, tables: [one["tables"], one["tables"]].flat() })),
      "a table twice",
    ],
    [
      "with a changed piece",
      (all) => changed(all, /users/, (content) => new Blob(["x".repeat(content.size)])),
      "its digest is not the manifest's",
    ],
    ["with fewer rows than it says", (all) => withMessages(all, "{}\n", 2), "not the rows that its manifest says"],
    ["with more rows than it says", (all) => withMessages(all, "{}\n{}\n", 1), "not the rows that its manifest says"],
    [
      "with a piece that decompresses without end",
      (all) => withMessages(all, " ".repeat(archiveLimits.piece_bytes + archiveLimits.row_bytes + 1), 1),
      "is too large",
    ],
    [
      "with pieces that decompress to a thousand times their size",
      (all) => withMessages(all, `${" ".repeat(11_000_000)}\n`, 1, 6),
      "grows far too much",
    ],
    ["with an unexpected member", (all) => [...all, { name: "more", content: new Blob() }], "unexpected member"],
  ])("%s", async (_, change, problem) => {
    expect(await refused(await change(await sampleMembers()))).toMatch(new RegExp(`^ArchiveError: .*${problem}`));
  });

  test("that is cut off at any block", async () => {
    const whole = await tarBlob(await sampleMembers());
    const { size } = await whole.arrayBuffer().then((bytes) => new Blob([bytes]));
    for (let end = 0; end < size - 1024; end += 256) {
      const archive = openArchive(whole.slice(0, end)).then(async (one) => {
        for await (const _ of one.files());
      });
      await expect(archive, `${end} of ${size}`).rejects.toThrow(/cut off|doesn't begin/);
    }
  });
});
