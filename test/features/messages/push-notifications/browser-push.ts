import { Buffer } from "node:buffer";
import { expect } from "vitest";
import type { Browser } from "../../../support/browser.ts";
import { answerOutside } from "../../../support/outside.ts";
import type { Json } from "../../../support/person.ts";

const ECDH = { name: "ECDH", namedCurve: "P-256" } as const;
const ECDSA = { name: "ECDSA", namedCurve: "P-256" } as const;
const of = (text: string) => Buffer.from(text, "base64url");

/** A request to a push service, with its content decrypted as the browser decrypts it. */
export interface Received {
  readonly endpoint: string;
  readonly headers: Headers;
  readonly bytes: number;
  readonly payload: Json;
}

/** A browser's key pair, which decrypts pushes according to RFC 8291. */
export class Receiver {
  constructor(
    readonly key: CryptoKey,
    readonly p256dh: string,
    readonly auth: string,
  ) {}

  static async make(): Promise<Receiver> {
    const pair = (await crypto.subtle.generateKey(ECDH, true, ["deriveBits"])) as CryptoKeyPair;
    const raw = (await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer;
    const auth = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url");
    return new Receiver(pair.privateKey, Buffer.from(raw).toString("base64url"), auth);
  }

  async read(body: Uint8Array): Promise<string> {
    const bytes = Buffer.from(body);
    const salt = bytes.subarray(0, 16);
    expect(bytes.readUInt32BE(16)).toBe(4096);
    const length = bytes[20] ?? 0;
    const theirs = bytes.subarray(21, 21 + length);
    const sender = await crypto.subtle.importKey("raw", theirs, ECDH, true, []);
    const agreement = { ...ECDH, public: sender } as SubtleCryptoDeriveKeyAlgorithm;
    const shared = Buffer.from(await crypto.subtle.deriveBits(agreement, this.key, 256));
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), of(this.p256dh), theirs]);
    const secret = await hkdf(of(this.auth), shared, info, 32);
    const key = await hkdf(salt, secret, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const iv = await hkdf(salt, secret, Buffer.from("Content-Encoding: nonce\0"), 12);
    const opener = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
    const sealed = bytes.subarray(21 + length);
    const record = Buffer.from(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, opener, sealed));
    const end = record.lastIndexOf(2);
    expect(record.subarray(end + 1).every((byte: number) => byte === 0)).toBe(true);
    return record.subarray(0, end).toString();
  }
}

/** HKDF (RFC 5869), limited to one block of output. */
async function hkdf(salt: Uint8Array, secret: Uint8Array, info: Uint8Array, length: number): Promise<Buffer> {
  const extracted = await hmac(salt, secret);
  return (await hmac(extracted, Buffer.concat([info, Buffer.of(1)]))).subarray(0, length);
}

async function hmac(key: Uint8Array, data: Uint8Array): Promise<Buffer> {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return Buffer.from(await crypto.subtle.sign("HMAC", imported, data));
}

/** Returns the claims of a VAPID header (RFC 8292) after checking its signature. */
export async function checkedClaims(header: string): Promise<Json> {
  const [, head = "", claims = "", signature = "", key = ""] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  const publicKey = await crypto.subtle.importKey("raw", of(key), ECDSA, true, ["verify"]);
  const hash = { name: "ECDSA", hash: "SHA-256" };
  expect(await crypto.subtle.verify(hash, publicKey, of(signature), Buffer.from(`${head}.${claims}`))).toBe(true);
  expect(JSON.parse(of(head).toString())).toEqual({ typ: "JWT", alg: "ES256" });
  return { ...JSON.parse(of(claims).toString()), key };
}

export const ENDPOINT = "https://updates.push.services.mozilla.com/wpush/v2/";

/**
 * Mocks browsers' push services while `work` runs. `respond` returns a status, or throws for a network error. The last
 * segment of an endpoint selects its receiver, and `received` contains the pushes that the receivers could decrypt.
 * Nothing leaves the machine.
 */
export async function withBrowserPushes(
  receivers: Readonly<Record<string, Receiver>>,
  work: (received: readonly Received[]) => Promise<void>,
  respond: (endpoint: string, times: number) => number = () => 201,
): Promise<void> {
  const received: Received[] = [];
  const receiverAt = (endpoint: string) => receivers[endpoint.slice(endpoint.lastIndexOf("/") + 1)];
  const isOwn = ({ href }: URL) => receiverAt(href) !== undefined;
  answerOutside(isOwn, async (request) => {
    const { url: endpoint, headers, redirect } = request;
    const bytes = new Uint8Array(await request.arrayBuffer());
    const payload = JSON.parse((await receiverAt(endpoint)?.read(bytes)) ?? "");
    expect(redirect).toBe("manual");
    received.push({ endpoint, headers, bytes: bytes.length, payload });
    return new Response(null, { status: respond(endpoint, received.length) });
  });
  await work(received);
}

/** Sends a request to `/json`, and returns the body of the response. Throws if the request is refused. */
export async function asked(browser: Browser, method: string, path: string, fields: object = {}): Promise<Json> {
  const { status, body } = await browser.ask(method, path, fields);
  expect([status, body.msg]).toEqual([200, ""]);
  return body;
}

/** Subscribes a browser to pushes. `name` is the last segment of its endpoint. */
export async function subscribe(browser: Browser, { p256dh, auth }: Receiver, name: string): Promise<number> {
  await asked(browser, "GET", DEVICES);
  const { device_id } = await asked(browser, "POST", DEVICES, { endpoint: ENDPOINT + name, p256dh, auth });
  return device_id;
}

export const DEVICES = "/users/me/web_push_devices";
