import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { xsalsa20poly1305 } from "@noble/ciphers/salsa.js";
import type { Fields, Json, Person } from "../../../support/person.ts";
import { type Asked, pushes, settled } from "./push-service.ts";

/** Decrypts a push with the phone's key. Throws if it was encrypted with another key. */
export function opened(encrypted: string, key: Uint8Array): string {
  const bytes = new Uint8Array(Buffer.from(encrypted, "base64"));
  const box = xsalsa20poly1305(new Uint8Array(key).slice(1), bytes.slice(0, 24));
  return new TextDecoder().decode(box.decrypt(bytes.slice(24)));
}

const tokenIdOf = (token: string) =>
  Buffer.from(createHash("sha256").update(token).digest("hex").slice(0, 16), "hex").toString("base64");

/** A phone whose app shares a key with the server, and whose token only the push service knows. */
export class Phone {
  readonly key = crypto.getRandomValues(new Uint8Array(33)).fill(0x31, 0, 1);
  readonly keyId: number;
  readonly tokenId: string;
  readonly kind: "fcm" | "apns";
  deviceId = 0;

  constructor(token: string, kind: "fcm" | "apns" = "fcm") {
    this.tokenId = tokenIdOf(token);
    this.kind = kind;
    this.keyId = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  }

  /** The fields that the app sends to register the phone. */
  get fields(): Fields {
    return {
      ...{ device_id: this.deviceId, push_key_id: this.keyId, push_key: Buffer.from(this.key).toString("base64") },
      ...{ token_kind: this.kind, token_id: this.tokenId },
      ...{ bouncer_public_key: "Ym91bmNlcg==", encrypted_push_registration: "c2VjcmV0" },
    };
  }

  /** Registers the phone, and waits until the push service has accepted it. */
  async register(person: Person): Promise<this> {
    if (this.deviceId === 0) this.deviceId = (await person.ok(person.post("/register_client_device"))).device_id;
    await person.ok(person.post("/mobile_push/register", this.fields));
    await settled(person);
    return this;
  }

  requests(asked: readonly Asked[]): Json[] {
    return pushes(asked, "encrypted").filter(({ token_id }) => token_id === this.tokenId);
  }

  read(asked: readonly Asked[]): Json[] {
    return this.requests(asked).map(({ payload }) => JSON.parse(opened(payload.encrypted_data, this.key)));
  }
}

export const recordsOf = async (person: Person): Promise<Json> =>
  (await person.ok(person.post("/register", { fetch_event_types: ["device"] }))).devices;
