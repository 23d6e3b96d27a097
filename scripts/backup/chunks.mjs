import { createHash } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { Failure } from "../server/failure.mjs";
import { sync, writeDurable } from "./durable.mjs";

/** @typedef {{ pack: string, offset: number, length: number }} Place where a chunk lies, compressed */

/** A pack of this size is closed, so that the next run finds what an interrupted one has stored. */
const PACK_BYTES = 64 << 20;

/** @param {Uint8Array} content */
export const digestOf = (content) => createHash("sha256").update(content).digest("base64url");

/**
 * The chunks of all backups of a directory, each stored once, by the digest of its content. They lie compressed in packs:
 * files that do not change once they have their names. Each has an index beside it, without which it is not read.
 *
 * @param {string} directory
 */
export function openChunks(directory) {
  const folder = join(directory, "packs");
  /** @type {Map<string, Place>} */
  const places = new Map();
  /** @type {Map<string, number>} */
  const opened = new Map();
  /** @type {{ name: string, file: number, size: number, index: [string, number, number][] } | undefined} */
  let writing;
  let packs = 0;

  for (const name of indexesIn(folder)) {
    const pack = name.slice(0, -".json".length);
    const index = /** @type {[string, number, number][]} */ (JSON.parse(readFileSync(join(folder, name), "utf8")));
    for (const [digest, offset, length] of index) places.set(digest, { pack, offset, length });
  }

  /** @param {string} pack */
  function fileOf(pack) {
    const known = opened.get(pack);
    if (known !== undefined) return known;
    const file = openSync(join(folder, `${pack}.pack`), "r");
    opened.set(pack, file);
    return file;
  }

  /** Brings the pack that is being written to disk, and then its index. */
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
    /** How many bytes were written since the directory was opened. */
    written: 0,
    /** @param {string} digest */
    has: (digest) => places.has(digest),

    /** @param {string} backup the backup that new packs are named after @param {Uint8Array} content */
    add(backup, content) {
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
      if (writing.size >= PACK_BYTES) seal();
      return digest;
    },

    seal,

    /** The content of a chunk, which is what its digest says. @param {string} digest */
    read(digest) {
      const place = places.get(digest);
      if (place === undefined) throw new Failure(`the backup is damaged: the chunk ${digest} is missing`);
      const stored = Buffer.alloc(place.length);
      const where = `${place.pack}.pack`;
      try {
        readSync(fileOf(place.pack), stored, 0, place.length, place.offset);
        const content = zstdDecompressSync(stored);
        if (digestOf(content) === digest) return content;
      } catch (error) {
        throw new Failure(`the backup is damaged: ${where}: ${/** @type {Error} */ (error).message}`);
      }
      throw new Failure(`the backup is damaged: ${where} has other bytes at ${place.offset} than were written`);
    },

    close() {
      if (writing) closeSync(writing.file);
      for (const file of opened.values()) closeSync(file);
      opened.clear();
    },
  };
}

/** @typedef {ReturnType<typeof openChunks>} Chunks */

/** @param {string} folder */
function indexesIn(folder) {
  return readdirSync(folder).filter((name) => name.endsWith(".json"));
}

/**
 * Removes what an interrupted run has left: packs without an index, and drafts.
 *
 * @param {string} folder
 */
export function removeUnfinished(folder) {
  const names = new Set(readdirSync(folder));
  for (const name of names) {
    const isWhole = name.endsWith(".json") || (name.endsWith(".pack") && names.has(name.replace(/pack$/, "json")));
    if (!isWhole) rmSync(join(folder, name));
  }
}
