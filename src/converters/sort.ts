import type { Spool } from "../archive-format/spool.ts";
import { jsonLines } from "./readers/json-lines.ts";

/** Entries to sort: by time, then by a tiebreaker, then by arrival. */
type Entry<Row> = readonly [time: number, tie: number, row: Row];

/** Characters of JSON kept in memory before they are written out. */
const RUN_CHARACTERS = 8_000_000;
/** Maximum number of runs merged at once. The platform allocates a buffer for each. */
const MAX_RUNS = 200;

const before = ([time, tie]: Entry<unknown>, [otherTime, otherTie]: Entry<unknown>) =>
  time - otherTime || tie - otherTie;

/**
 * Sorts more rows than fit in memory: sorted runs are spooled, and merged as they are read. Rows must be JSON values.
 * No library is used, because those for external sorting (external-sorting, lumberjack) write Node files themselves.
 */
export class Sorter<Row> {
  #waiting: Entry<Row>[] = [];
  #characters = 0;
  #runs: Blob[] = [];
  #count = 0;

  constructor(private readonly spool: Spool) {}

  get count(): number {
    return this.#count;
  }

  async add(time: number, tie: number, row: Row): Promise<void> {
    this.#waiting.push([time, tie, row]);
    this.#count += 1;
    // Rows are measured by their estimated size, because serializing each one twice would cost too much.
    this.#characters += likelySize(row);
    if (this.#characters < RUN_CHARACTERS) return;
    this.#runs.push(await this.#write(this.#waiting.sort(before).values()));
    this.#waiting = [];
    this.#characters = 0;
    if (this.#runs.length >= MAX_RUNS) this.#runs = [await this.#write(merged(this.#runs.map(readRun<Row>)))];
  }

  /** Yields the rows in order. Can be read several times, once all rows have been added. */
  async *rows(): AsyncGenerator<Row> {
    const waiting = this.#waiting.sort(before);
    if (this.#runs.length === 0) {
      for (const [, , row] of waiting) yield row;
      return;
    }
    async function* inMemory() {
      for (let at = 0; at < waiting.length; at += 1000) yield waiting.slice(at, at + 1000);
    }
    for await (const [, , row] of merged<Row>([...this.#runs.map(readRun<Row>), inMemory()])) yield row;
  }

  async #write(entries: Iterable<Entry<Row>> | AsyncIterable<Entry<Row>>): Promise<Blob> {
    const file = await this.spool.create();
    let lines: string[] = [];
    let characters = 0;
    const flush = async () => {
      await file.write(new TextEncoder().encode(lines.join("")).slice());
      [lines, characters] = [[], 0];
    };
    for await (const entry of entries) {
      const line = `${JSON.stringify(entry)}\n`;
      lines.push(line);
      characters += line.length;
      if (characters > 1_000_000) await flush();
    }
    await flush();
    return file.close();
  }
}

function likelySize(value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 10;
  let size = 2;
  for (const one of Array.isArray(value) ? value : Object.values(value)) size += likelySize(one) + 12;
  return size;
}

async function* readRun<Row>(run: Blob): AsyncGenerator<Entry<Row>[]> {
  for await (const lines of jsonLines(run.stream(), "a sorted run"))
    yield lines.map(({ value }) => value as Entry<Row>);
}

interface Head<Row> {
  readonly source: AsyncGenerator<Entry<Row>[]>;
  /** Among equal entries, earlier runs come first. */
  readonly order: number;
  entries: Entry<Row>[];
  at: number;
}

async function* merged<Row>(sources: AsyncGenerator<Entry<Row>[]>[]): AsyncGenerator<Entry<Row>> {
  const heads: Head<Row>[] = sources.map((source, order) => ({ source, order, entries: [], at: 0 }));
  const waiting: Head<Row>[] = [];
  for (const head of heads) if (await fill(head)) insert(waiting, head);
  for (let head = waiting.pop(); head !== undefined; head = waiting.pop()) {
    const entry = head.entries[head.at];
    if (entry !== undefined) yield entry;
    head.at += 1;
    if (head.at < head.entries.length || (await fill(head))) insert(waiting, head);
  }
}

async function fill<Row>(head: Head<Row>): Promise<boolean> {
  const { done, value } = await head.source.next();
  head.entries = done ? [] : value;
  head.at = 0;
  return head.entries.length > 0;
}

/** Inserts a run into a list, which is sorted so that the run with the next entry is last. */
function insert<Row>(waiting: Head<Row>[], head: Head<Row>): void {
  const entry = head.entries[head.at];
  if (entry === undefined) return;
  let [low, high] = [0, waiting.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = waiting[middle];
    const entryThere = other?.entries[other.at];
    if (other === undefined || entryThere === undefined) break;
    const order = before(entryThere, entry) || other.order - head.order;
    if (order > 0) low = middle + 1;
    else high = middle;
  }
  waiting.splice(low, 0, head);
}
