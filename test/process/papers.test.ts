/** @module-tag nightly */
import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { generateX25519Identity } from "age-encryption";
import { expect, test } from "vitest";
import { freePort } from "../../src/cli/os/port.ts";
import { Bouncer } from "../support/push/bouncer.ts";
import { exportMembers, zulipExport } from "../support/zulip-export.ts";
import { type Launch, launchOn, root, type Server } from "./support/launch.ts";
import { blocksOf, machine } from "./support/machine.ts";
import { mailServer } from "./support/mail-server.ts";
import { type Json, PASSWORD, Person } from "./support/person.ts";
import { servePushes } from "./support/push-service.ts";
import { KEYS, startS3 } from "./support/s3-stand-in.ts";
import { succeed } from "./support/script.ts";
import { freshData } from "./support/server.ts";
import { say, shipped, textsOf } from "./support/stored.ts";

// The docs for server administrators. Each of their commands is run here as written, or is in the list below.

const PAPERS = ["https", "cloudflare", "start", "broken", "moving", "operating", "export"].map(
  (name) => `docs/${name}.md`,
);
const papers = new Map([...PAPERS, "README.md"].map((paper) => [paper, blocksOf(paper)]));
/** Commands that are recorded instead of run, and why. */
const NOTED = {
  "there is no systemd: the test starts and stops the server instead": [
    "systemctl daemon-reload",
    "systemctl --failed",
    "systemctl reload caddy",
  ],
  "they take an account at Cloudflare": [
    ...["npm run deploy", "npx wrangler login", "npx wrangler tail", "npx wrangler secret put SETUP_TOKEN"],
    ...["npx wrangler d1 create parley --location weur", "npx wrangler d1 create parley"],
    "npx wrangler r2 bucket create parley-uploads",
  ],
  "it takes an engine for containers": [
    "docker build -t parley .",
    "docker run -d --name parley --read-only --tmpfs /tmp -v parley:/data -p 127.0.0.1:9991:9991 --ulimit nofile=65536 parley --root-domain chat.example.org --address-header X-Real-IP --org-name Example --owner-name Iris Example --owner-email iris@example.org",
    "docker logs parley",
  ],
  "they install packages": [
    ...["npm ci --ignore-scripts", "pip install zulip", "apt-get update"],
    "apt-get install --yes caddy curl libatomic1 ufw xz-utils",
  ],
  "they open ports": ["ufw allow 22", "ufw allow 80", "ufw allow 443", "ufw --force enable"],
  "not every machine has them": [
    "zulip-send --config-file .data/zuliprc --stream general --subject hello --message Hello from the command line",
    "age -d -i key.age -o plain/backups/X.json backups/X.json.age",
  ],
  "it takes a directory": ["parley directory sync --dry-run /etc/parley/directory.toml"],
  "they are for developers": ["npm run dev", "npm test", "npm run routes"],
};

const TOKEN = "token-of-the-operator";
const [VERSION, SYSTEM] = ["99.0.0", `${process.platform}-${process.arch}`];

/** Resolves all example names to this machine, like their DNS would. */
const NAMES = `import dns from "node:dns";
const { lookup } = dns;
dns.lookup = (name, ...rest) => lookup(/\\.(org|dev)$/.test(name) ? "127.0.0.1" : name, ...rest);`;

/** A machine with a server that its service manager or npm starts and stops. */
async function serverMachine() {
  const [at, port] = [freshData(), await freePort("127.0.0.1", 0)];
  const url = `http://127.0.0.1:${port}`;
  const [data, settings] = [join(at, "var/lib/parley"), join(at, "srv/parley/parley.toml")];
  const noted: string[] = [];
  const followed: string[] = [];
  let words: (readonly [RegExp | string, string])[] = [];
  let [server, launch]: [Server | undefined, Launch | undefined] = [undefined, undefined];
  /** What earlier starts logged. */
  let journal = "";
  /** Settings from the environment file of parley.service. */
  const secrets = () => {
    const file = join(at, "etc/parley.env");
    return existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  };
  async function start(args: readonly string[] = ["--data", data]) {
    const where = args.indexOf("--data");
    const options = args.filter((_, index) => ![where, where + 1].includes(index) || where === -1);
    const env = { SETUP_TOKEN: TOKEN, ...secrets(), ...(existsSync(settings) && { PARLEY_CONFIG: settings }) };
    journal += launch?.output ?? "";
    launch = launchOn({
      data: where === -1 ? data : String(args[where + 1]),
      args: [...options, "--port", String(port), "--host", "127.0.0.1", "--rate-limits", "off"],
      env,
    });
    server = await launch.running();
    return server;
  }
  async function stop() {
    const { status, output } = (await server?.stop()) ?? { status: 0, output: "" };
    if (status !== 0) throw new Error(`the server ended with ${status}: ${output}`);
    server = undefined;
  }
  const tools = {
    parley: `exec node ${join(root, "scripts/parley.mjs")} "$@"`,
    async systemctl([verb = "", ...units]: readonly string[]) {
      if (units.includes("parley")) {
        if (["stop", "restart"].includes(verb)) await stop();
        if (["start", "restart"].includes(verb)) await start();
        return "";
      }
      if (verb !== "start" || units[0] !== "parley-backup") return undefined;
      const unit = readFileSync(join(root, "deploy/parley-backup.service"), "utf8");
      const [, args = ""] = /^ExecStart=.*parley\.mjs backup (.*)$/m.exec(unit) ?? [];
      const [, place = ""] = /^Environment=BACKUPS=(.*)$/m.exec(unit) ?? [];
      const words = args
        .replace(/\$\{BACKUPS\}/, place)
        .replaceAll("/var/", `${at}/var/`)
        .split(" ");
      return succeed("backup", ...words);
    },
    "apt-get": () => void mkdirSync(join(at, "etc/caddy"), { recursive: true }),
    caddy(args: readonly string[]) {
      // Checked only if it is installed.
      const { error, status, stderr } = spawnSync("caddy", args, { encoding: "utf8" });
      if (error === undefined && status !== 0) throw new Error(stderr);
      return "";
    },
    journalctl: () => journal + (launch?.output ?? ""),
    async npm(args: readonly string[], cwd: string) {
      const [name, dashes, ...options] = args;
      if (name !== "start") return undefined;
      if (dashes !== undefined && dashes !== "--") throw new Error("options come after --");
      if (options.includes("--help")) return succeed("start", "--help");
      // Ctrl-C came before the next command.
      await stop();
      const usual = join(cwd, options.includes("--demo") ? ".demo" : ".data");
      const here = options.includes("--data") ? options : [...options, "--data", usual];
      await start(here);
      return "";
    },
    ...Object.fromEntries(["npx", "docker", "pip", "zulip-send", "age", "ufw"].map((name) => [name, () => undefined])),
  };
  const { run } = await machine(at, {
    tools,
    env: { NODE_OPTIONS: `--import ${join(at, "names.mjs")}` },
    words: () => [
      [/https:\/\/(chat\.example\.org|parley\.ACCOUNT\.workers\.dev)/g, `http://$1:${port}`],
      ["https://$name", "http://$name"],
      ["https://nodejs.org/dist/latest-v24.x", `file://${at}/node`],
      ["linux-$(", `${process.platform}-$(`],
      ["parley.ACCOUNT.workers", "parley.account.workers"],
      ["http://localhost:9991", `http://localhost:${port}`],
      [/\bTOKEN\b/g, TOKEN],
      [/\bVERSION\b/g, VERSION],
      ["linux-x64", SYSTEM],
      ...words,
    ],
  });
  writeFileSync(join(at, "names.mjs"), NAMES);
  writeFileSync(join(at, "home/.curlrc"), `silent\nshow-error\nfail\nconnect-to = "::127.0.0.1:${port}"\n`);

  return {
    ...{ at, data, port, settings, noted, start, stop },
    set: (...more: typeof words) => (words = [...words, ...more]),
    output: () => launch?.output ?? "",
    /** Runs a block of a docs page, and returns its output. */
    async follow(paper: string, name: string, circumstances: Parameters<typeof run>[1] = {}) {
      const commands = papers.get(paper)?.get(name);
      if (commands === undefined) throw new Error(`${paper} has no block ${name}`);
      followed.push(`${paper} ${name}`);
      const { calls, output } = await run(commands, circumstances);
      for (const call of calls)
        if (!Object.values(NOTED).flat().includes(call)) throw new Error(`not in the list: ${call}`);
      noted.push(...calls);
      return output;
    },
    /** Blocks of a docs page that haven't been run. */
    left: (paper: string) =>
      [...(papers.get(paper)?.keys() ?? [])].filter((name) => !followed.includes(`${paper} ${name}`)),
    stranger: (host = "chat.example.org") => new Person(url, "", "", 0, host),
    /** The password printed by the first start. */
    password: () => server?.password ?? "",
    /** Writes the settings of the first five minutes, and starts the server. */
    async begin(...more: readonly string[]) {
      mkdirSync(join(at, "srv/parley"), { recursive: true });
      const block = papers.get("docs/https.md")?.get("https") ?? "";
      const given = new Map(
        Array.from(block.matchAll(/\b(\w+)=(?:"(.+?)"|(\S+))/g), ([, name, text, word]) => [name, text ?? word]),
      );
      const [, text = ""] = /<<END\n([\s\S]*?)END\n/.exec(block) ?? [];
      const filled = text.replace(/\$(\w+)/g, (_, name: string) => given.get(name) ?? "");
      writeFileSync(settings, [filled, ...more].join("\n"));
      return start();
    },
  };
}
type ServerMachine = Awaited<ReturnType<typeof serverMachine>>;

const ownerOf = (on: ServerMachine, password = on.password()) => on.stranger().as("iris@example.org", password);

async function found(on: ServerMachine, subdomain: string, name: string) {
  const account = { email: "mia@example.org", full_name: "Mia", password: PASSWORD, setup_token: TOKEN };
  await on.stranger().ok(on.stranger().post("/organizations", { name, subdomain, ...account }));
  return on.stranger(`${subdomain}.chat.example.org`).as("mia@example.org", PASSWORD);
}

/** Opens the link printed by a command, and chooses a password there. */
async function choosePassword(on: ServerMachine, said: string, password: string) {
  const { host, pathname } = new URL(/http\S+\/reset\/\S+/.exec(said)?.[0] ?? "");
  const body = new URLSearchParams({ password });
  const stranger = on.stranger(host);
  const { status } = await new Promise<{ status: number | undefined }>((resolve, reject) => {
    const sent = request(`${stranger.url}${pathname}`, {
      method: "POST",
      headers: { host, "content-type": "application/x-www-form-urlencoded" },
    });
    sent.on("response", (answer) => resolve({ status: answer.resume().statusCode })).on("error", reject);
    sent.end(body.toString());
  });
  expect(status).toBe(303);
}

/** Puts what docs/https.md downloads or has copied to /root onto a machine: an archive of this program, and Node. */
function provide(at: string) {
  const [archive, node] = [`parley-${VERSION}-${SYSTEM}.tgz`, `node-v24.0.0-${SYSTEM}.tar.xz`];
  const packed = join(at, "packed/parley");
  for (const each of ["packed/parley", "packed/node/bin", "node"]) mkdirSync(join(at, each), { recursive: true });
  for (const each of ["scripts", "deploy"]) symlinkSync(join(root, each), join(packed, each));
  symlinkSync(process.execPath, join(at, "packed/node/bin/node"));
  execFileSync("tar", ["-czf", join(at, "root", archive), "-C", join(at, "packed"), "parley"]);
  execFileSync("tar", ["-cJf", join(at, "node", node), "-C", join(at, "packed"), "node"]);
  for (const [folder, file, sums] of [
    ["root", archive, "SHA256SUMS"],
    ["node", node, "SHASUMS256.txt"],
  ])
    execFileSync("bash", ["-c", `cd '${at}/${folder}' && sha256sum ${file} > ${sums}`]);
}

test("following docs/https.md sets up a server with a proxy, email, and a backup that can be restored", async () => {
  const on = await serverMachine();
  provide(on.at);
  const [mail, port] = [await mailServer(), await freePort("127.0.0.1", 0)];
  on.set(
    ["smtps://USER:PASSWORD@smtp.example.org", `smtp://localhost:${mail.port}?tls=none`],
    ["--port 9993", `--port ${port}`],
  );
  const output = await on.follow("docs/https.md", "https");
  expect(output).toContain(`with the password ${on.password()}`);
  expect(output).toContain('"status":"ok"');
  expect(output).toMatch(/Restored to \S+\/var\/tmp\/parley-copy[\s\S]*nothing is wrong/);
  expect(existsSync(join(on.at, "var/tmp/parley-copy"))).toBe(false);
  expect(mail.received.map(({ from, to }) => [from, to])).toEqual([["iris@example.org", ["iris@example.org"]]]);
  expect(realpathSync(join(on.at, "usr/local/bin/parley"))).toBe(join(root, "scripts/parley.mjs"));
  expect(realpathSync(join(on.at, "usr/local/bin/node"))).toBe(realpathSync(process.execPath));
  const caddyfile = readFileSync(join(on.at, "etc/caddy/Caddyfile"), "utf8");
  expect(caddyfile).toMatch(/^chat\.example\.org \{\n\treverse_proxy \{\$PARLEY:127\.0\.0\.1:9991\} \{$/m);
  const owner = await ownerOf(on);
  expect((await owner.ok(owner.get("/server_settings"))).realm_name).toBe("Example");
  expect((await owner.ok(owner.get("/users/me"))).full_name).toBe("Iris Example");
  // Ports are opened with a different tool on each machine.
  expect(on.noted.filter((call) => call.startsWith("ufw"))).toContain("ufw allow 443");

  // Pasting it again keeps what is there.
  const password = on.password();
  expect(await on.follow("docs/https.md", "https")).toContain("nothing is wrong");
  await ownerOf(on, password);
  await mail.stop();
});

test("following docs/start.md creates organizations, sends email, and takes backups", async () => {
  const on = await serverMachine();
  const follow = (name: string, circumstances = {}) => on.follow("docs/start.md", name, circumstances);
  await on.begin();
  expect(await follow("found")).toMatch(/tea .*Tea House .*mia@example\.org/);

  const mail = await mailServer();
  writeFileSync(
    on.settings,
    `${readFileSync(on.settings, "utf8")}mail_url = "smtp://localhost:${mail.port}?tls=none"\n`,
  );
  await on.stop();
  await on.start();
  await follow("mail");
  expect(mail.received.map(({ to }) => to)).toEqual([["ada@example.org"]]);
  await mail.stop();
  await follow("mail-in");

  expect(await follow("backup")).toContain("Backup is complete");
  await follow("backup cron");
  await followBucket(on);
  writeFileSync(join(on.at, "srv/setup-token"), TOKEN);
  await follow("backup deployment");
  await follow("age");
  await follow("container");
  expect(on.left("docs/start.md")).toEqual([]);
});

/** Follows the docs for a backup to a bucket. */
async function followBucket(on: ServerMachine) {
  const { endpoint, objects } = await startS3("backups");
  on.set(
    ["AWS_ACCESS_KEY_ID=...", `AWS_ACCESS_KEY_ID=${KEYS.id}`],
    ["AWS_SECRET_ACCESS_KEY=...", `AWS_SECRET_ACCESS_KEY=${KEYS.secret}`],
  );
  on.set(["https://ACCOUNT.r2.cloudflarestorage.com", endpoint]);
  expect(await on.follow("docs/start.md", "backup bucket")).toContain("Backup is complete");
  expect([...objects.keys()].filter((key) => !key.endsWith(".age"))).toEqual(["parley/parley-sealed.json"]);
}

test("following docs/cloudflare.md sets up a deployment with its organization", async () => {
  const on = await serverMachine();
  const checkout = join(on.at, "srv/parley");
  mkdirSync(checkout);
  await on.follow("docs/cloudflare.md", "cloudflare", { cwd: checkout });
  expect(on.noted.filter((call) => call === "npm run deploy")).toHaveLength(2);
  await on.start(["--found-in-browser"]);
  await choosePassword(on, await on.follow("docs/cloudflare.md", "cloudflare found"), PASSWORD);
  await on.stranger("parley.account.workers.dev").as("iris@example.org", PASSWORD);
});

test("following docs/broken.md recovers passwords, organizations and whole servers", async () => {
  const on = await serverMachine();
  const follow = (name: string, circumstances = {}) => on.follow("docs/broken.md", name, circumstances);
  await on.begin();
  const owner = await ownerOf(on);
  await owner.ok(owner.post("/users", { email: "ada@example.org", full_name: "Ada", password: PASSWORD }));
  const mia = await found(on, "tea", "Tea House");
  for (const each of [owner, mia]) {
    await say(each, "before");
    await shipped(each);
  }
  await on.follow("docs/start.md", "backup");
  const backedUp = new Date().toISOString();
  // Instead of a passphrase, which would take seconds per key.
  on.set(["head -c 32 /dev/urandom | base64", `echo ${await generateX25519Identity()}`]);
  await followBucket(on);
  writeFileSync(join(on.at, "srv/setup-token"), TOKEN);
  await on.follow("docs/start.md", "backup deployment");
  for (const each of [owner, mia]) await say(each, "after");

  expect(await follow("look")).toContain("nothing is wrong");
  expect(await follow("look cloudflare")).toContain("nothing is wrong");
  await choosePassword(on, await follow("password"), "chosen by a link");
  await on.stranger().as("ada@example.org", "chosen by a link");
  await follow("password set", { input: "typed by the operator\n" });
  await on.stranger().as("ada@example.org", "typed by the operator");
  expect(await follow("second-factor")).toContain("Removed");

  await follow("restore");
  expect([await textsOf(owner), await textsOf(mia)]).toEqual([["before"], ["before"]]);
  await on.stranger().as("ada@example.org", PASSWORD);
  await follow("restore damaged");
  expect(existsSync(join(on.at, "var/lib/restored/do"))).toBe(true);

  for (const each of [owner, mia]) await say(each, "later");
  on.set(["--at 2026-11-20", `--at ${backedUp}`]);
  await follow("restore one");
  expect([await textsOf(owner), await textsOf(mia)]).toEqual([["before", "later"], ["before"]]);
  await follow("restore bucket");
  expect([await textsOf(owner), await textsOf(mia)]).toEqual([["before"], ["before"]]);
  expect(await follow("repair")).toContain("nothing is wrong");

  await on.stop();
  renameSync(on.data, `${on.data}-old`);
  await on.start();
  await follow("restore deployment", { input: `${on.password()}\n` });
  expect(await textsOf(await ownerOf(on))).toEqual(["before"]);
  expect(on.left("docs/broken.md")).toEqual([]);
});

test("following docs/moving.md moves an organization in, to another server, and out", async () => {
  const on = await serverMachine();
  const follow = (name: string, circumstances = {}) => on.follow("docs/moving.md", name, circumstances);
  await on.begin();
  const peopleOf = async (who: Person): Promise<string[]> =>
    (await who.ok(who.get("/users"))).members.map(({ full_name }: Json) => full_name);
  const zuliprc = readFileSync(join(on.data, "zuliprc"), "utf8");
  writeFileSync(join(on.at, "home/zuliprc"), zuliprc.replace(/https:\S+/, `http://chat.example.org:${on.port}`));
  const archive = await (await zulipExport(exportMembers())).arrayBuffer();
  writeFileSync(join(on.at, "srv/zulip-export.tar.gz"), Buffer.from(archive));
  expect(await follow("check")).toContain("Checked in");
  expect(await peopleOf(await ownerOf(on))).not.toContain("Ada Lovelace");
  await follow("leave");
  expect(await follow("move in")).toContain("Imported in");
  expect(await peopleOf(await ownerOf(on))).toContain("Ada Lovelace");

  const mia = await found(on, "tea", "Tea House");
  await say(mia, "before");
  await follow("delete");
  const about = { setup_token: TOKEN };
  const { organizations } = await on.stranger().ok(on.stranger().post("/organizations/list", about));
  expect(organizations.map(({ subdomain }: Json) => subdomain)).toEqual([""]);
  expect(existsSync(join(on.at, "srv/tea.tar"))).toBe(true);

  await follow("move out");
  await on.stop();
  rmSync(on.data, { recursive: true });
  await on.start();
  await follow("move over", { input: `${on.password()}\n` });
  expect(await peopleOf(await ownerOf(on))).toContain("Ada Lovelace");
  expect(on.left("docs/moving.md")).toEqual([]);
});

test("following docs/operating.md and docs/export.md lists, moves and exports organizations", async () => {
  const on = await serverMachine();
  await on.begin("databases = 2\n");
  const mia = await found(on, "tea", "Tea House");
  await say(mia, "before");
  const listed = await on.follow("docs/operating.md", "operator");
  expect(listed).toMatch(/tea .*Tea House/);
  expect(listed).toMatch(/mia@example\.org +owner +Mia/);
  expect(await on.follow("docs/operating.md", "people erased")).toContain("Erased again: 0");
  expect(JSON.parse(await on.follow("docs/operating.md", "move database"))).toMatchObject({ result: "success" });
  await ring(on);
  symlinkSync(on.data, join(on.at, "srv/.data"));
  await on.follow("docs/export.md", "export");
  expect(await succeed("import", "--check", join(on.at, "srv/tea.tar"))).toMatch(/messages/);
  expect([on.left("docs/operating.md"), on.left("docs/export.md")]).toEqual([[], []]);
});

/** Follows the registration with a push service. */
async function ring(on: ServerMachine) {
  const bouncer = new Bouncer();
  const service = await servePushes(bouncer);
  on.set(["ops@example.org", "ops@parley.dev"]);
  const env = { PUSH_SERVICE_URL: service.url };
  const registered = await on.follow("docs/operating.md", "push registration", { input: "y\n", env });
  expect(registered).toContain("The service knows 2 organizations; push notifications are on for 2.");
  expect(await on.follow("docs/operating.md", "push care")).toContain("The registration has ended.");
  expect([...bouncer.state.installations.values()].map(({ isDeactivated }) => isDeactivated)).toEqual([true]);
  service.close();
}

test("following README.md starts a server that clients can connect to", async () => {
  const on = await serverMachine();
  const checkout = join(on.at, "srv/parley");
  mkdirSync(checkout);
  const follow = (name: string) => on.follow("README.md", name, { cwd: checkout });
  await follow("run");
  const server = on.output();
  expect(server).toContain("with the password");
  expect(await follow("options")).toContain("Usage: parley start");
  expect(existsSync(join(on.data, "do"))).toBe(true);
  const zuliprc = readFileSync(join(on.data, "zuliprc"), "utf8");
  const [, email = "", key = ""] = /^email=(.*)\nkey=(.*)$/m.exec(zuliprc) ?? [];
  on.set([/\bEMAIL\b/g, email], [/\bPASSWORD\b/g, on.password()], [/\bKEY\b/g, key]);
  await follow("script");
  expect(await follow("curl")).toMatch(/"api_key":.*"is_owner":true/);
  await follow("deploy");
  await follow("develop");
  expect(on.left("README.md")).toEqual([]);
});
