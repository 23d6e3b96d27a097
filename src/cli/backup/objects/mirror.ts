import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeDurable } from "../../os/durable.ts";
import { Failure } from "../../os/failure.ts";
import { MARK } from "../backups.ts";
import { readIndex } from "../chunks.ts";
import { digestOf } from "../whole-chunks.ts";
import { inParallel, type Objects } from "./objects.ts";

const CONNECTIONS = 8;
/** A pack without an index that is at least this old was left by an interrupted run. */
const UNFINISHED_MS = 24 * 60 * 60 * 1000;

/**
 * A local mirror of a remote backup directory without its packs, which are fetched on demand, and uploaded as soon as
 * they have their final names. Code that works on a directory works on its mirror.
 *
 * @param folder empty, except for packs an interrupted command fetched
 */
export async function openMirror(objects: Objects, folder: string) {
  const names = await objects.list("");
  const isNew = names.size === 0;
  if (!isNew && !names.has(MARK)) {
    const [found] = names.keys();
    throw new Failure(`${objects.address} isn't a place for backups: it has ${found} in it; name an empty one`);
  }
  /** Digests of the remote files' contents, by name. */
  const known = new Map<string, string>();
  const packs = new Set([...names.keys()].flatMap((name) => packIn(name, ".pack") ?? []));
  // An interrupted command may have left these from another remote location.
  rmSync(join(folder, "backups"), { recursive: true, force: true });
  for (const name of filesIn(join(folder, "packs")))
    if (!packs.has(packIn(`packs/${name}`, ".pack") ?? "")) rmSync(join(folder, "packs", name));
  const unfinished = new Set([...packs].filter((pack) => !names.has(`packs/${pack}.json`)));
  const isBrought = (name: string) =>
    name === MARK || name === "checked.json" || /^(backups|packs)\/.*(json|copy)$/.test(name);
  await inParallel([...names.keys()].filter(isBrought), CONNECTIONS, async (name) => {
    const content = (await objects.get(name)) ?? Buffer.alloc(0);
    known.set(name, digestOf(content));
    mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
    writeDurable(join(folder, name), content);
  });
  // A pack whose index is damaged must be searched.
  for (const pack of indexed()) {
    if (readIndex(join(folder, `packs/${pack}.json`)) === undefined) await fetch(pack);
  }

  function indexed() {
    return filesIn(join(folder, "packs")).flatMap((name) => packIn(`packs/${name}`, ".json") ?? []);
  }

  async function fetch(pack: string) {
    const file = join(folder, `packs/${pack}.pack`);
    if (existsSync(file) || !packs.has(pack)) return;
    const content = await objects.get(`packs/${pack}.pack`);
    if (content !== undefined) writeDurable(file, content);
  }

  async function store(name: string) {
    const content = readFileSync(join(folder, name));
    const digest = digestOf(content);
    if (known.get(name) === digest) return;
    await objects.put(name, content, { replaces: known.has(name) || name === "checked.json" });
    known.set(name, digest);
  }

  async function pushPacks() {
    if (!known.has(MARK)) await store(MARK);
    for (const pack of indexed().filter((one) => !packs.has(one))) {
      const name = `packs/${pack}.pack`;
      await objects.put(name, readFileSync(join(folder, name)), { replaces: false });
      packs.add(pack);
      await store(`packs/${pack}.json`);
      rmSync(join(folder, name));
    }
  }

  return {
    directory: folder,
    fetch,

    async fetchAll(wanted: Iterable<string>) {
      await inParallel(wanted, CONNECTIONS / 2, fetch);
    },

    drop(pack: string) {
      if (packs.has(pack)) rmSync(join(folder, `packs/${pack}.pack`), { force: true });
    },

    packs: () => [...packs],

    pushPacks,

    /** Uploads the mirror's changes, dependencies first. */
    async push() {
      await pushPacks();
      const there = await objects.list("packs/");
      if (indexed().some((pack) => packs.has(pack) && !there.has(`packs/${pack}.pack`)))
        throw new Failure(`another run has removed packs from ${objects.address} meanwhile: run this one again`);
      // Sorted, so that a list's copy is uploaded before the list itself, which makes the backup visible.
      const lists = filesIn(join(folder, "backups")).sort();
      const indexes = indexed().map((pack) => `packs/${pack}.json`);
      for (const name of [MARK, ...indexes, ...lists.map((one) => `backups/${one}`), "checked.json"])
        if (existsSync(join(folder, name))) await store(name);
      // Sorted by name, so that a backup's list is removed before the packs it needs.
      for (const name of [...known.keys()].sort()) {
        if (existsSync(join(folder, name))) continue;
        await objects.remove(name);
        known.delete(name);
      }
      const left = new Set(indexed());
      for (const pack of packs) {
        if (left.has(pack) || (unfinished.has(pack) && isYoung(pack))) continue;
        await objects.remove(`packs/${pack}.pack`);
        packs.delete(pack);
      }
    },
  };
}

const packIn = (name: string, end: ".pack" | ".json") =>
  name.startsWith("packs/") && name.endsWith(end) ? name.slice("packs/".length, -end.length) : undefined;

const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

/** Whether the run that started a pack might still be working: pack names start with the time of their run. */
function isYoung(pack: string) {
  const [, day, hours, minutes] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)/.exec(pack) ?? [];
  return Date.now() - Date.parse(`${day}T${hours}:${minutes}Z`) < UNFINISHED_MS;
}
