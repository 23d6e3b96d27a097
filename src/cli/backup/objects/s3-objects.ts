import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "../../os/failure.ts";
import { send } from "../../os/send.ts";
import { notInstalled, type Objects } from "./objects.ts";

// aws4fetch signs the requests. Amazon's own client has 40 packages, and offers nothing else that is needed.

/** Maximum attempts at a request. The count restarts whenever an attempt receives bytes. */
const MAX_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 20_000;
/** How long a connection can be silent before it is abandoned. */
const SILENCE_MS = 60_000;

interface S3Access {
  /** URL of the service; defaults to Amazon's. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

interface S3Response {
  readonly status: number;
  readonly content: Buffer;
}

interface S3Request {
  readonly method: "GET" | "PUT" | "DELETE";
  /** Relative to the bucket. */
  readonly key: string;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly body?: Uint8Array;
}

/** A connection that broke during a response, with the data received so far. */
class BrokenOff extends Error {
  readonly content: Buffer;

  constructor(message: string, content: Buffer) {
    super(message);
    this.content = content;
  }
}

/** Objects of a bucket with a key prefix. The bucket must exist. */
export async function s3Objects(address: string, access: S3Access): Promise<Objects> {
  const [, bucket = "", path = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)((?:\/[\w.-]+)*)\/?$/.exec(address) ?? [];
  if (bucket === "") throw new Failure(`an address is s3://BUCKET or s3://BUCKET/PREFIX, not "${address}"`, 2);
  const prefix = path === "" ? "" : `${path.slice(1)}/`;
  const { AwsV4Signer } = await import("aws4fetch").catch(notInstalled);
  const service = access.endpoint ?? `https://s3.${access.region}.amazonaws.com`;

  async function once({
    method,
    key,
    query = {},
    headers = {},
    body = Buffer.alloc(0),
  }: S3Request): Promise<S3Response> {
    const url = new URL(`${service.replace(/\/$/, "")}/${bucket}${key === "" ? "" : `/${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const { endpoint: _, ...keys } = access;
    const signed = await new AwsV4Signer({
      ...{ method, url: url.href, service: "s3", accessKeyId: keys.accessKeyId, region: keys.region },
      ...{ secretAccessKey: keys.secretAccessKey, ...(keys.sessionToken && { sessionToken: keys.sessionToken }) },
      headers: { ...headers, "x-amz-content-sha256": createHash("sha256").update(body).digest("hex") },
    }).sign();
    const response = await send(signed.url, signed.url.pathname + signed.url.search, {
      ...{ method, body: Buffer.from(body.buffer, body.byteOffset, body.length), timeoutMs: SILENCE_MS },
      headers: Object.fromEntries(signed.headers),
    });
    const parts: Buffer[] = [];
    try {
      for await (const part of response) parts.push(part);
    } catch (error) {
      throw new BrokenOff(
        (error as Error).message,
        response.statusCode === 206 ? Buffer.concat(parts) : Buffer.alloc(0),
      );
    }
    return { status: response.statusCode ?? 0, content: Buffer.concat(parts) };
  }

  /** Repeats a request until it gets a response that another attempt wouldn't change. */
  async function ask(asked: S3Request): Promise<S3Response> {
    let problem = "";
    for (let tries = 1, ms = FIRST_PAUSE_MS; tries <= MAX_ATTEMPTS; tries += 1, ms = Math.min(2 * ms, MAX_PAUSE_MS)) {
      if (tries > 1) await pause(ms * (0.5 + Math.random()));
      try {
        const answer = await once(asked);
        if (answer.status < 500 && answer.status !== 429 && !isLate(answer)) return answer;
        problem = wordsOf(answer);
      } catch (error) {
        if (error instanceof BrokenOff && error.content.length > 0) throw error;
        problem = (error as Error).message || String((error as NodeJS.ErrnoException).code);
      }
    }
    throw new Failure(`${new URL(service).host} does not take ${asked.method} of ${asked.key || bucket}: ${problem}`);
  }

  function refuse(answer: S3Response, what: string): never {
    throw new Failure(`${address}: ${what} was refused: ${wordsOf(answer)}`);
  }

  async function get(name: string) {
    const parts: Buffer[] = [];
    for (let failures = 0; ; ) {
      const from = parts.reduce((sum, { length }) => sum + length, 0);
      try {
        const answer = await ask({ method: "GET", key: prefix + name, headers: { range: `bytes=${from}-` } });
        if (answer.status === 404 && !/<Code>NoSuchBucket</.test(answer.content.toString())) return undefined;
        // Nothing is left to read, or the object is empty.
        if (answer.status === 416) return Buffer.concat(parts);
        if (answer.status !== 206 && answer.status !== 200) refuse(answer, `reading ${name}`);
        return answer.status === 200 ? answer.content : Buffer.concat([...parts, answer.content]);
      } catch (error) {
        if (!(error instanceof BrokenOff)) throw error;
        parts.push(error.content);
        failures += 1;
        if (failures > MAX_ATTEMPTS && error.content.length < 1 << 20) {
          throw new Failure(`${address}: reading ${name} broke off again and again: ${error.message}`);
        }
      }
    }
  }

  async function list(begins: string) {
    const found = new Map<string, number>();
    for (let token = ""; ; ) {
      const query = { "list-type": "2", prefix: prefix + begins, ...(token && { "continuation-token": token }) };
      const answer = await ask({ method: "GET", key: "", query });
      if (answer.status !== 200) refuse(answer, "listing");
      const text = answer.content.toString();
      for (const [, object = ""] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        found.set(valueIn(object, "Key").slice(prefix.length), Number(valueIn(object, "Size")));
      }
      token = valueIn(text, "IsTruncated") === "true" ? valueIn(text, "NextContinuationToken") : "";
      if (token === "") return found;
    }
  }

  async function put(name: string, content: Uint8Array, { replaces }: { replaces: boolean }) {
    const asked: S3Request = { method: "PUT", key: prefix + name, body: content };
    const isNew = replaces ? {} : { headers: { "if-none-match": "*" } };
    let answer = await ask({ ...asked, ...isNew });
    // The service doesn't support conditional writes.
    if (!replaces && /<Code>(NotImplemented|InvalidArgument)</.test(answer.content.toString()))
      answer = await ask(asked);
    if (answer.status === 412) {
      // An earlier attempt may have stored the object, although its response was lost.
      if ((await get(name))?.equals(content)) return;
      throw new Failure(`${address} has another ${name} already`);
    }
    if (answer.status !== 200) refuse(answer, `storing ${name}`);
  }

  async function remove(name: string) {
    const answer = await ask({ method: "DELETE", key: prefix + name });
    if (answer.status >= 300 && answer.status !== 404) refuse(answer, `removing ${name}`);
  }

  return { address, list, get, put, remove };
}

/** Whether a service reports a retryable error with an unexpected status. */
const isLate = ({ status, content }: S3Response) =>
  status >= 400 && /<Code>(RequestTimeout|SlowDown|IncompleteBody|BadDigest)</.test(content.toString());

function wordsOf({ status, content }: S3Response) {
  const text = content.toString();
  const [code, message] = [valueIn(text, "Code"), valueIn(text, "Message")];
  return `${status}${code && ` ${code}`}${message && `: ${message}`}`;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function valueIn(xml: string, name: string) {
  const [, value = ""] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return value.replace(/&(\w+);/g, (_, entity: string) => ENTITIES[entity] ?? "");
}
