import { createHash, createPublicKey, verify } from "node:crypto";

/** A note signer's name and Ed25519 keys (C2SP signed-note). */
export interface Signer {
  readonly name: string;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  sign(bytes: Uint8Array): Uint8Array;
}

/** Signature type of Ed25519 in signed-note. */
const ED25519 = 1;
/** DER prefix of an Ed25519 public key (RFC 8410). */
const PUBLIC_DER = Buffer.from("302a300506032b6570032100", "hex");
const ID_BYTES = 4;

/** Returns the first bytes of a hash of the name and key. In a signature, they identify the key that made it. */
const keyId = (name: string, publicKey: Uint8Array) => {
  const hash = createHash("sha256").update(`${name}\n`).update(Uint8Array.of(ED25519)).update(publicKey).digest();
  return Buffer.from(hash.subarray(0, ID_BYTES));
};

/** Returns a public key in the format that note verifiers take: `NAME+ID+KEY`. */
export const verifierKey = ({ name, publicKey }: Pick<Signer, "name" | "publicKey">): string =>
  [
    name,
    keyId(name, publicKey).toString("hex"),
    Buffer.concat([Uint8Array.of(ED25519), publicKey]).toString("base64"),
  ].join("+");

/** Signs text as a note. The text must end with a line break. */
export function signNote(text: string, { name, publicKey, sign }: Signer): string {
  const signature = Buffer.concat([keyId(name, publicKey), sign(Buffer.from(text))]);
  return `${text}\n— ${name} ${signature.toString("base64")}\n`;
}

/** Returns the text of a note signed by a key, or what is wrong with the note. */
export function openNote(note: string, key: string): { readonly text: string } | { readonly wrong: string } {
  const verifier = readKey(key);
  if (verifier === undefined) return { wrong: "the key cannot be read" };
  const end = note.lastIndexOf("\n\n");
  if (end < 0) return { wrong: "it is no signed note" };
  const text = note.slice(0, end + 1);
  const prefix = `— ${verifier.name} `;
  const signature = note
    .slice(end + 2)
    .split("\n")
    .filter((line) => line.startsWith(prefix))
    .map((line) => Buffer.from(line.slice(prefix.length), "base64"))
    .find((bytes) => bytes.subarray(0, ID_BYTES).equals(verifier.id));
  if (signature === undefined) return { wrong: "it is not signed with this key" };
  const isRight = verify(null, Buffer.from(text), verifier.key, signature.subarray(ID_BYTES));
  return isRight ? { text } : { wrong: "its signature is wrong" };
}

function readKey(text: string) {
  // A Base64 key can contain a plus, too.
  const [, name = "", id = "", encoded = ""] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)\s*$/.exec(text) ?? [];
  const bytes = Buffer.from(encoded, "base64");
  const publicKey = bytes.subarray(1);
  if (bytes[0] !== ED25519 || publicKey.length !== 32) return undefined;
  const known = keyId(name, publicKey);
  if (known.toString("hex") !== id) return undefined;
  const der = Buffer.concat([PUBLIC_DER, publicKey]);
  return { name, id: known, key: createPublicKey({ key: der, format: "der", type: "spki" }) };
}
