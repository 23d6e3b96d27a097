import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { type Expiry, signedCheckpoint } from "../../../merkle-log/checkpoint.ts";
import type { Signer } from "../../../merkle-log/note.ts";
import { rootOf } from "../../../merkle-log/tree.ts";
import type { Realm } from "../../../realm/realm.ts";
import { isSealedAnew, openText, sealText } from "../../../realm/sealed-text.ts";
import { auditHashes } from "../../trust/audit-log/audit.ts";
import { insertSeed, readSeed, setSeed } from "./rows.ts";

/** Name that the encrypted seed of the signing key is bound to (see `sealText`). */
const SEALED_AS = "audit log";
const SEED_BYTES = 32;
const KEY_BYTES = 32;
/** The bytes before the seed in the DER form of an Ed25519 private key (RFC 8410). */
const PRIVATE_DER = Buffer.from("302e020100300506032b657004220420", "hex");

/** Returns the organization's signer of checkpoints. Its key is created within the first change that needs it. */
export function logSigner(realm: Realm): Signer {
  const der = Buffer.concat([PRIVATE_DER, seedOf(realm)]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const publicDer = createPublicKey(key).export({ format: "der", type: "spki" });
  return {
    name: `${realm.host}/audit`,
    publicKey: publicDer.subarray(-KEY_BYTES),
    sign: (bytes) => sign(null, bytes, key),
  };
}

/**
 * Returns the signed checkpoint of the log's first `size` entries. For an export, it includes which of them have
 * expired.
 */
export function checkpointOf(realm: Realm, size: number, expiry?: Expiry): string {
  const signer = logSigner(realm);
  const root = Buffer.from(rootOf(auditHashes(realm), size)).toString("base64");
  return signedCheckpoint({ origin: signer.name, size, root, ...(expiry && { expiry }) }, signer);
}

function seedOf(realm: Realm): Buffer {
  const row = readSeed.first(realm.sql, {});
  const seed = row ? openText(realm, SEALED_AS, row.seed) : newSeed(realm);
  if (row === undefined) insertSeed.run(realm.sql, { seed: sealText(realm, SEALED_AS, seed) });
  else if (isSealedAnew(realm, row.seed)) setSeed.run(realm.sql, { seed: sealText(realm, SEALED_AS, seed) });
  return Buffer.from(seed, "base64url");
}

const newSeed = ({ random }: Realm) => Buffer.from(random.bytes(SEED_BYTES)).toString("base64url");
