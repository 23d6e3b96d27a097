import { expect, test } from "vitest";
import { ArchiveError } from "../../src/archive-format/archive-error.ts";
import { openArchive, tablesOf } from "../../src/archive-format/read.ts";
import { TAR_END, tarHeader } from "../../src/archive-format/tar.ts";
import { paxRecords, paxSteps, readTar } from "../../src/archive-format/tar-reader.ts";
import { WorkBudget } from "../../src/util/work-budget.ts";
import { readTarWithin } from "../support/bounded-readers.ts";
import { cutAnywhere, spoilt, withSums } from "../support/spoilt-bytes.ts";
import { sampleMembers, tarBlob } from "./sample.ts";

const encoded = (text: string) => new TextEncoder().encode(text);
const tooMany = () => new Error("the reader does more than the bytes can need");

/** Reads everything. Returns false on an ArchiveError, and fails the test on any other error. */
async function readAll(read: () => AsyncGenerator<unknown>): Promise<boolean> {
  try {
    for await (const _ of read());
    return true;
  } catch (error) {
    if (error instanceof ArchiveError) return false;
    throw error;
  }
}

test.each([
  ["0 after a record", "8 a=bcd\n0 a=", 2],
  ["0", "0 a=", 1],
  ["a row of zeros", "000000 a=", 1],
  ["1", "8 a=bcd\n1 a=", 2],
  ["shorter than its key", "8 a=bcd\n3 abc=d\n", 2],
  ["just that of its key", "8 a=bcd\n4 a=\n", 2],
  ["negative", "8 a=bcd\n-8 a=", 2],
  ["beyond the end", "8 a=bcd\n99 a=b\n", 2],
  ["of too many digits", "8 a=bcd\n00000000000008 a=", 2],
])("paxRecords refuses a record whose length is %s without reading further", (_, records, most) => {
  const steps = paxSteps();
  expect(() => [...paxRecords(encoded(records), steps)]).toThrow(ArchiveError);
  expect(steps.taken).toBe(most);
});

test("paxRecords accepts 1000 records, and refuses more", async () => {
  expect([...paxRecords(encoded("5 a=\n".repeat(1000)))]).toHaveLength(1000);
  expect(() => [...paxRecords(encoded("5 a=\n".repeat(1001)))]).toThrow(/too many records/);
  expect(() => [...paxRecords(encoded("5 a=\n".repeat(1001)))]).toThrow(ArchiveError);
});

test("readTar stops at its step limit in a tar with nothing but headers", async () => {
  const header = tarHeader({ name: "pax", size: 0 }, 0).slice();
  header[156] = 0x67;
  withSums(header);
  const tar = new Blob([...Array.from({ length: 50 }, () => header), TAR_END.slice()]);
  const steps = new WorkBudget(20, () => new ArchiveError("too many headers"));
  expect(await readAll(() => readTar(tar, 0, steps))).toBe(false);
  expect(steps.taken).toBe(20);
});

test("readTar takes at most one step per block of a corrupted tar", async () => {
  const long = { name: `files/${"n".repeat(150)}`, content: new Blob(["tea"]) };
  const whole = new Uint8Array(await (await tarBlob([...(await sampleMembers()), long])).arrayBuffer());
  let read = 0;
  for (const bytes of [...cutAnywhere(whole, 300), ...spoilt(whole, 1500)]) {
    if ((await readTarWithin(withSums(bytes))).isWhole) read += 1;
  }
  // Some stay readable, because the changed bytes aren't part of a length.
  expect(read).toBeGreaterThan(100);
});

test("paxRecords reads at least five bytes per record of a corrupted header", () => {
  const good = encoded("19 path=files/a.txt\n30 mtime=1700000000.123456789\n12 size=003\n");
  for (const bytes of [...cutAnywhere(good), ...spoilt(good, 5000, 2)]) {
    const steps = new WorkBudget(Math.ceil(bytes.length / 5) + 1, tooMany);
    try {
      for (const { value } of paxRecords(bytes, steps)) expect(value.length).toBeLessThan(bytes.length);
    } catch (error) {
      expect(error).toBeInstanceOf(ArchiveError);
    }
  }
});

test("openArchive either reads a corrupted archive or refuses it with an ArchiveError", async () => {
  const whole = new Uint8Array(await (await tarBlob(await sampleMembers())).arrayBuffer());
  for (const bytes of spoilt(whole, 300, 3)) {
    await readAll(async function* () {
      const archive = await openArchive(new Blob([withSums(bytes)]));
      for (const table of tablesOf(archive)) yield* archive.rows(table);
      yield* archive.files();
    });
  }
});
