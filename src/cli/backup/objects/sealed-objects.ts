import { createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { Failure } from "../../os/failure.ts";
import { MARK, SEALED_MARK } from "../backups.ts";
import { inParallel, notInstalled, type Objects } from "./objects.ts";

// Encrypted objects are age files (age-encryption.org/v1), so that they can be read without Parley: running `age -d -i
// key.age packs/X.pack.age` for each of them produces an ordinary backup directory. The library age-encryption, by
// age's author, encrypts them and reads their headers. The rest of a file is decrypted here, because the library
// returns nothing from a damaged file.

/**
 * The key, encrypted with the passphrase in the format of `age-keygen | age -p`. Stored twice, because everything is
 * lost without it.
 */
const KEYS = ["key.age", "key-copy.age"];
const END = ".age";
const SECRET_KEY = /^AGE-SECRET-KEY-1[A-Z0-9]+$/m;

const [CHUNK, TAG, NONCE] = [64 << 10, 16, 16];

/** Line in the key's file that declares that all lists in this location are signed. */
const ALL_SIGNED = "# Lists of backups without a signature are forged.";
const SIGNED = /\nsigned:([0-9a-f]{64})\n$/;

/** Storage that encrypts objects for another storage, which only sees their names, times and sizes. */
interface SealedObjects extends Objects {
  /**
   * Whether a backup's list has no signature, like those of older programs, and could have been written without the
   * passphrase. Anyone can encrypt, because the mark contains the public key.
   */
  isUnsigned(name: string): boolean;
  /** Keys and other small files that were damaged and have been regenerated. */
  readonly mended: string[];
}

/**
 * @param secret a passphrase, or an age secret key
 * @param writes whether an empty location is set up for encrypted objects
 */
export async function sealedObjects(raw: Objects, secret: string, writes: boolean): Promise<SealedObjects> {
  const age = await import("age-encryption").catch(notInstalled);
  const names = await raw.list("");
  const isOurs = [SEALED_MARK, ...KEYS].some((name) => names.has(name));
  if (!isOurs && names.has(MARK)) {
    throw new Failure(`${raw.address} has backups that are not encrypted; encrypted ones need a place of their own`);
  }
  if (!isOurs && (!writes || names.size > 0)) {
    const [found] = names.keys();
    throw new Failure(`${raw.address} has no backups${found === undefined ? "" : `, but ${found}`}`);
  }
  const [given] = SECRET_KEY.exec(secret) ?? [];
  const kept = new Map<string, Buffer>();
  let areAllSigned = !isOurs && given === undefined;
  await inParallel([SEALED_MARK, ...KEYS], 3, async (name) => {
    const content = await raw.get(name);
    if (content) kept.set(name, content);
  });
  const identity = given ?? (isOurs ? await openKey() : await age.generateX25519Identity());
  const recipient = await age.identityToRecipient(identity);
  const mark = JSON.stringify({ format: 1, sealed: "age-encryption.org/v1", recipient });
  // The given secret may be a key for another location.
  const known = /"recipient":"(age1[a-z0-9]{58})"/.exec(kept.get(SEALED_MARK)?.toString() ?? "")?.[1];
  const encrypter = new age.Encrypter();
  encrypter.addRecipient(recipient);
  const decrypter = new age.Decrypter();
  decrypter.addIdentity(identity);
  if (given !== undefined && known !== undefined && known !== recipient && !(await opensAny())) {
    throw new Failure(`the key is not that of ${raw.address}`);
  }
  const mended = writes ? await mend() : [];

  async function openKey() {
    const [first, second] = KEYS.flatMap((name) => kept.get(name) ?? []);
    const sealed = [first, ...(first && second?.equals(first) ? [] : [second])].filter((one) => one !== undefined);
    if (sealed.length === 0) throw new Failure(`${raw.address} is encrypted by a key of age, not by a passphrase`);
    for (const one of sealed) {
      const opener = new age.Decrypter();
      opener.addPassphrase(secret);
      const text = await opener.decrypt(one, "text").catch(() => "");
      const [key] = SECRET_KEY.exec(text) ?? [];
      if (key !== undefined) {
        kept.set("", one);
        areAllSigned = text.includes(ALL_SIGNED);
        return key;
      }
    }
    throw new Failure(`the passphrase is not that of ${raw.address}`);
  }

  async function opensAny() {
    const name = [...names.keys()].find((one) => one.endsWith(END) && !KEYS.includes(one));
    const content = name === undefined ? undefined : await raw.get(name);
    return content !== undefined && (await keyIn(content)) !== undefined;
  }

  /** Recreates the mark and the keys if missing or damaged. */
  async function mend() {
    const made: string[] = [];
    const set = async (name: string, content: Uint8Array) => {
      if (kept.get(name)?.equals(content)) return;
      await raw.put(name, content, { replaces: kept.has(name) });
      if (kept.has(name)) made.push(name);
    };
    if (given === undefined) {
      const sealed = kept.get("") ?? (await sealKey());
      for (const name of KEYS) await set(name, sealed);
    }
    await set(SEALED_MARK, Buffer.from(mark));
    return made;
  }

  async function sealKey() {
    const sealer = new age.Encrypter();
    sealer.setPassphrase(secret);
    return sealer.encrypt(`# The key of the backups here. recipient: ${recipient}\n${ALL_SIGNED}\n${identity}\n`);
  }

  /** Returns a file's key, or undefined if its header is damaged or it needs another key. */
  async function keyIn(file: Buffer) {
    const begin = file.indexOf("\n--- ");
    const end = begin < 0 ? -1 : file.indexOf("\n", begin + 1);
    if (end < 0) return undefined;
    try {
      return { key: await decrypter.decryptHeader(file.subarray(0, end + 1)), payload: file.subarray(end + 1) };
    } catch {
      return undefined;
    }
  }

  async function open(file: Buffer) {
    const found = await keyIn(file);
    return found === undefined ? Buffer.alloc(0) : openPayload(found.key, found.payload);
  }

  const listKey = Buffer.from(hkdfSync("sha256", identity, "", "parley lists of backups", 32));
  const signature = (name: string, content: Uint8Array) =>
    createHmac("sha256", listKey).update(`${name}\n`).update(content).digest();
  const unsigned = new Set<string>();

  /** Returns a list without its signature, or an empty buffer if the signature is wrong. */
  function openList(name: string, sealed: Buffer): Buffer {
    const end = sealed.subarray(-80).toString("latin1");
    const [line, hex = ""] = SIGNED.exec(end) ?? [];
    if (line === undefined) {
      if (areAllSigned) return Buffer.alloc(0);
      unsigned.add(name);
      return sealed;
    }
    const content = sealed.subarray(0, sealed.length - line.length + 1);
    return timingSafeEqual(signature(name, content), Buffer.from(hex, "hex")) ? content : Buffer.alloc(0);
  }

  return {
    address: raw.address,
    mended,
    isUnsigned: (name) => unsigned.has(name),
    async list(prefix) {
      const found = [...(await raw.list(prefix))].filter(([name]) => name.endsWith(END) && !KEYS.includes(name));
      return new Map(found.map(([name, size]) => [name.slice(0, -END.length), size]));
    },
    async get(name) {
      const file = await raw.get(name + END);
      const content = file && (await open(file));
      return content && isList(name) ? openList(name, content) : content;
    },
    async put(name, content, how) {
      const signed = isList(name)
        ? Buffer.concat([content, Buffer.from(`signed:${signature(name, content).toString("hex")}\n`)])
        : content;
      return raw.put(name + END, await encrypter.encrypt(signed), how);
    },
    remove: (name) => raw.remove(name + END),
  };
}

const isList = (name: string) => name.startsWith("backups/");

/**
 * Decrypts an age payload: chunks of 64 KiB, each sealed separately and numbered, with the last one marked. A damaged
 * chunk is replaced by zeros, so that all others keep their offsets.
 */
function openPayload(fileKey: Uint8Array, payload: Buffer) {
  const key = Buffer.from(hkdfSync("sha256", fileKey, payload.subarray(0, NONCE), "payload", 32));
  const parts: Buffer[] = [];
  for (let at = NONCE, index = 0; at < payload.length; at += CHUNK + TAG, index += 1) {
    const sealed = payload.subarray(at, at + CHUNK + TAG);
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(index, 7);
    nonce[11] = at + CHUNK + TAG >= payload.length ? 1 : 0;
    const length = Math.max(0, sealed.length - TAG);
    try {
      const decipher = createDecipheriv("chacha20-poly1305", key, nonce, { authTagLength: TAG });
      decipher.setAuthTag(sealed.subarray(length));
      parts.push(Buffer.concat([decipher.update(sealed.subarray(0, length)), decipher.final()]));
    } catch {
      parts.push(Buffer.alloc(length));
    }
  }
  return Buffer.concat(parts);
}
