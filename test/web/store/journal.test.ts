import { expect, test } from "vitest";
import { Journal } from "../../../src/web/store/journal.ts";
import { webStorage } from "../support/web-storage.ts";

interface Row {
  readonly id: string;
  readonly text: string;
}

const idOf = ({ id }: Row) => id;
const never = () => new Promise<void>(() => {});

test("Journal shows unfinished changes as if they were stored, even to another page", async () => {
  const storage = webStorage();
  const journal = new Journal<Row>(storage, "rows");
  const before = [
    { id: "1", text: "one" },
    { id: "2", text: "two" },
  ];
  void journal.change("2", { id: "2", text: "changed" }, never);
  void journal.change("3", { id: "3", text: "new" }, never);
  void journal.change("1", undefined, never);
  const after = [
    { id: "2", text: "changed" },
    { id: "3", text: "new" },
  ];
  expect(await new Journal<Row>(storage, "rows").read(async () => before, idOf)).toEqual(after);
  expect(await new Journal<Row>(storage, "others").read(async () => before, idOf)).toEqual(before);
});

test("Journal drops a change that the database has stored, unless there is a newer one", async () => {
  const storage = webStorage();
  const journal = new Journal<Row>(storage, "rows");
  const first = Promise.withResolvers<void>();
  const changing = journal.change("1", { id: "1", text: "one" }, () => first.promise);
  void journal.change("1", { id: "1", text: "two" }, never);
  first.resolve();
  await changing;
  expect(await journal.read(async () => [], idOf)).toEqual([{ id: "1", text: "two" }]);
  await journal.change("1", undefined, async () => {});
  expect(Object.keys(storage)).toEqual([]);
});

test("Journal includes a change that finishes while the database is being read", async () => {
  const storage = webStorage();
  const journal = new Journal<Row>(storage, "rows");
  let rows: readonly Row[] = [];
  const putting = Promise.withResolvers<void>();
  const change = journal.change("1", { id: "1", text: "one" }, () => putting.promise);
  const all = async () => {
    const read = rows;
    if (read.length === 0) {
      rows = [{ id: "1", text: "one" }];
      putting.resolve();
      await change;
    }
    return read;
  };
  expect(await journal.read(all, idOf)).toEqual([{ id: "1", text: "one" }]);
});

test("Journal keeps a change that the database rejects", async () => {
  const storage = webStorage();
  const journal = new Journal<Row>(storage, "rows");
  const refused = journal.change("1", { id: "1", text: "one" }, () => Promise.reject(new Error("full")));
  await expect(refused).rejects.toThrow("full");
  expect(await journal.read(async () => [], idOf)).toEqual([{ id: "1", text: "one" }]);
});
