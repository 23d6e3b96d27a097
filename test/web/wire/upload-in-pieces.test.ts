import { expect, test } from "vitest";
import { Refused, Unreachable } from "../../../src/web/wire/api.ts";
import { uploadInPieces } from "../../../src/web/wire/upload-in-pieces.ts";
import { VirtualClock } from "../support/virtual-clock.ts";

const MIB = 1_048_576;

/** Fate of a request: answered, its answer lost, refused because the server is busy with another, or cut off. */
type Fate = "answered" | "unanswered" | "taken" | number;

/** A server that receives one upload over connections that break. */
class Server {
  arrived: Uint8Array<ArrayBuffer>[] = [];
  length = 0;
  created = 0;
  ended = 0;
  readonly asked: string[] = [];
  /** The fate of each request, in order. Later requests are answered. */
  readonly fates: Fate[] = [];
  /** If set, every request is refused with this status. */
  refuses: number | undefined;

  get offset(): number {
    return this.arrived.reduce((sum, { length }) => sum + length, 0);
  }

  async serve(method: string, headers: Record<string, string>, body: Uint8Array<ArrayBuffer>) {
    if (this.refuses !== undefined)
      return [this.refuses, {}, { result: "error", msg: "No.", code: "BAD_REQUEST" }] as const;
    if (method === "POST") {
      this.created += 1;
      this.arrived = [];
      this.length = Number(headers["Upload-Length"]);
      return [201, { location: "/json/tus/x" }] as const;
    }
    if (method === "DELETE") this.ended += 1;
    if (method === "PATCH" && Number(headers["Upload-Offset"]) !== this.offset) return TAKEN;
    if (method === "PATCH") this.arrived.push(body);
    const offset = { "upload-offset": String(this.offset) };
    if (method === "PATCH" && this.offset === this.length)
      return [200, offset, { result: "success", url: "/user_uploads/x", filename: "a.bin" }] as const;
    return [method === "PATCH" ? 204 : 200, offset] as const;
  }
}

const TAKEN = [409, {}, { result: "error" }] as const;

class Request {
  readonly upload: { onprogress?: (event: object) => void } = {};
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  status = 0;
  responseText = "";
  #method = "";
  readonly #headers: Record<string, string> = {};
  #answer: Readonly<Record<string, string>> = {};

  readonly server: Server;
  constructor(server: Server) {
    this.server = server;
  }

  open(method: string) {
    this.#method = method;
  }
  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value;
  }
  getResponseHeader(name: string) {
    return this.#answer[name] ?? null;
  }
  abort() {
    this.onabort();
  }
  async send(body: Blob | null) {
    const fate = this.server.fates.shift() ?? "answered";
    this.server.asked.push(this.#method);
    const bytes = new Uint8Array((await body?.arrayBuffer()) ?? new ArrayBuffer(0));
    this.upload.onprogress?.({ loaded: bytes.length });
    const brought = typeof fate === "number" ? bytes.subarray(0, fate) : bytes;
    const served = fate === "taken" ? TAKEN : this.server.serve(this.#method, this.#headers, brought);
    const [status, headers, answer] = await served;
    if (fate === "unanswered" || typeof fate === "number") return this.onerror();
    this.status = status;
    this.#answer = headers;
    this.responseText = answer === undefined ? "" : JSON.stringify(answer);
    this.onload();
  }
}

const file = new File([new Uint8Array(32 * MIB).fill(7, 15 * MIB)], "a.bin");

function begin(server: Server, signal?: AbortSignal) {
  const clock = new VirtualClock();
  const shares: number[] = [];
  const uploader = { clock, csrfToken: () => "t", newRequest: () => new Request(server) as unknown as XMLHttpRequest };
  const onProgress = (share: number) => shares.push(share);
  const done = uploadInPieces(uploader, file, signal === undefined ? { onProgress } : { onProgress, signal });
  return { clock, shares, ended: done.catch((error: unknown) => error) };
}

/** Advances the clock until the upload has ended, and returns its result or error. */
async function outcome({ clock, ended }: ReturnType<typeof begin>): Promise<unknown> {
  let value: unknown;
  let isOver = false;
  void ended.then((reply) => {
    value = reply;
    isOver = true;
  });
  for (let n = 0; n < 2000 && !isOver; n += 1) await clock.pass(1000);
  return value;
}

async function digestOf(blob: Blob): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", await blob.arrayBuffer())).join();
}
const content = async ({ arrived }: Server): Promise<boolean> =>
  (await digestOf(new Blob(arrived))) === (await digestOf(file));

test("uploadInPieces sends a file in pieces, and returns the URL from the last response", async () => {
  const server = new Server();
  const upload = begin(server);
  expect(await outcome(upload)).toMatchObject({ url: "/user_uploads/x", filename: "a.bin" });
  expect(server.asked).toEqual(["POST", "PATCH", "PATCH", "PATCH"]);
  expect(upload.shares.at(-1)).toBe(1);
  expect(await content(server)).toBe(true);
});

test("uploadInPieces asks for the offset if the server is still busy with an earlier request", async () => {
  const server = new Server();
  server.fates.push("answered", "answered", "taken");
  expect(await outcome(begin(server))).toMatchObject({ url: "/user_uploads/x" });
  expect(server.asked).toEqual(["POST", "PATCH", "PATCH", "HEAD", "PATCH", "PATCH"]);
  expect(await content(server)).toBe(true);
});

test("uploadInPieces resumes after a broken connection, whichever request or response was lost", async () => {
  const server = new Server();
  // Lost: the upload's URL, two pieces partway, a response, the offset query after it, and the last response.
  server.fates.push(
    "unanswered",
    "answered",
    3 * MIB,
    "answered",
    0,
    "answered",
    "unanswered",
    "unanswered",
    "answered",
  );
  server.fates.push("answered", "unanswered");
  expect(await outcome(begin(server))).toMatchObject({ url: "/user_uploads/x" });
  expect(server.created).toBe(2);
  expect(await content(server)).toBe(true);
});

test("uploadInPieces fails with the server's error, or after 15 minutes without progress", async () => {
  const refusing = new Server();
  refusing.refuses = 413;
  expect(await outcome(begin(refusing))).toEqual(
    new Refused(413, { result: "error", msg: "No.", code: "BAD_REQUEST" }),
  );
  const away = new Server();
  away.fates.push("answered", ...Array.from({ length: 500 }, () => 0));
  expect(await outcome(begin(away))).toBeInstanceOf(Unreachable);
});

test("uploadInPieces also ends an aborted upload on the server", async () => {
  const server = new Server();
  const given = new AbortController();
  const upload = begin(server, given.signal);
  server.fates.push("answered", 5 * MIB);
  await upload.clock.pass(100);
  given.abort(new Error("not this one"));
  expect(await outcome(upload)).toMatchObject({ message: "not this one" });
  expect(server.ended).toBe(1);
});
