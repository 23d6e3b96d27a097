import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readOptions, rereadOptions } from "../../src/cli/server/options.ts";
import { faultOf } from "../../src/cli/settings/check-setting.ts";
import {
  environmentName,
  givenByEnvironment,
  givenByOptions,
  StartSettings,
} from "../../src/cli/settings/setting-sources.ts";
import { findSettingsFile } from "../../src/cli/settings/settings-file.ts";
import { SETTINGS, type SettingName } from "../../src/config/settings.ts";
import { exampleSettings } from "./support/example-settings.ts";
import { root } from "./support/launch.ts";
import { ownerOf } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { freshData, launch } from "./support/server.ts";

describe("a setting's value", () => {
  test.each<[SettingName, string[], string[]]>([
    ["PORT", ["0", "9991", "65535"], ["-1", "65536", "1.5", "seven", "0x10"]],
    ["ROOT_DOMAIN", ["localhost", "chat.example.org"], ["https://chat.example.org", "chat example", "*.example.org"]],
    ["RATE_LIMITS", ["on", "off"], ["maybe", "1"]],
    ["LOG_REQUESTS", ["each", "gathered", "problems", "off"], ["all"]],
    ["REGION", ["weur"], ["europe"]],
    [
      "BIG_BLUE_BUTTON_URL",
      ["https://call.example.org/bigbluebutton"],
      ["call.example.org", "ftp://call.example.org", "off"],
    ],
    ["JITSI_SERVER_URL", ["off", "https://meet.jit.si"], ["nonsense"]],
    ["OUTSIDE_HOSTS", ["localhost:8080,*.tools.example.org", "10.0.0.7 [::1]:80"], ["http://a.example", "a/b", "*"]],
    ["WEB_PUSH_HOSTS", ["off", "*.push.example.net", "http://127.0.0.1:9"], ["a/b"]],
    ["MAIL_IN", ["%s@in.example.org", "chat+%s@example.org"], ["in.example.org", "a@example.org"]],
    [
      "MAIL_URL",
      ["https://api.resend.com/emails", "smtps://me:p%2Fss@mail.example.org", "smtp://localhost:25?tls=none"],
      ["mail.example.org", "smtps://me:p/ss@mail.example.org", "smtp://mail.example.org?tls=none"],
    ],
    ["MAIL_FROM", ["chat@example.org", "Chat <chat@example.org>"], ["chat"]],
    ["SECRETS_KEYS", ["x".repeat(32), `${"x".repeat(32)} ${"y".repeat(40)}`], ["short", `${"x".repeat(32)} short`]],
    ["LOGIN_PROVIDERS", ["[]"], ["{}", "["]],
    ["JWT_SECRETS", ['{"": "x"}'], ["[]", "null"]],
  ])("is checked for %s", (name, good, bad) => {
    for (const text of good) expect(faultOf(SETTINGS[name], text), text).toBeUndefined();
    for (const text of bad) {
      const fault = faultOf(SETTINGS[name], text);
      expect(fault, text).toBeDefined();
      if (SETTINGS[name].isSecret) expect(fault).not.toContain(text);
    }
  });

  test("comes from an option, the environment, the local default, or the program's default, in this order", () => {
    const settings = new StartSettings(
      givenByOptions({ port: "1", quiet: true }),
      givenByEnvironment({
        PARLEY_PORT: "2",
        PARLEY_HOST: "0.0.0.0",
        HOST: "elsewhere",
        ZOOM_CLIENT_ID: " id ",
        REGION: "weur",
      }),
    );
    expect([settings.text("PORT"), settings.given("PORT")?.by]).toEqual(["1", "--port"]);
    expect(settings.text("HOST")).toBe("0.0.0.0");
    expect(settings.text("HOLD_SECONDS")).toBe("10");
    expect(settings.text("HOT_WINDOW")).toBe("5000");
    expect(settings.vars()).toEqual({ ZOOM_CLIENT_ID: "id", HOLD_SECONDS: "10", LOG_REQUESTS: "gathered" });
  });

  test("comes from the environment variable of its name, with the prefix PARLEY_ if the setting is local-only", () => {
    expect(environmentName("MAIL_URL")).toBe("MAIL_URL");
    expect(environmentName("PORT")).toBe("PARLEY_PORT");
  });
});

/** Options of a start with this settings file in its data directory, or its errors, without the path. */
function startWith(text: string, { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {}) {
  const data = freshData();
  const file = join(data, "parley.toml");
  writeFileSync(file, text, { mode: 0o600 });
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const read = () => {
    const options = readOptions(["--data", data, ...args], root);
    if (options.help !== undefined) throw new Error("help");
    return options;
  };
  const faults = () => {
    try {
      read();
    } catch (error) {
      return (error as Error).message.replaceAll(file, "FILE").split("\nparley: ");
    }
    return [];
  };
  return { data, file, read, faults };
}

describe("parley.toml", () => {
  test("is overridden by the environment and by options", () => {
    const text = `
      port = 8000
      host = "0.0.0.0"
      hot_window = 100
      rate_limits = false
      outside_hosts = ["one.example.org", "two.example.org:81"]
      region = "weur"
      [jwt_secrets]
      "" = "a secret"`;
    const { read, file } = startWith(text, { args: ["--hot-window", "7"], env: { PARLEY_HOST: "127.0.0.1" } });
    expect(read()).toMatchObject({
      port: 8000,
      host: "127.0.0.1",
      settingsFile: file,
      settingsWarning: undefined,
      vars: {
        HOT_WINDOW: "7",
        RATE_LIMITS: "off",
        OUTSIDE_HOSTS: "one.example.org two.example.org:81",
        JWT_SECRETS: '{"":"a secret"}',
      },
    });
    expect(read().vars).not.toHaveProperty("REGION");
  });

  test("is the file named by --config, or the one in the data directory or the program's folder", () => {
    const { data, file } = startWith("port = 1");
    const other = join(data, "other.toml");
    writeFileSync(other, "port = 2");
    expect(findSettingsFile(other, [data])).toBe(other);
    expect(findSettingsFile(undefined, [join(data, "none"), data])).toBe(file);
    expect(findSettingsFile("", [data])).toBeUndefined();
    const missing = startWith("", { args: ["--config", "/nowhere/parley.toml"] });
    expect(missing.faults()).toEqual([expect.stringContaining("/nowhere/parley.toml: ENOENT")]);
  });

  test("can take a secret from a separate file", () => {
    const { read, data, faults, file } = startWith('mail_in_secret_file = "secret"');
    expect(faults()).toEqual([expect.stringMatching(/^FILE:1: mail_in_secret_file cannot be read: ENOENT/)]);
    writeFileSync(join(data, "secret"), "very secret\n");
    chmodSync(file, 0o644);
    expect(read()).toMatchObject({ vars: { MAIL_IN_SECRET: "very secret" }, settingsWarning: undefined });
    writeFileSync(file, 'mail_in_secret = "very secret"');
    expect(read().settingsWarning).toContain(`chmod 600 ${file}`);
  });

  test("owned by another user causes advice to move its secrets, not a chmod that would hide it from the service", () => {
    const { read, file } = startWith('mail_in_secret = "very secret"');
    chmodSync(file, 0o644);
    vi.spyOn(process, "getuid").mockReturnValue(61234);
    onTestFinished(() => void vi.restoreAllMocks());
    const unit = readFileSync(join(root, "deploy/parley.service"), "utf8");
    const [, ofSystemd = "none"] = /^EnvironmentFile=-(.*)$/m.exec(unit) ?? [];
    expect(read().settingsWarning).toContain(`move them to ${ofSystemd}, which systemd reads as root`);
    expect(read().settingsWarning).not.toContain(`chmod 600 ${file}`);
    for (const text of [exampleSettings(), readFileSync(join(root, "docs/start.md"), "utf8")])
      expect(text).toMatch(new RegExp(`runs as a user of its own:[^]{1,120}${ofSystemd}`));
  });

  test.each<[string, string, string[]]>([
    ["invalid TOML", "port = 1\nhost =\n", ["FILE:2: Invalid TOML document: "]],
    [
      "an unknown key",
      "\nmailurl = 1\nnonsense = 2",
      ["FILE:2: mailurl isn't a setting: is it mail_url?", "FILE:3: nonsense isn't a setting;"],
    ],
    ["the name of a variable", 'ROOT_DOMAIN = "chat.example.org"', ["is it root_domain?"]],
    [
      "a value of the wrong type",
      'port = "1"\nrate_limits = 1\nhost = 1\nlogin_providers = 3',
      [
        "FILE:1: port takes a whole number, without quotes",
        "FILE:2: rate_limits takes true or false",
        "FILE:3: host takes a text in quotes",
        "FILE:4: login_providers takes a list of tables",
      ],
    ],
    [
      "an invalid value",
      'port = 70000\nroot_domain = "https://chat.example.org"',
      ["FILE:1: port takes a whole number from 0 to 65535", 'FILE:2: root_domain cannot be "https://chat.example.org"'],
    ],
    [
      "a malformed secret, which is not repeated",
      'secrets_keys = "short"',
      ["FILE:1: secrets_keys has not the form that it needs"],
    ],
    [
      "a setting below a table",
      "[wrangler]\nport = 1",
      ["port is a setting of Parley: move it above the first line in brackets"],
    ],
    [
      "a secret given twice",
      'mail_token = "a"\nmail_token_file = "/dev/null"\nmail_token_file_ = 1',
      ["FILE:3: mail_token_file_ isn't a setting"],
    ],
    [
      "a public site without HTTPS",
      'root_domain = "chat.example.org"\nsite_url = "http://chat.example.org"',
      ["FILE:2: site_url", "set it to https://chat.example.org"],
    ],
    [
      "a site of another domain",
      'root_domain = "chat.example.org"\nsite_url = "https://other.example.org"',
      ["FILE:2: site_url", "not at the root domain"],
    ],
    [
      "email without a sender",
      'mail_url = "https://mail.example.org"',
      ["FILE:1: mail_url", "noreply@localhost: set mail_from"],
    ],
    [
      "organizations without a domain",
      'site_url = "https://192.168.1.7"\njwt_secrets = { yard = "a" }',
      ["FILE:2: jwt_secrets", 'names the organization "yard"', "set root_domain"],
    ],
    [
      "half of a service's settings",
      'zoom_client_id = "a"',
      ["FILE:1: zoom_client_id counts as none without zoom_account_id and zoom_client_secret"],
    ],
  ])("is rejected with the line and the fix if it has %s", (_, text, expected) => {
    const faults = startWith(text).faults().join("\n");
    for (const part of expected) expect(faults).toContain(part);
  });

  test.each([
    'site_url = "http://192.168.1.7:9991"',
    'site_url = "http://localhost:8000"\njwt_secrets = { yard = "a" }',
    'root_domain = "chat.lan"\nsite_url = "http://chat.lan"',
    'root_domain = "chat.example.org"\nmail_url = "https://mail.example.org"',
    'mail_url = "https://mail.example.org"\nmail_from = "chat@example.org"',
  ])("is accepted with %j", (text) => {
    expect(startWith(text).faults()).toEqual([]);
  });

  test("is reloaded by a running server, which lists the settings that need a restart", () => {
    const { read, file } = startWith("port = 1\nhot_window = 5\nmax_upload_mib = 3");
    const running = read();
    writeFileSync(file, "port = 2\nhot_window = 6");
    const again = rereadOptions(running, root);
    expect(again.needStart).toEqual(["port"]);
    expect(again.vars).toMatchObject({ HOT_WINDOW: "6" });
    expect(again.vars).not.toHaveProperty("MAX_UPLOAD_MIB");
  });
});

describe("parley.example.toml", () => {
  test("matches the table of settings (update it with npx vitest run test/process/settings.test.ts -u)", async () => {
    await expect(exampleSettings()).toMatchFileSnapshot(join(root, "parley.example.toml"));
  });

  test("has every setting, in a valid form", () => {
    const text = exampleSettings();
    expect(parse(text)).toEqual({});
    const told = text.replace(/^# (?=[a-z_]+ = |\[wrangler\]|(?: {2})?[{}\]])/gm, "");
    expect(Object.keys(parse(told))).toEqual([...Object.keys(SETTINGS).map((name) => name.toLowerCase()), "wrangler"]);
    for (const [name, setting] of Object.entries(SETTINGS)) {
      const { default: always, ownDefault = always, cloudflareDefault = always, example } = setting;
      for (const value of [ownDefault, cloudflareDefault, example])
        if (value !== undefined) expect(faultOf(setting, value), name).toBeUndefined();
    }
  });
});

test("a start rejects all invalid settings at once, each with its line, and exits with status 2", async () => {
  const data = freshData();
  writeFileSync(
    join(data, "parley.toml"),
    'port = "x"\nmial_from = "a@example.org"\nmail_url = "https://mail.example.org"\n',
  );
  const { status, output } = await launch({ data, args: ["--hold", "long"] }).ended;
  expect(status).toBe(2);
  const lines = output.trim().split("\n");
  const file = join(data, "parley.toml");
  expect(lines).toEqual([
    `parley: ${file}:1: port takes a whole number, without quotes`,
    `parley: ${file}:2: mial_from isn't a setting: is it mail_from?; parley.example.toml lists them`,
    'parley: --hold takes a whole number from 0 to 86400, not "long"',
    expect.stringMatching(/^parley: .*:3: mail_url is set, and emails would be from noreply@localhost: set mail_from/),
  ]);
});

test("a server prints which settings file it reads, and a reload applies changes or reports why it can't", async () => {
  const data = freshData();
  const file = join(data, "parley.toml");
  writeFileSync(file, "max_upload_mib = 5\n", { mode: 0o600 });
  const server = await launch({ data, args: ["--rate-limits", "off"] }).running();
  expect(server.output).toContain(`  Settings      ${file}\n`);
  const owner = await ownerOf(server);
  const largest = async () =>
    (await owner.ok(owner.post("/register", { fetch_event_types: '["realm"]' })))["max_file_upload_size_mib"];
  expect(await largest()).toBe(5);
  writeFileSync(file, "max_upload_mib = 6\ndatabases = 2\n");
  process.kill(server.node, "SIGHUP");
  await expect.poll(largest).toBe(6);
  await until("the rest is told", () => server.output.includes("used from the next start on: databases"));
  writeFileSync(file, "max_upload_mib = true\n");
  process.kill(server.node, "SIGHUP");
  await until("the fault is told", () => server.output.includes(`not reloaded: ${file}:1: max_upload_mib takes`));
  expect(await largest()).toBe(6);
});

test.each(["compose.yaml", "deploy/parley.service"])("every variable named in %s is a setting", (path) => {
  const text = readFileSync(join(root, path), "utf8").replace(/^(?!#).*(?:AWS|PARLEY_BACKUP)_.*$/gm, "");
  const named = [...text.matchAll(/\b([A-Z]+_[A-Z_]+)(?:=|: "|:\?)/g)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(1);
  const known = Object.keys(SETTINGS).map((name) => environmentName(name as SettingName));
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test("an update of every tracked file leaves parley.toml unchanged, and git reports no changes", () => {
  const folder = freshData();
  const git = (cwd: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd,
      encoding: "utf8",
    });
    expect([args[0], status, stderr]).toEqual([args[0], 0, expect.anything()]);
    return stdout;
  };
  const upstream = join(folder, "upstream");
  const names = [".gitignore", "wrangler.toml", "parley.example.toml", "compose.yaml"];
  for (const name of names) cpSync(join(root, name), join(upstream, name));
  git(upstream, "init", "-q", "-b", "main");
  git(upstream, "add", "-A");
  git(upstream, "commit", "-qm", "before");
  git(folder, "clone", "-q", upstream, "own");
  const own = join(folder, "own");
  writeFileSync(join(own, "parley.toml"), 'root_domain = "chat.example.org"\n');
  for (const name of names) writeFileSync(join(upstream, name), `# changed\n${readFileSync(join(root, name), "utf8")}`);
  git(upstream, "commit", "-qam", "after");
  git(own, "pull", "-q", "--ff-only");
  expect(git(own, "status", "--porcelain")).toBe("");
  expect(readFileSync(join(own, "parley.toml"), "utf8")).toBe('root_domain = "chat.example.org"\n');
});
