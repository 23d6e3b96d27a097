import { Buffer } from "node:buffer";
import { hsalsa, xsalsa20poly1305 } from "@noble/ciphers/salsa.js";
import { blake2b } from "@noble/hashes/blake2.js";
import { type Json, Person } from "../../../support/person.ts";
import { settled } from "./push-service.ts";

const CURVE = { name: "X25519" } as const;
/** PKCS #8 header that precedes the bytes of an X25519 private key (RFC 8410). */
const PKCS8 = Buffer.from("302e020100300506032b656e04220420", "hex");
const SIGMA = new Uint32Array(new TextEncoder().encode("expand 32-byte k").buffer);

/** Returns the same person on another device, which has its own API key. */
export async function another(person: Person): Promise<Person> {
  const { api_key } = await person.ok(person.post("/dev_fetch_api_key", { username: person.email }));
  return new Person(person.host, person.email, api_key, person.id);
}

/** Key pair of a phone that gets encrypted pushes. */
export class Keys {
  private constructor(
    readonly secretKey: CryptoKey,
    readonly publicKey: Uint8Array,
  ) {}

  static async make(): Promise<Keys> {
    const pair = (await crypto.subtle.generateKey(CURVE, true, ["deriveBits"])) as CryptoKeyPair;
    const raw = (await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer;
    return new Keys(pair.privateKey, new Uint8Array(raw));
  }

  static async of(secretKey: string, publicKey: string): Promise<Keys> {
    const pkcs8 = Buffer.concat([PKCS8, Buffer.from(secretKey, "hex")]);
    const key = await crypto.subtle.importKey("pkcs8", pkcs8, CURVE, false, ["deriveBits"]);
    return new Keys(key, Buffer.from(publicKey, "hex"));
  }

  get text(): string {
    return Buffer.from(this.publicKey).toString("base64");
  }

  /** Opens a sealed box as the phone does. Throws if the box was sealed for another key. */
  async open(sealed: string): Promise<string> {
    const bytes = new Uint8Array(Buffer.from(sealed, "base64"));
    const made = bytes.slice(0, 32);
    const other = await crypto.subtle.importKey("raw", made, CURVE, true, []);
    const agreement = { ...CURVE, public: other } as SubtleCryptoDeriveKeyAlgorithm;
    const secret = new Uint32Array(await crypto.subtle.deriveBits(agreement, this.secretKey, 256));
    const key = new Uint32Array(8);
    hsalsa(SIGMA, secret, new Uint32Array(4), key);
    const nonce = blake2b(Buffer.concat([made, this.publicKey]), { dkLen: 24 });
    return new TextDecoder().decode(xsalsa20poly1305(new Uint8Array(key.buffer), nonce).decrypt(bytes.slice(32)));
  }

  async read(sealed: string): Promise<Json> {
    return JSON.parse(await this.open(sealed));
  }
}

interface Registered {
  readonly push_account_id: number;
  readonly token_kind?: "apns" | "fcm";
  readonly push_public_key?: string;
}

/** Registers a phone for encrypted pushes, and waits until the push service has accepted it. */
export async function register(person: Person, keys: Keys, fields: Registered): Promise<void> {
  await person.ok(
    person.post("/mobile_push/register", {
      token_kind: "fcm",
      push_public_key: keys.text,
      bouncer_public_key: "Ym91bmNlcg==",
      encrypted_push_registration: "c2VjcmV0",
      ...fields,
    }),
  );
  await settled(person);
}

export const devicesOf = async (person: Person): Promise<Json> =>
  (await person.ok(person.post("/register", { fetch_event_types: ["push_devices"] }))).push_devices ?? {};
