import { Buffer } from "node:buffer";
import * as v from "valibot";
import { setupAction } from "../../../api/endpoint.ts";
import { boolean, optional, text } from "../../../api/parameter.ts";
import type { Env } from "../../../config/env.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, DAY, inMilliseconds } from "../../../util/time.ts";
import { discardFile } from "../../files/storage/files.ts";
import { heldPrefixesHook } from "../../files/storage/hooks.ts";
import { namedFiles, reservedKeys } from "../../files/storage/named-files.ts";
import { isMadeKey } from "../../files/storage/pictures/made-files.ts";
import { checkSetupToken, setupParams } from "../organization-setup/setup-token.ts";
import { forOperators } from "./for-operators.ts";

const R2_LIST_LIMIT = 1000;
/** Maximum bytes and number of files that are read per page, because the free plan allows 50 calls per request. */
const READ_BYTES = 32 << 20;
const READ_FILES = 30;
/** Number of groups that files are divided into. Each day, the sample starts with another group. */
const DAYS = 30;

interface FilePage {
  readonly files: readonly { readonly key: string; readonly uploaded: number; readonly size: number }[];
  readonly goesOn: boolean;
  /** The last key that R2 listed, if its file was left out of `files`. */
  readonly last?: string;
}

/**
 * Compares a page of the files in R2 with those that the organization's rows refer to, and reads a sample of them. If
 * requested, deletes files that nothing refers to, except those less than a day old, which rows may soon refer to.
 */
export const checkFilesEndpoint = setupAction({
  ...forOperators,
  route: "POST /organizations/check/files",
  repeatable: true,
  params: { ...setupParams, after: optional(text("name"), ""), delete_unnamed: optional(boolean, false) },
  reply: {
    checked: v.number(),
    /** Files that rows refer to but that don't exist. */
    missing: v.array(v.string()),
    read: v.number(),
    /** Files whose content differs from what was stored. */
    damaged: v.array(v.string()),
    /** Files that nothing refers to. `old` is true if the file is more than a day old. */
    unnamed: v.array(v.object({ key: v.string(), old: v.boolean() })),
    deleted: v.number(),
    /** Key to continue after, or null at the end. */
    next: v.nullable(v.string()),
  },
  plan: ({ realm }) => ({ number: realm.id, day: Math.floor(inMilliseconds(realm.seconds()) / inMilliseconds(DAY)) }),
  async prepare({ plan: { number, day }, params: { setup_token, after }, config, env, request, log }) {
    await checkSetupToken(setup_token, { config, env, request, log });
    const listed = await listFiles(env, `${number}/`, after);
    const there = config.ownPort === null ? listed : await withoutLost(env, listed);
    return { ...there, ...(await readShare(env, there.files, day)) };
  },
  run({ realm, params: { after, delete_unnamed }, prepared }) {
    const { end, ...found } = compareFiles(realm, prepared, after);
    const gone = delete_unnamed ? found.unnamed.filter(({ old }) => old) : [];
    for (const { key } of gone) discardFile(realm, key);
    const { read, damaged } = prepared;
    return { ...found, read, damaged, deleted: gone.length, next: end };
  },
});

async function listFiles({ UPLOADS }: Pick<Env, "UPLOADS">, prefix: string, after: string): Promise<FilePage> {
  const { objects, truncated } = await UPLOADS.list({
    prefix,
    limit: R2_LIST_LIMIT,
    ...(after !== "" && { startAfter: after }),
  });
  return {
    files: objects.map(({ key, uploaded, size }) => ({ key, uploaded: uploaded.getTime(), size })),
    goesOn: truncated,
  };
}

/**
 * Leaves out files that are listed but can't be read. On a self-hosted server, the list is a database, and the contents
 * are stored separately and can be lost.
 */
async function withoutLost({ UPLOADS }: Pick<Env, "UPLOADS">, { files, goesOn }: FilePage): Promise<FilePage> {
  const there: FilePage["files"][number][] = [];
  for (const file of files) {
    const found = await UPLOADS.get(file.key).catch(() => null);
    await found?.body.cancel();
    if (found !== null) there.push(file);
  }
  // The last listed key is kept, because it marks the end of the page.
  const last = files.at(-1);
  return { files: there, goesOn, ...(last && { last: last.key }) };
}

/** Reads a sample of the files in full. In a small organization, reads all of them. */
async function readShare({ UPLOADS }: Pick<Env, "UPLOADS">, files: FilePage["files"], day: number) {
  const turn = ({ key }: { readonly key: string }) => {
    const sum = [...key].reduce((all, letter) => (all * 31 + letter.charCodeAt(0)) % 1_000_003, 0);
    return (sum + day) % DAYS;
  };
  const damaged: string[] = [];
  let [bytes, read] = [0, 0];
  for (const { key, size } of files.toSorted((a, b) => turn(a) - turn(b))) {
    if (bytes >= READ_BYTES || read >= READ_FILES) break;
    const file = await UPLOADS.get(key).catch(() => null);
    // The file has been deleted since it was listed.
    if (file === null) continue;
    bytes += size;
    read += 1;
    if (!(await isWhole(file))) damaged.push(key);
  }
  return { read, damaged };
}

async function isWhole({ body, size, checksums }: R2ObjectBody) {
  const digest = new crypto.DigestStream("MD5");
  try {
    await body.pipeTo(digest);
  } catch {
    digest.digest.catch(() => {});
    return false;
  }
  // A file uploaded in parts has no checksum.
  const known = checksums.md5 && toHex(checksums.md5);
  return Number(digest.bytesWritten) === size && (known === undefined || known === toHex(await digest.digest));
}

const toHex = (bytes: ArrayBuffer) => Buffer.from(bytes).toString("hex");

function compareFiles(realm: Realm, { files, goesOn, last = files.at(-1)?.key }: FilePage, after: string) {
  const named = namedFiles(realm, { after, most: R2_LIST_LIMIT });
  const ends = [...(goesOn ? [last] : []), ...(named.length === R2_LIST_LIMIT ? [named.at(-1)] : [])];
  const end = ends.reduce<string | null>((least, key) => (key && (least === null || key < least) ? key : least), null);
  const upToEnd = (key: string) => end === null || key <= end;
  const known = new Set(named);
  const there = new Set(files.map(({ key }) => key));
  const yesterday = inMilliseconds(before(realm.seconds(), DAY));
  const held = realm.collect(heldPrefixesHook).flat();
  const isHeld = (key: string) => isMadeKey(key) || held.some((prefix) => key.startsWith(prefix));
  const unnamed = files.filter(({ key }) => upToEnd(key) && !known.has(key) && !isHeld(key));
  const reserved = reservedKeys(
    realm,
    unnamed.map(({ key }) => key),
  );
  return {
    checked: files.filter(({ key }) => upToEnd(key)).length,
    missing: named.filter((key) => upToEnd(key) && !there.has(key)),
    unnamed: unnamed
      .filter(({ key }) => !reserved.has(key))
      .map(({ key, uploaded }) => ({ key, old: uploaded < yesterday })),
    end,
  };
}
