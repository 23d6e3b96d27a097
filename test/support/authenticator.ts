import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { Json } from "./json.ts";

type Algorithm = "ES256" | "EdDSA" | "RS256";

interface Credential {
  readonly id: Buffer;
  readonly rpId: string;
  readonly userHandle: string;
  readonly privateKey: KeyObject;
  readonly algorithm: Algorithm;
  counter: number;
}

/** How an authenticator deviates from correct behavior. */
export interface Wrongs {
  readonly type?: string;
  readonly challenge?: string;
  readonly origin?: string;
  readonly crossOrigin?: boolean;
  readonly rpId?: string;
  /** Flag bits: user present (1), user verified (4) and so on. */
  readonly flags?: number;
  readonly counter?: number;
  readonly userHandle?: string;
  /** Changes the bytes of the authenticator data. */
  readonly data?: (data: Buffer) => Buffer;
  /** Changes the whole attestation, or the signature. */
  readonly bytes?: (bytes: Buffer) => Buffer;
}

/** A software authenticator, together with the browser that calls it. It creates credentials and signs challenges. */
export class Authenticator {
  readonly credentials: Credential[] = [];

  constructor(
    readonly origin: string,
    readonly algorithm: Algorithm = "ES256",
  ) {}

  /** Creates a credential, like `navigator.credentials.create()`. */
  create(options: Json, wrongs: Wrongs = {}): Json {
    const { publicKey, privateKey } = keyPair(this.algorithm);
    const credential: Credential = {
      id: Buffer.from(randomBytes(16)),
      rpId: options.rp.id,
      userHandle: options.user.id,
      privateKey,
      algorithm: this.algorithm,
      counter: 0,
    };
    this.credentials.push(credential);
    const key = cborMap(coseKey(publicKey.export({ format: "jwk" }) as Json, this.algorithm));
    const length = Buffer.from([0, credential.id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, credential.id, key]);
    const data = this.#data(credential, wrongs, 0x45, attested);
    const attestation = cborMap([
      ["fmt", "none"],
      ["attStmt", []],
      ["authData", data],
    ]);
    return {
      id: base64url(credential.id),
      type: "public-key",
      response: {
        clientDataJSON: base64url(this.#clientData("webauthn.create", options.challenge, wrongs)),
        attestationObject: base64url(wrongs.bytes?.(attestation) ?? attestation),
      },
    };
  }

  /** Signs a challenge with a credential, like `navigator.credentials.get()`. */
  get(options: Json, wrongs: Wrongs = {}, credential = this.credentials.at(-1)): Json {
    if (credential === undefined) throw new Error("there is no credential");
    const data = this.#data(credential, wrongs, 0x05);
    const clientData = this.#clientData("webauthn.get", options.challenge, wrongs);
    const signed = Buffer.concat([data, createHash("sha256").update(clientData).digest()]);
    const signature = signatureOf(credential, signed);
    return {
      id: base64url(credential.id),
      type: "public-key",
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(wrongs.bytes?.(signature) ?? signature),
        userHandle: wrongs.userHandle ?? credential.userHandle,
      },
    };
  }

  #data(credential: Credential, wrongs: Wrongs, flags: number, attested = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(wrongs.flags === undefined ? flags : wrongs.flags | (flags & 0x40));
    head.writeUInt32BE(wrongs.counter ?? credential.counter, 1);
    const rpIdHash = createHash("sha256")
      .update(wrongs.rpId ?? credential.rpId)
      .digest();
    const data = Buffer.concat([rpIdHash, head, attested]);
    return wrongs.data?.(data) ?? data;
  }

  #clientData(type: string, challenge: string, wrongs: Wrongs): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: wrongs.type ?? type,
        challenge: wrongs.challenge ?? challenge,
        origin: wrongs.origin ?? this.origin,
        crossOrigin: wrongs.crossOrigin ?? false,
      }),
    );
  }
}

function keyPair(algorithm: Algorithm) {
  if (algorithm === "ES256") return generateKeyPairSync("ec", { namedCurve: "P-256" });
  if (algorithm === "EdDSA") return generateKeyPairSync("ed25519");
  return generateKeyPairSync("rsa", { modulusLength: 2048 });
}

function signatureOf({ algorithm, privateKey }: Credential, signed: Buffer): Buffer {
  if (algorithm === "EdDSA") return sign(null, signed, privateKey);
  return createSign("sha256").update(signed).sign(privateKey);
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");

type Entries = readonly (readonly [number | string, number | string | Buffer | readonly []])[];

function coseKey({ x, y, n, e }: Record<string, string>, algorithm: Algorithm): Entries {
  const bytes = (text = "") => Buffer.from(text, "base64url");
  if (algorithm === "ES256")
    return [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ];
  if (algorithm === "EdDSA")
    return [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(x)],
    ];
  return [
    [1, 3],
    [3, -257],
    [-1, bytes(n)],
    [-2, bytes(e)],
  ];
}

/** Encodes a CBOR map. An empty list of entries gives an empty map. */
function cborMap(entries: Entries): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

function cbor(value: Entries[number][number]): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  return Buffer.isBuffer(value) ? Buffer.concat([head(2, value.length), value]) : cborMap([]);
}

function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument]);
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument]);
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 255]);
}
