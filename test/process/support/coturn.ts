import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "./processes.ts";

const SECRET = "known to coturn and the server";

/** True if coturn is installed (Debian: coturn). */
export const hasCoturn = spawnSync("turnserver", ["--version"], { stdio: "ignore" }).error === undefined;

/** A TURN server with credentials derived from a shared secret, for programs on this machine. */
export class Coturn {
  readonly secret = SECRET;
  #log = "";

  private constructor(
    private readonly child: ChildProcess,
    private readonly directory: string,
    readonly port: number,
  ) {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (this.#log += text));
  }

  static async start(): Promise<Coturn> {
    const directory = mkdtempSync(join(tmpdir(), "parley-coturn-"));
    const port = await freePort();
    const options = {
      "listening-ip": "127.0.0.1",
      "relay-ip": "127.0.0.1",
      "listening-port": port,
      realm: "turn.example.org",
      "static-auth-secret": SECRET,
      "log-file": "stdout",
      pidfile: join(directory, "pid"),
      userdb: join(directory, "db"),
    };
    const flags = ["use-auth-secret", "allow-loopback-peers", "no-tls", "no-dtls", "no-cli", "verbose"];
    const child = spawn("turnserver", [
      "-n",
      ...flags.map((name) => `--${name}`),
      ...Object.entries(options).map(([name, value]) => `--${name}=${value}`),
    ]);
    const coturn = new Coturn(child, directory, port);
    await until("coturn runs", () => coturn.#log.includes("UDP listener opened"));
    return coturn;
  }

  get url(): string {
    return `turn:127.0.0.1:${this.port}?transport=udp`;
  }

  /** Returns the server's address with credentials for `name` that are valid for `seconds` seconds. */
  named(name: string, seconds: number): RTCIceServer {
    const username = `${Math.floor(Date.now() / 1000) + seconds}:${name}`;
    const credential = createHmac("sha1", SECRET).update(username).digest("base64");
    return { urls: this.url, username, credential };
  }

  /** Returns how many allocations were opened under user names that end with `name`. */
  opened(name: string): number {
    return this.#log
      .matchAll(/ user <(.*)>: incoming packet ALLOCATE processed, success/g)
      .filter(([, by]) => by?.endsWith(name))
      .toArray().length;
  }

  get open(): number {
    const count = (pattern: RegExp) => this.#log.match(pattern)?.length ?? 0;
    return count(/: new, realm=/g) - count(/: closed \(/g);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, "close");
    this.child.kill("SIGKILL");
    await ended;
    rmSync(this.directory, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address() as AddressInfo;
  socket.close();
  return port;
}
