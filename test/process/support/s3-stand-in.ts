// A fake of S3 that implements the part of the API that backups need. It is based on Amazon's API reference (PutObject,
// GetObject, DeleteObject, ListObjectsV2, "Authenticating Requests: AWS Signature Version 4"), and checks each
// signature with the published algorithm.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { portOf } from "./port-of.ts";

export const KEYS = { id: "AKIDEXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" };
const REGION = "auto";
const SKEW_MS = 15 * 60 * 1000;

/**
 * How a request fails: with an error response, or with a connection that is cut after this many bytes of the response.
 */
type Fault = { readonly status: number } | { readonly cutAfter: number } | undefined;

export interface StandIn {
  readonly endpoint: string;
  readonly objects: Map<string, Buffer>;
  /** Received requests, as `PUT bucket/key`. */
  readonly asked: string[];
  /** Returns how a request should fail, or undefined if it shouldn't. */
  fault: (request: string) => Fault;
}

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message = code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** @param pageLength maximum number of keys in a page of a list */
export async function startS3(bucket: string, pageLength = 1000): Promise<StandIn> {
  const objects = new Map<string, Buffer>();
  const asked: string[] = [];
  const standIn: { fault: StandIn["fault"] } = { fault: () => undefined };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray().catch(() => []));
    const url = new URL(request.url ?? "/", "http://none");
    const [, named = "", ...rest] = url.pathname.split("/");
    const key = rest.map(decodeURIComponent).join("/");
    const name = `${request.method} ${named}/${key}`;
    asked.push(name);
    const fault = standIn.fault(name);
    if (fault && "cutAfter" in fault && fault.cutAfter === 0) return void request.socket.destroy();
    try {
      if (fault && "status" in fault) throw new S3Error(fault.status, "InternalError");
      checkSignature(request, url, body);
      if (named !== bucket) throw new S3Error(404, "NoSuchBucket");
      const cut = fault && "cutAfter" in fault ? fault.cutAfter : undefined;
      answer({ request, response, key, query: url.searchParams, body, cut });
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      response.writeHead(error.status, { "content-type": "application/xml" });
      response.end(`<Error><Code>${error.code}</Code><Message>${error.message}</Message></Error>`);
    }
  });

  interface Asked {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly key: string;
    readonly query: URLSearchParams;
    readonly body: Buffer;
    readonly cut: number | undefined;
  }

  function answer({ request, response, key, query, body, cut }: Asked): void {
    if (request.method === "PUT" && key !== "") {
      if (request.headers["if-none-match"] === "*" && objects.has(key)) throw new S3Error(412, "PreconditionFailed");
      objects.set(key, body);
      // The object is stored, but the response is lost.
      if (cut !== undefined) return void request.socket.destroy();
      return void response.writeHead(200, { etag: `"${sha256(body)}"` }).end();
    }
    if (request.method === "DELETE" && key !== "") {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (request.method === "GET" && key === "" && query.get("list-type") === "2") {
      return void response.writeHead(200, { "content-type": "application/xml" }).end(listOf(query));
    }
    if (request.method !== "GET") throw new S3Error(405, "MethodNotAllowed");
    const content = objects.get(key);
    if (content === undefined) throw new S3Error(404, "NoSuchKey");
    sendPart(request, response, content, cut);
  }

  function listOf(query: URLSearchParams): string {
    const prefix = query.get("prefix") ?? "";
    const after = Buffer.from(query.get("continuation-token") ?? "", "base64").toString();
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, pageLength);
    const goesOn = keys.length > page.length;
    const contents = page.map(
      (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`,
    );
    const next = goesOn ? Buffer.from(page.at(-1) ?? "").toString("base64") : "";
    return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${goesOn}</IsTruncated>${
      goesOn ? `<NextContinuationToken>${next}</NextContinuationToken>` : ""
    }${contents.join("")}</ListBucketResult>`;
  }

  const endpoint = `http://127.0.0.1:${await portOf(server)}`;
  return Object.assign(standIn, { endpoint, objects, asked });
}

function sendPart(request: IncomingMessage, response: ServerResponse, content: Buffer, cut: number | undefined): void {
  const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? "") ?? [];
  if (from !== undefined && Number(from) >= content.length) throw new S3Error(416, "InvalidRange");
  const part = content.subarray(Number(from ?? 0));
  const range = { "content-range": `bytes ${from}-${content.length - 1}/${content.length}` };
  response.writeHead(from === undefined ? 200 : 206, {
    "content-length": part.length,
    ...(from !== undefined && range),
  });
  if (cut === undefined) return void response.end(part);
  response.write(part.subarray(0, cut), () => request.socket.destroy());
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

function checkSignature(request: IncomingMessage, url: URL, body: Buffer): void {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, id, day = "", region = "", names = "", signature = ""] =
    form.exec(request.headers.authorization ?? "") ?? [];
  if (id === undefined) throw new S3Error(403, "AccessDenied");
  if (id !== KEYS.id) throw new S3Error(403, "InvalidAccessKeyId");
  if (region !== REGION) throw new S3Error(400, "AuthorizationHeaderMalformed");
  const digest = String(request.headers["x-amz-content-sha256"]);
  if (digest !== sha256(body)) throw new S3Error(400, "XAmzContentSHA256Mismatch");
  const date = String(request.headers["x-amz-date"]);
  const [, year, month, dayOfMonth, hours, minutes, seconds] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  const time = Date.parse(`${year}-${month}-${dayOfMonth}T${hours}:${minutes}:${seconds}Z`);
  if (!(Math.abs(Date.now() - time) < SKEW_MS) || !date.startsWith(day)) throw new S3Error(403, "RequestTimeTooSkewed");
  const signed = names.split(";");
  const needed = ["host", ...Object.keys(request.headers).filter((name) => name.startsWith("x-amz-"))];
  if (needed.some((name) => !signed.includes(name))) throw new S3Error(403, "AccessDenied", "a header is not signed");
  const pairs = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const headers = signed.map((name) => `${name}:${String(request.headers[name]).trim().replace(/ +/g, " ")}\n`);
  const canonical = [request.method, url.pathname, pairs.join("&"), headers.join(""), names, digest].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${KEYS.secret}`);
  if (!timingSafeEqual(hmac(key, toSign), Buffer.from(signature, "hex"))) {
    throw new S3Error(403, "SignatureDoesNotMatch");
  }
}
