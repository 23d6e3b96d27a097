import { createServer } from "node:http";
import { Readable } from "node:stream";
import { serveMcp } from "../../../src/mcp/serve.ts";
import { portOf } from "../support/port-of.ts";
import { fixtureServer } from "./fixtures.ts";

/** Serves the fixtures with the core that also serves organizations, until the test ends. Returns their URL. */
export async function serveFixtures(): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers)) {
      if (value !== undefined) headers.set(name, String(value));
    }
    const { method = "GET" } = incoming;
    const body = method === "POST" ? (Readable.toWeb(incoming) as unknown as BodyInit) : null;
    const init = { method, headers, body, ...(body !== null && { duplex: "half" }) };
    const response = await serveMcp(
      new Request(`http://${incoming.headers.host}/mcp`, init),
      platform,
      async () => fixtureServer,
    );
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body === null) return outgoing.end();
    const reader = response.body.getReader();
    outgoing.on("close", () => reader.cancel().catch(() => undefined));
    for (let read = await reader.read(); !read.done; read = await reader.read()) outgoing.write(read.value);
    return outgoing.end();
  });
  return `http://127.0.0.1:${await portOf(server)}/mcp`;
}

const platform = {
  allowsOrigin: (origin: string) => ["127.0.0.1", "localhost"].includes(URL.parse(origin)?.hostname ?? ""),
  milliseconds: () => Date.now(),
  fault: (error: unknown) => {
    throw error;
  },
};
