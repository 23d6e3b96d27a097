import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { OptionValues } from "../os/command.ts";
import { readDamaged, readIfThere, sync, writeDurable } from "../os/durable.ts";
import { Failure } from "../os/failure.ts";
import { takeLock } from "../os/lock.ts";
import { giveToOwner } from "../os/ownership.ts";
import { type Backup, openToRead, openToWrite, SEALED_MARK } from "./backups.ts";
import { type Away, openChunks } from "./chunks.ts";
import { openMirror } from "./objects/mirror.ts";
import type { Objects } from "./objects/objects.ts";
import { s3Objects } from "./objects/s3-objects.ts";
import { sealedObjects } from "./objects/sealed-objects.ts";

export const storeOptions = {
  "passphrase-file": { type: "string" },
  endpoint: { type: "string" },
  region: { type: "string" },
} as const;

export const storeHelp = `\
  --passphrase-file FILE    encrypts the backups, or reads encrypted ones: a passphrase (or
                            PARLEY_BACKUP_PASSPHRASE in the environment), or a key of age-keygen
  --endpoint URL            for s3://BUCKET/PREFIX: the service, if it isn't Amazon's (or
                            AWS_ENDPOINT_URL_S3), such as https://ACCOUNT.r2.cloudflarestorage.com.
                            Credentials are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY
  --region NAME             its region (or AWS_REGION; default auto with --endpoint, else us-east-1)`;

export interface StoreAccess {
  readonly passphrase: string | undefined;
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
}

/** Packs sent over a network are smaller, so that a failed attempt costs less. */
const AWAY_PACK_BYTES = 16 << 20;

export function storeAccess(options: OptionValues<typeof storeOptions>): StoreAccess {
  const file = options["passphrase-file"];
  const passphrase = file === undefined ? process.env["PARLEY_BACKUP_PASSPHRASE"] : readFileSync(file, "utf8").trim();
  if (file !== undefined && passphrase === "") throw new Failure(`${file} is empty: a passphrase is needed`);
  return {
    passphrase: passphrase || undefined,
    endpoint: options.endpoint ?? process.env["AWS_ENDPOINT_URL_S3"] ?? process.env["AWS_ENDPOINT_URL"],
    region: options.region ?? process.env["AWS_REGION"] ?? process.env["AWS_DEFAULT_REGION"],
  };
}

export interface StoreToWrite {
  /** The backup directory, or the local mirror of a remote one. */
  readonly directory: string;
  readonly temporary: string;
  readonly mended: string[];
  readonly away: Away | undefined;
  readonly packBytes: number;
  /** Uploads the completed packs. */
  pushPacks(): Promise<void>;
  /** Uploads all other changes, including deletions. */
  push(): Promise<void>;
  close(): void;
}

/** @param work a directory for downloads and uploads */
export async function openStoreToWrite(
  address: string,
  access: StoreAccess | undefined,
  work: string,
): Promise<StoreToWrite> {
  const found = await objectsAt(address, access, true);
  if (found === undefined) {
    const nothing = async () => {};
    return { ...openToWrite(address), away: undefined, packBytes: 0, pushPacks: nothing, push: nothing };
  }
  mkdirSync(dirname(work), { recursive: true, mode: 0o700 });
  const lock = takeLock(`${work}.lock`, dirname(work));
  if (!lock) throw new Failure(`another backup is being stored, by way of ${work}`);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true, mode: 0o700 });
  const mirror = await openMirror(found.objects, work);
  const opened = openToWrite(work);
  return {
    ...opened,
    mended: [...found.mended, ...opened.mended],
    away: mirror,
    packBytes: AWAY_PACK_BYTES,
    pushPacks: mirror.pushPacks,
    push: mirror.push,
    close() {
      opened.close();
      if (!isS3(address)) giveToOwner(address);
      rmSync(work, { recursive: true, force: true });
      lock.close();
    },
  };
}

export interface StoreToRead {
  readonly directory: string;
  /** True if a backup is encrypted, but could have been made without the passphrase. */
  isUnsigned(backup: Backup): boolean;
  /** Downloads the packs that contain a backup's chunks, or all packs if a chunk isn't found in them. */
  bring(backup: Backup): Promise<void>;
  close(): void;
}

/** @param work a directory for downloads */
export async function openStoreToRead(address: string, access: StoreAccess, work: string): Promise<StoreToRead> {
  const found = await objectsAt(address, access, false);
  if (found === undefined)
    return { directory: openToRead(address), isUnsigned: () => false, bring: async () => {}, close() {} };
  mkdirSync(work, { recursive: true, mode: 0o700 });
  const mirror = await openMirror(found.objects, work);
  return {
    directory: openToRead(work),
    isUnsigned: ({ id }) => found.isUnsigned(`backups/${id}.json`) || found.isUnsigned(`backups/${id}.copy`),
    async bring({ files }: Backup) {
      const chunks = openChunks(work, { away: mirror });
      const digests = new Set(files.flatMap((file) => file.chunks));
      await mirror.fetchAll(chunks.packsOf(digests));
      const isLost = [...digests].some((digest) => chunks.find(digest) === undefined);
      chunks.close();
      if (isLost) await mirror.fetchAll(mirror.packs());
    },
    close: () => rmSync(work, { recursive: true, force: true }),
  };
}

const isS3 = (address: string) => address.startsWith("s3:");

/** @returns undefined for an unencrypted local directory, which is accessed directly */
async function objectsAt(address: string, access: StoreAccess | undefined, writes: boolean) {
  if (!isS3(address) && access?.passphrase === undefined) return undefined;
  const raw = isS3(address) ? await s3Objects(address, s3Access(access)) : folderObjects(address);
  if (access?.passphrase !== undefined) {
    const sealed = await sealedObjects(raw, access.passphrase, writes);
    return { objects: sealed, mended: sealed.mended, isUnsigned: sealed.isUnsigned };
  }
  const names = await raw.list(SEALED_MARK);
  if (names.size > 0) throw new Failure(`the backups in ${address} are encrypted: say --passphrase-file`);
  return { objects: raw, mended: [], isUnsigned: () => false };
}

function s3Access(access: StoreAccess | undefined) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN } = process.env;
  if (!accessKeyId || !secretAccessKey)
    throw new Failure("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment let in to an s3:// address", 2);
  const endpoint = access?.endpoint;
  if (endpoint !== undefined && !/^https?:\/\/[^/]+/.test(endpoint))
    throw new Failure(`--endpoint takes an address such as https://s3.example.org, not "${endpoint}"`, 2);
  const region = access?.region ?? (endpoint === undefined ? "us-east-1" : "auto");
  return { endpoint, region, accessKeyId, secretAccessKey, sessionToken: AWS_SESSION_TOKEN };
}

function folderObjects(path: string): Objects {
  const folder = resolve(path);
  return {
    address: folder,
    async list(prefix) {
      if (!existsSync(folder)) return new Map();
      const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
      const files = names
        .map((name) => [name, statSync(join(folder, name))] as const)
        .filter(([name, found]) => found.isFile() && name.startsWith(prefix) && !name.endsWith(".part"));
      return new Map(files.map(([name, { size }]) => [name, size]));
    },
    get: async (name) => readDamaged(join(folder, name)),
    async put(name, content, { replaces }) {
      const file = join(folder, name);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      if (!replaces && readIfThere(file) !== null) throw new Failure(`${file} is there already`);
      writeDurable(file, content);
    },
    async remove(name) {
      rmSync(join(folder, name), { force: true });
      if (existsSync(dirname(join(folder, name)))) sync(dirname(join(folder, name)));
    },
  };
}
