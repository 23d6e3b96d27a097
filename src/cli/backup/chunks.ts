import { closeSync, fsyncSync, openSync, readdirSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { readDamaged, sync, writeDurable } from "../os/durable.ts";
import { Failure } from "../os/failure.ts";
import { digestOf, MAX_BYTES, wholeChunksIn } from "./whole-chunks.ts";

interface ChunkLocation {
  readonly pack: string;
  readonly offset: number;
  readonly length: number;
}

/**
 * Databases change in scattered places. With large chunks, much unchanged data would be stored again, and small ones
 * compress less. Files are only added or deleted as a whole, so their chunks are larger.
 */
export const DATABASE_CHUNK = 16 << 10;
export const FILE_CHUNK = 1 << 20;

/** A pack is closed at this size, so that the next run can reuse what an interrupted one stored. */
const PACK_BYTES = 64 << 20;

/** Maximum number of packs open for reading at a time. There can be more packs than a process can have open files. */
const MAX_OPENED = 64;

/** Downloads remote packs to the directory, and deletes these local copies when they're no longer needed. */
export interface Away {
  fetch(pack: string): Promise<void>;
  drop(pack: string): void;
}

/**
 * The chunks of all backups in a directory, each stored once, by the digest of its content. They are compressed in
 * packs: files that never change once they have their final names. Each pack has an index next to it. If an index is
 * unreadable or lacks a chunk, the packs themselves are searched. A damaged pack loses only its damaged chunks.
 */
export function openChunks(
  directory: string,
  { away, packBytes = PACK_BYTES }: { away?: Away; packBytes?: number } = {},
) {
  const folder = join(directory, "packs");
  const places = new Map<string, ChunkLocation>();
  const opened = new Map<string, number>();
  let writing: { name: string; file: number; size: number; index: [string, number, number][] } | undefined;
  let packs = 0;

  /**
   * Locations of additional copies of chunks, by digest. Interrupted runs and runs that found damage can store a chunk
   * again.
   */
  const spares = new Map<string, ChunkLocation[]>();
  const indexes = new Map<string, [string, number, number][]>();
  /** Packs without a readable index. */
  const unlisted = new Set<string>();
  let isSearched = false;

  function know(digest: string, place: ChunkLocation) {
    if (places.has(digest)) spares.set(digest, [...(spares.get(digest) ?? []), place]);
    else places.set(digest, place);
  }

  for (const name of readdirSync(folder).filter((one) => one.endsWith(".json"))) {
    const pack = name.slice(0, -".json".length);
    const index = readIndex(join(folder, name));
    if (index === undefined) unlisted.add(pack);
    indexes.set(pack, index ?? wholeChunksIn(readPack(pack), []));
    for (const [digest, offset, length] of indexes.get(pack) ?? []) know(digest, { pack, offset, length });
  }

  function readPack(pack: string) {
    return readDamaged(join(folder, `${pack}.pack`)) ?? Buffer.alloc(0);
  }

  /** Searches all packs for chunks that the indexes lack or locate wrongly. */
  function searchAll() {
    if (isSearched) return;
    isSearched = true;
    for (const [pack, index] of indexes) {
      for (const [digest, offset, length] of wholeChunksIn(readPack(pack), index))
        know(digest, { pack, offset, length });
    }
  }

  /** Reads the content at a location. Returns undefined if it doesn't match the digest. */
  function contentAt(place: ChunkLocation, digest: string) {
    const stored = Buffer.alloc(place.length);
    try {
      readSync(fileOf(place.pack), stored, 0, place.length, place.offset);
      const content = zstdDecompressSync(stored, { maxOutputLength: MAX_BYTES });
      return digestOf(content) === digest ? content : undefined;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EACCES" || code === "EPERM") throw error;
      return undefined;
    }
  }

  function fileOf(pack: string) {
    const known = opened.get(pack);
    if (known !== undefined) return known;
    const [first] = opened.keys();
    if (first !== undefined && opened.size >= MAX_OPENED) closePack(first);
    const file = openSync(join(folder, `${pack}.pack`), "r");
    opened.set(pack, file);
    return file;
  }

  function closePack(pack: string) {
    const file = opened.get(pack);
    if (file !== undefined) closeSync(file);
    opened.delete(pack);
  }

  function release(pack: string) {
    if (away === undefined) return;
    closePack(pack);
    away.drop(pack);
  }

  /** Flushes the current pack to disk, and then its index. */
  function seal() {
    if (writing === undefined) return;
    const { name, file, index } = writing;
    writing = undefined;
    fsyncSync(file);
    closeSync(file);
    renameSync(join(folder, `${name}.pack.part`), join(folder, `${name}.pack`));
    sync(folder);
    writeDurable(join(folder, `${name}.json`), JSON.stringify(index));
  }

  return {
    folder,
    places,
    /** Bytes written since the directory was opened. */
    written: 0,
    has: (digest: string) => places.has(digest),

    /** @param backup the backup that new packs are named after */
    add(backup: string, content: Uint8Array) {
      const digest = digestOf(content);
      if (places.has(digest)) return digest;
      if (writing === undefined) {
        packs += 1;
        const name = `${backup}-${packs}`;
        writing = { name, file: openSync(join(folder, `${name}.pack.part`), "w", 0o600), size: 0, index: [] };
      }
      const stored = zstdCompressSync(content);
      for (let at = 0; at < stored.length; ) at += writeSync(writing.file, stored, at);
      writing.index.push([digest, writing.size, stored.length]);
      places.set(digest, { pack: writing.name, offset: writing.size, length: stored.length });
      writing.size += stored.length;
      this.written += stored.length;
      if (writing.size >= packBytes) seal();
      return digest;
    },

    seal,

    /** Returns a chunk's verified content, or undefined if it is lost. */
    find(digest: string) {
      const tried = () =>
        [places.get(digest), ...(spares.get(digest) ?? [])].reduce(
          (found: Buffer | undefined, place) => found ?? (place && contentAt(place, digest)),
          undefined,
        );
      const found = tried();
      if (found !== undefined || isSearched) return found;
      searchAll();
      return tried();
    },

    /** Like `find`, but throws if the chunk is lost. */
    read(digest: string) {
      const content = this.find(digest);
      if (content !== undefined) return content;
      const place = places.get(digest);
      const where = place
        ? `${place.pack}.pack has other bytes at ${place.offset} than were written`
        : "a part is missing";
      throw new Failure(`the backup is damaged: ${where}`);
    },

    /** Returns the existing packs with the sum of their chunks' lengths in bytes. */
    packs: (): Map<string, number> =>
      new Map([...indexes].map(([pack, index]) => [pack, index.reduce((sum, [, , length]) => sum + length, 0)])),

    /**
     * Reads a whole pack. Damaged chunks are forgotten, so that they are stored again if their content turns up.
     *
     * @returns the digests of damaged chunks that have no intact copy, and whether the pack is intact
     */
    async check(pack: string): Promise<{ lost: string[]; isWhole: boolean }> {
      await away?.fetch(pack);
      const broken = (indexes.get(pack) ?? []).filter(
        ([digest, offset, length]) => contentAt({ pack, offset, length }, digest) === undefined,
      );
      const lost = [];
      for (const [digest] of broken) {
        for (const place of spares.get(digest) ?? []) await away?.fetch(place.pack);
        const [other, ...others] = (spares.get(digest) ?? []).filter((place) => contentAt(place, digest) !== undefined);
        places.delete(digest);
        spares.set(digest, others);
        if (other) places.set(digest, other);
        else lost.push(digest);
      }
      const isWhole = broken.length === 0 && !unlisted.has(pack);
      if (isWhole) release(pack);
      return { lost, isWhole };
    },

    /** Returns the packs that are known to contain any of the given chunks. */
    packsOf(digests: Iterable<string>) {
      const found = new Set<string>();
      for (const digest of digests)
        for (const place of [places.get(digest), ...(spares.get(digest) ?? [])]) if (place) found.add(place.pack);
      return found;
    },

    /**
     * Copies the intact chunks of a damaged pack to another one, and forgets the damaged ones.
     *
     * @returns the digests of chunks that were intact when the pack was checked, but can no longer be read
     */
    copyWhole(pack: string, backup: string): string[] {
      for (const [digest, offset, length] of wholeChunksIn(readPack(pack), indexes.get(pack) ?? [])) {
        const known = places.get(digest);
        const content =
          known === undefined || known.pack === pack ? contentAt({ pack, offset, length }, digest) : undefined;
        if (content === undefined) continue;
        places.delete(digest);
        this.add(backup, content);
      }
      const unread = [...places].flatMap(([digest, place]) => (place.pack === pack ? [digest] : []));
      for (const digest of unread) places.delete(digest);
      return unread;
    },

    /** Removes packs that are no longer needed, each after its index. */
    remove(names: Iterable<string>) {
      for (const name of names) {
        rmSync(join(folder, `${name}.json`), { force: true });
        rmSync(join(folder, `${name}.pack`), { force: true });
      }
      sync(folder);
    },

    close() {
      if (writing) closeSync(writing.file);
      for (const file of opened.values()) closeSync(file);
      opened.clear();
    },
  };
}

export type Chunks = ReturnType<typeof openChunks>;

/** @returns undefined if the index is damaged */
export function readIndex(file: string): [string, number, number][] | undefined {
  try {
    const index = JSON.parse(readDamaged(file)?.toString() ?? "");
    const isPlace = (one: unknown) =>
      Array.isArray(one) &&
      typeof one[0] === "string" &&
      [one[1], one[2]].every((number) => number >= 0 && number <= 2 ** 40);
    return Array.isArray(index) && index.every(isPlace) ? index : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Removes remains of an interrupted run: packs without an index, and drafts. */
export function removeUnfinished(folder: string) {
  const names = new Set(readdirSync(folder));
  for (const name of names) {
    const isWhole = name.endsWith(".json") || (name.endsWith(".pack") && names.has(name.replace(/pack$/, "json")));
    if (!isWhole) rmSync(join(folder, name));
  }
}
