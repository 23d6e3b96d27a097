// Other chat servers, as packaged by Debian, with an archive and without TLS.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../src/cli/os/port.ts";
import { XmppClient } from "./xmpp-client.ts";

export interface Peer {
  readonly name: string;
  /** The installed version, or null if the server isn't installed. */
  readonly version: string | null;
  /** Starts the server's process with an empty directory. */
  readonly spawn: (data: string, port: number) => ChildProcess;
}

export const INSTALL = "apt-get install ejabberd erlang-p1-sqlite3 prosody";
const LIBRARIES = "/usr/lib/x86_64-linux-gnu";
const TABLES = "/usr/share/ejabberd/sql/lite.sql";
const versionIn = (text: string) => /\d+\.\d+(\.\d+)?/.exec(text)?.[0] ?? null;

const ejabberd: Peer = {
  name: "ejabberd",
  version: existsSync(TABLES)
    ? versionIn(readdirSync(LIBRARIES).find((name) => name.startsWith("ejabberd-")) ?? "")
    : null,
  spawn(data, port) {
    const configuration = join(data, "ejabberd.yml");
    const archive = join(data, "archive.sqlite");
    if (!existsSync(archive)) {
      using database = new DatabaseSync(archive);
      database.exec(readFileSync(TABLES, "utf8"));
    }
    writeFileSync(
      configuration,
      `
hosts: [localhost]
loglevel: error
registration_timeout: infinity
sql_type: sqlite
sql_database: ${archive}
listen:
  - { port: ${port}, ip: "127.0.0.1", module: ejabberd_c2s, starttls: false }
access_rules:
  everybody: [{ allow: all }]
modules:
  mod_register: { ip_access: all, access: everybody }
  mod_mam: { default: always, db_type: sql }
  mod_muc:
    access: everybody
    access_create: everybody
    max_users: 5000
    history_size: 0
    default_room_options: { mam: true, persistent: true, max_users: 5000 }
`,
    );
    return spawn("erl", ["-noinput", "+K", "true", "-mnesia", "dir", JSON.stringify(data), "-s", "ejabberd"], {
      stdio: "ignore",
      cwd: data,
      env: { ...process.env, HOME: data, ERL_LIBS: LIBRARIES, EJABBERD_CONFIG_PATH: configuration },
    });
  },
};

const prosody: Peer = {
  name: "Prosody",
  version: versionIn(spawnSync("prosodyctl", ["about"], { encoding: "utf8" }).stdout ?? ""),
  spawn(data, port) {
    const configuration = join(data, "prosody.cfg.lua");
    writeFileSync(
      configuration,
      `
run_as_root = true
data_path = "${data}"
pidfile = "${data}/pid"
log = { error = "${data}/log" }
interfaces = { "127.0.0.1" }
c2s_ports = { ${port} }
s2s_ports = {}
modules_enabled = { "disco", "saslauth", "register", "mam" }
modules_disabled = { "s2s" }
allow_registration = true
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
authentication = "internal_plain"
network_backend = "epoll"
VirtualHost "localhost"
Component "conference.localhost" "muc"
  modules_enabled = { "muc_mam" }
  muc_log_by_default = true
  muc_room_default_persistent = true
  muc_room_locking = false
`,
    );
    return spawn("prosody", ["--config", configuration, "-F"], { stdio: "ignore" });
  },
};

export const PEERS: readonly Peer[] = [ejabberd, prosody];

export interface RunningPeer {
  readonly pid: number;
  readonly port: number;
  /** The time from the process's start to its first response. */
  readonly startMs: number;
}

/** Runs some work with a peer, started on existing data, and stops the peer afterwards. */
export async function withPeer(peer: Peer, work: (running: RunningPeer) => Promise<void>): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), "parley-peer-"));
  const port = await freePort("127.0.0.1", 0);
  try {
    await running(peer, data, port, async () => {});
    await running(peer, data, port, work);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function running(peer: Peer, data: string, port: number, work: (running: RunningPeer) => Promise<void>) {
  const start = performance.now();
  const child = peer.spawn(data, port);
  const ended = once(child, "exit");
  while (!(await XmppClient.isServed(port))) {
    if (child.exitCode !== null) throw new Error(`${peer.name} did not start: ${child.exitCode}`);
    await pause(5);
  }
  const startMs = performance.now() - start;
  try {
    await work({ pid: child.pid ?? 0, port, startMs });
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}
