import { createHash, randomBytes } from "node:crypto";
import { Upload, type UploadOptions } from "tus-js-client";
import { expect, test } from "vitest";
import { cuttingWay } from "./support/cutting-way.ts";
import { until } from "./support/processes.ts";
import { type Server, start } from "./support/server.ts";

// Uses the library as its users do, and as Uppy does, which Zulip's web client uploads with.

const MB = 1_000_000;

const digestOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const authorizationOf = ({ credentials: { email, key } }: Server) => `Basic ${btoa(`${email}:${key}`)}`;

function upload(server: Server, file: Buffer, options: UploadOptions): Promise<{ url: string; filename: string }> {
  return new Promise((resolve, reject) => {
    const one = new Upload(file, {
      retryDelays: Array.from({ length: 30 }, () => 50),
      headers: { Authorization: authorizationOf(server) },
      metadata: { filename: "harbour.bin", filetype: "application/octet-stream" },
      onError: reject,
      onSuccess: ({ lastResponse }) => resolve(JSON.parse(lastResponse.getBody())),
      ...options,
    });
    one.start();
  });
}

async function digestAt(server: Server, url: string): Promise<string> {
  const response = await fetch(`${server.url}${url}`, { headers: { authorization: authorizationOf(server) } });
  return digestOf(new Uint8Array(await response.arrayBuffer()));
}

const filesOf = async (server: Server) => (await server.get("/attachments"))["attachments"];

test("90 MB arrive once and complete despite ten cut connections and a killed runtime", {
  tags: "nightly",
}, async () => {
  const server = await start();
  const file = randomBytes(90 * MB);
  // Within a part, and after several. The last cuts come in quick succession.
  const cuts = [3 * MB, 12 * MB, 700_000, 9 * MB, 16 * MB, 5 * MB, 6 * MB, 2 * MB, 1 * MB, 300_000];
  const way = await cuttingWay(server.url, cuts);
  let killed: Promise<void> | undefined;
  let most = 0;
  const { url, filename } = await upload(server, file, {
    endpoint: `${way.url}/api/v1/tus/`,
    onProgress(sent) {
      most = Math.max(most, sent);
      if (most > 60 * MB) killed ??= server.killHard("workerd");
    },
  });
  await killed;
  expect(killed).toBeDefined();
  expect(way.cut()).toBe(cuts.length);
  expect(filename).toBe("harbour.bin");
  expect(await digestAt(server, url)).toBe(digestOf(file));
  expect(await filesOf(server)).toMatchObject([{ name: "harbour.bin", size: file.length }]);
});

test("an upload can be resumed by another program with only its URL, in small requests, or canceled", async () => {
  const server = await start();
  const file = randomBytes(12 * MB);
  const endpoint = `${server.url}/api/v1/tus/`;
  let kept = "";
  const first = new Upload(file, {
    endpoint,
    chunkSize: 700_000,
    headers: { Authorization: authorizationOf(server) },
    onError: () => undefined,
    onChunkComplete(_, accepted) {
      if (accepted < 7 * MB) return;
      kept = first.url ?? "";
      void first.abort();
    },
  });
  first.start();
  await until("the first has stopped", () => kept !== "");
  const { url } = await upload(server, file, { uploadUrl: kept, chunkSize: 1_300_000 });
  expect(await digestAt(server, url)).toBe(digestOf(file));

  const empty = await upload(server, Buffer.alloc(0), { endpoint, uploadDataDuringCreation: true });
  expect(await digestAt(server, empty.url)).toBe(digestOf(new Uint8Array()));

  const whole = await upload(server, file.subarray(0, MB), { endpoint, uploadDataDuringCreation: true });
  expect(await digestAt(server, whole.url)).toBe(digestOf(file.subarray(0, MB)));

  const ended = new Upload(file, { endpoint, chunkSize: MB, headers: { Authorization: authorizationOf(server) } });
  const begun = new Promise<void>((resolve) => {
    ended.options.onChunkComplete = () => resolve();
  });
  ended.start();
  await begun;
  await ended.abort(true);
  const gone = await fetch(ended.url ?? "", {
    method: "HEAD",
    headers: { authorization: authorizationOf(server), "tus-resumable": "1.0.0" },
  });
  expect(gone.status).toBe(404);
});
