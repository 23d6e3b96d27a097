import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../src/cli/os/port.ts";
import { Person } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { freshData, root, type Server, start } from "./support/server.ts";
import { StreamingClient } from "./support/streaming-client.ts";

// The proxies that docs/start.md recommends, if installed on this machine (Debian packages them).

const MIB = 2 ** 20;
const UPLOAD = 90 * MIB;
const NAME = "chat.example.org";

interface Proxy {
  readonly program: string;
  /** Starts the proxy in front of a server's port. */
  start(folder: string, port: number, behind: number): readonly string[];
}

const nginx: Proxy = {
  program: "nginx",
  start(folder, port, behind) {
    // Without the certificate, which doesn't exist here. Its TLS settings concern only nginx.
    const site = readFileSync(join(root, "deploy/nginx.conf"), "utf8")
      .replace(/server \{\s+listen 80;.*?\n\}\n/s, "")
      .replace(/^\s*listen \[::\]:443.*\n/m, "")
      .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
      .replace(/^\s*ssl_certificate.*\n/gm, "")
      .replace("127.0.0.1:9991", `127.0.0.1:${behind}`);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    );
    const config = join(folder, "nginx.conf");
    const http = `access_log off; ${temporary.join(" ")} ${site}`;
    writeFileSync(config, `daemon off; user root; pid ${join(folder, "pid")}; events {} http { ${http} }`);
    return ["-e", "stderr", "-c", config];
  },
};

const caddy: Proxy = {
  program: "caddy",
  start(folder, port, behind) {
    const site = readFileSync(join(root, "deploy/Caddyfile"), "utf8")
      .replace("{$SITE:chat.example.org}", `http://${NAME}:${port}`)
      .replace("{$PARLEY:127.0.0.1:9991}", `127.0.0.1:${behind}`);
    const config = join(folder, "Caddyfile");
    writeFileSync(config, `{\nadmin off\nstorage file_system ${folder}\n}\n${site}`);
    return ["run", "--adapter", "caddyfile", "--config", config];
  },
};

const hasProgram = (program: string) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

test.for([nginx, caddy])(
  "a server behind $program handles polls, streams, large files, addresses and a reload",
  async (proxy, { skip }) => {
    skip(!hasProgram(proxy.program), `${proxy.program} is not installed`);
    const server = await start({ args: ["--root-domain", NAME, "--address-header", "X-Real-IP"] });
    const url = await inFront(proxy, server);
    const { email, key } = server.credentials;
    const owner = new Person(url, email, key, await idOf(new Person(url, email, key, 0, NAME)), NAME);
    const harbour = await owner.channel("harbour", [owner]);
    const say = (content: string) =>
      owner.ok(owner.post("/messages", { type: "channel", to: harbour, topic: "tides", content }));

    // A poll waits, and is answered when something happens; a stream gets the same events.
    const streaming = await StreamingClient.of(owner, { event_types: ["message"] });
    const { queue_id, last_event_id } = await owner.ok(owner.post("/register", { event_types: ["message"] }));
    const poll = owner.get("/events", { queue_id, last_event_id });
    await say("one");
    const { events } = await owner.ok(poll);
    expect(events).toMatchObject([{ message: { content: "one" } }]);
    await until("the stream has brought it", () => streaming.messages.length === 1);

    // The program is reloaded: the poll keeps waiting, and the stream is reopened.
    const held = owner.get("/events", { queue_id, last_event_id: events.at(-1).id });
    const { runtime } = server;
    process.kill(server.node, "SIGHUP");
    await until("another runtime serves", () => server.output.includes("Reloaded") && server.runtime !== runtime);
    await say("two");
    expect((await owner.ok(held)).events).toMatchObject([{ message: { content: "two" } }]);
    await until("the stream has brought it too", () => streaming.messages.length === 2);
    await streaming.stop();

    // A large file can be uploaded and downloaded completely.
    const uri = await upload(owner, UPLOAD);
    expect(await lengthOf(owner, uri)).toBe(UPLOAD);

    // Anonymous callers are identified by the address that connects to the proxy, regardless of their headers.
    const limited = await askOften(url, "127.0.0.2", { "X-Real-IP": "198.51.100.7" });
    expect(limited).toContain(429);
    expect(await ask(url, "127.0.0.2", { "X-Real-IP": "198.51.100.8" })).toBe(429);
    expect(await ask(url, "127.0.0.3")).toBe(200);
  },
);

const idOf = async (person: Person): Promise<number> => (await person.ok(person.get("/users/me"))).user_id;

/** Starts a proxy in front of the server, and returns its URL. */
async function inFront(proxy: Proxy, server: Server): Promise<string> {
  const port = await freePort("127.0.0.1", 0);
  const folder = join(freshData(), proxy.program);
  mkdirSync(folder);
  const args = proxy.start(folder, port, portOf(server));
  const child = spawn(proxy.program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, HOME: folder },
  });
  let said = "";
  for (const output of [child.stdout, child.stderr]) output.setEncoding("utf8").on("data", (text) => (said += text));
  onTestFinished(() => void child.kill("SIGKILL"));
  const url = `http://127.0.0.1:${port}`;
  await until(`${proxy.program} serves`, async () => {
    if (child.exitCode !== null) throw new Error(`${proxy.program} ended: ${said}`);
    return (await ask(url, "127.0.0.1").catch(() => 0)) === 200;
  });
  return url;
}

const portOf = (server: Server) => Number(/Listens on\s+\S+ port (\d+)/.exec(server.output)?.[1]);

/** Status of an anonymous request from a local address. */
async function ask(url: string, localAddress: string, headers: Record<string, string> = {}): Promise<number> {
  const path = `${url}/api/v1/server_settings`;
  const sent = get(path, { localAddress, headers: { Host: NAME, ...headers }, agent: false });
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

async function askOften(url: string, localAddress: string, headers: Record<string, string>): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < 150 && !statuses.includes(429)) statuses.push(await ask(url, localAddress, headers));
  return statuses;
}

/** Uploads a file of `bytes` bytes, and returns its URL. */
async function upload(person: Person, bytes: number): Promise<string> {
  const boundary = "----parley-test";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="f"; filename="large.bin"\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const sent = request(`${person.url}/api/v1/user_uploads`, {
    method: "POST",
    headers: {
      Host: person.host,
      Authorization: `Basic ${btoa(`${person.email}:${person.key}`)}`,
      "Content-Type": `multipart/form-data; boundary=${boundary}`,
      "Content-Length": head.length + bytes + tail.length,
    },
  });
  sent.write(head);
  const part = Buffer.alloc(MIB, "x");
  for (let count = 0; count < bytes / MIB; count += 1) if (!sent.write(part)) await once(sent, "drain");
  sent.end(tail);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let body = "";
  for await (const text of response.setEncoding("utf8")) body += text;
  expect(response.statusCode, body).toBe(200);
  return JSON.parse(body).url;
}

async function lengthOf(person: Person, uri: string): Promise<number> {
  const { url } = await person.ok(person.get(uri));
  const sent = get(`${person.url}${url}`, { headers: { Host: person.host } });
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let length = 0;
  for await (const part of response) length += part.length;
  return length;
}
