import { ArchiveError } from "../../archive-format/archive-error.ts";
import type { Spool } from "../../archive-format/spool.ts";
import { readTar } from "../../archive-format/tar-reader.ts";
import { isRecord } from "../markdown/loose-json.ts";
import { gunzipped } from "../readers/gunzip.ts";
import type { JsonBatch, JsonRange } from "../readers/json-splitter.ts";
import { isGzip, readArchiveHead } from "../readers/open-members.ts";
import { jsonBatches, jsonRanges } from "../readers/read-json.ts";
import { Row } from "./row.ts";

const REALM = "realm.json";

/** An unpacked Zulip export: locates its members, and the tables within them. */
export class ZulipArchive {
  readonly #ranges = new Map<string, Map<string, JsonRange>>();

  private constructor(private readonly members: ReadonlyMap<string, Blob>) {}

  /** Unpacks an export into one spool file, whose slices are the members. Members can be in any order. */
  static async open(
    archive: Blob,
    { spool, onBytes }: { readonly spool: Spool; readonly onBytes: (bytes: number) => void },
  ): Promise<ZulipArchive> {
    const tar = isGzip(await readArchiveHead(archive)) ? await unpacked(archive, spool, onBytes) : archive;
    const found = new Map<string, Blob>();
    for await (const { name, at, size } of readTar(tar)) {
      const path = name.replace(/^(?:\.\/)+/, "");
      // Of members with the same name, the first one counts.
      if (!found.has(path)) found.set(path, tar.slice(at, at + size));
    }
    const realm = [...found.keys()].find((name) => name === REALM || /^[^/]+\/realm\.json$/.test(name));
    if (realm === undefined) throw new ArchiveError("This isn't an export of Zulip: it has no realm.json.");
    const folder = realm.slice(0, -REALM.length);
    const within = [...found].filter(([name]) => name.startsWith(folder));
    return new ZulipArchive(new Map(within.map(([name, content]) => [name.slice(folder.length), content])));
  }

  /** The members' names, without the enclosing folder. */
  get names(): IterableIterator<string> {
    return this.members.keys();
  }

  file(name: string): Blob | undefined {
    return this.members.get(name);
  }

  async tables(member: string): Promise<string[]> {
    return [...(await this.#rangesOf(member)).keys()];
  }

  async *batches(member: string, table: string): AsyncGenerator<JsonBatch> {
    const range = (await this.#rangesOf(member)).get(table);
    const content = this.members.get(member)?.slice(range?.begin, range?.end);
    if (range !== undefined && content !== undefined) yield* jsonBatches(content.stream(), `${member} ${table}`);
  }

  /** Yields a table's rows. Calls `strange` for values that aren't rows. */
  async *rows(member: string, table: string, strange: (place: string) => void): AsyncGenerator<Row> {
    yield* rowsIn(this.batches(member, table), `${member} ${table}`, strange);
  }

  /** Yields the rows of a member that is a single list, such as a folder's records. */
  async *list(member: string, strange: (place: string) => void): AsyncGenerator<Row> {
    const content = this.members.get(member);
    if (content !== undefined) yield* rowsIn(jsonBatches(content.stream(), member), member, strange);
  }

  /** Returns a value from a member that is a small object. */
  async value(member: string, name: string): Promise<unknown> {
    const content = this.members.get(member);
    if (content === undefined) return undefined;
    let found: unknown;
    for await (const { values } of jsonBatches(content.stream(), member, (key) => key === name)) found ??= values[0];
    return found;
  }

  async #rangesOf(member: string): Promise<Map<string, JsonRange>> {
    const known = this.#ranges.get(member);
    if (known !== undefined) return known;
    const content = this.members.get(member);
    const ranges = content === undefined ? new Map<string, JsonRange>() : await jsonRanges(content, member);
    this.#ranges.set(member, ranges);
    return ranges;
  }
}

async function unpacked(archive: Blob, spool: Spool, onBytes: (bytes: number) => void): Promise<Blob> {
  const file = await spool.create();
  let bytes = 0;
  for await (const chunk of gunzipped(archive)) {
    await file.write(chunk.slice());
    bytes += chunk.length;
    onBytes(bytes);
  }
  return file.close();
}

async function* rowsIn(
  batches: AsyncIterable<JsonBatch>,
  name: string,
  strange: (place: string) => void,
): AsyncGenerator<Row> {
  for await (const { first, values, isTooLong } of batches) {
    if (isTooLong) strange(`${name}[${first}]`);
    for (const [index, value] of values.entries()) {
      if (isRecord(value)) yield new Row(value, `${name}[${first + index}]`);
      else strange(`${name}[${first + index}]`);
    }
  }
}
