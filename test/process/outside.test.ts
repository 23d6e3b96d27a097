import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleAnew } from "../../src/cli/server-bundle/server-bundle.ts";
import { createRuntime, workerdExecutable } from "../../src/cli/workerd/workerd.ts";
import { makeData, removeData, root } from "./support/launch.ts";

/** Counts connections, and responds as the path says. */
const standIn = createServer((request, response) => {
  connections++;
  const { pathname, searchParams } = new URL(request.url ?? "", "http://stand-in");
  if (pathname === "/redirect") response.writeHead(302, { Location: searchParams.get("to") ?? "" }).end();
  else if (pathname === "/silent") response.writeHead(200).write("begin");
  else if (pathname === "/bomb")
    response.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync(Buffer.alloc(50_000_000)));
  else response.end("reached");
});
let connections = 0;
let port = 0;
let workerPort = 0;
const data = makeData();
let stop = async () => {};

beforeAll(async () => {
  await new Promise<void>((resolve) => standIn.listen(0, resolve));
  ({ port } = standIn.address() as AddressInfo);
  const runtime = await createRuntime(
    {
      data: { path: data, runtime: workerdExecutable, temporary: data },
      compatibilityDate: "2026-09-01",
      vars: { OUTSIDE_HOSTS: `127.0.0.1:${port}` },
    },
    { open: (opened) => (workerPort = opened), shut() {}, end() {} },
  );
  stop = runtime.stop;
  await runtime.serve(await bundleAnew(root, "test/outbound-http/outside-worker.ts"));
});

afterAll(async () => {
  await stop();
  standIn.close();
  standIn.closeAllConnections();
  await removeData(data);
});

async function via(how: "ask" | "connect", address: string, timeoutMs = 600_000): Promise<string> {
  const body = JSON.stringify({ how, address, timeoutMs });
  return (await fetch(`http://127.0.0.1:${workerPort}/`, { method: "POST", body })).text();
}

test("[security 13.2] requests to user-supplied URLs reach no private address, whatever the name resolves to", async () => {
  connections = 0;
  const names = ["localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", hostname()];
  for (const name of names) expect(await via("connect", `http://${name}:${port}/`), name).toBe("not connected");
  expect(connections).toBe(0);
});

test("[security 13.7] an allowed host is reached only at its port, and can't redirect to another address", async () => {
  connections = 0;
  expect(await via("ask", `http://127.0.0.1:${port}/`)).toBe("reached");
  expect(await via("ask", `http://127.0.0.1:${port + 1}/`)).toBe("Error: forbidden: not a public address");
  const to = (address: string) => via("ask", `http://127.0.0.1:${port}/redirect?to=${encodeURIComponent(address)}`);
  expect(await to("/")).toBe("reached");
  for (const address of [`http://localhost:${port}/`, `http://[::1]:${port}/`, `http://2130706433:1/`])
    expect(await to(address)).toBe("Error: forbidden: not a public address");
  expect(connections).toBe(6);
});

test("an unresolvable name, a silent server and a decompression bomb each end with an error", async () => {
  expect(await via("ask", "http://nobody.invalid/")).toBe("Error: unreachable: no answer");
  expect(await via("ask", `http://127.0.0.1:${port}/silent`, 1000)).toBe("Error: timeout: it took too long");
  expect(await via("ask", `http://127.0.0.1:${port}/bomb`)).toBe("Error: too_long: more than 100000 bytes");
});
