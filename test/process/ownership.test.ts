import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { giveToOwner } from "../../src/cli/os/ownership.ts";
import { foundOrganization } from "./support/person.ts";
import { run, succeed } from "./support/script.ts";
import { freshData, root, start } from "./support/server.ts";

const SERVICE = 65534;

/** Files below a directory that aren't owned by the service, or have too open permissions. */
const foreign = (directory: string, mode: number) =>
  readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((name) => {
    const found = lstatSync(join(directory, name));
    const most = /setup-token|zuliprc/.test(name) ? 0o600 : mode;
    return found.uid !== SERVICE || (found.isFile() && (found.mode & 0o777 & ~most) !== 0);
  });

/** Runs a command as a service's user. */
function asService(...command: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    ...{ cwd: root, encoding: "utf8", uid: SERVICE, gid: SERVICE },
  });
  return { status, said: `${stdout}${stderr}`.trim() };
}

/** A directory owned by the service, in a place it can enter. */
function ofService(mode = 0o700): string {
  const place = freshData();
  chmodSync(place, 0o755);
  const directory = join(place, "data");
  mkdirSync(directory);
  chownSync(directory, SERVICE, SERVICE);
  chmodSync(directory, mode);
  return directory;
}

test.skipIf(process.getuid?.() !== 0)(
  "files that root writes into another user's directory belong to that user, or the command to fix it is reported",
  async () => {
    const [data, backups, restored, one] = [ofService(), ofService(), ofService(0o750), ofService()];
    const server = await start({ data, args: ["--rate-limits", "off"] });
    await foundOrganization(server, "cove");
    expect((await server.stop()).status).toBe(0);
    expect(foreign(data, 0o600)).toEqual([]);
    await succeed("backup", "--data", data, backups);
    await succeed("restore", "--data", restored, backups);
    await succeed("restore", "--data", one, "--organization", "cove", backups);
    expect([foreign(backups, 0o600), foreign(restored, 0o640), foreign(one, 0o600)]).toEqual([[], [], []]);
    expect(lstatSync(join(restored, "do")).mode & 0o777).toBe(0o750);
    await succeed("restore", "--data", data, "--organization", "cove", backups);
    expect(foreign(data, 0o600)).toEqual([]);
    // The next backup by the service itself.
    expect(asService("scripts/parley.mjs", "backup", "--data", data, backups)).toMatchObject({ status: 0 });

    const [database = ""] = readdirSync(join(data, "do/parley-Realm")).filter((name) =>
      /^[0-9a-f]+\.sqlite$/.test(name),
    );
    for (const file of [join("do/parley-Realm", database), "run"]) {
      chownSync(join(data, file), 0, 0);
      chmodSync(join(data, file), lstatSync(join(data, file)).isDirectory() ? 0o700 : 0o600);
      const { status, said } = asService("scripts/parley.mjs", "start", "--port", "0", "--data", data);
      expect([status, said]).toEqual([1, expect.stringContaining(`${file} belongs to root, and this runs as `)]);
      expect(said).toMatch(/^parley: [^\n]*sudo chown -R \S+: \S+$/);
      chownSync(join(data, file), SERVICE, SERVICE);
    }
    const ofRoot = freshData();
    await succeed("backup", "--data", data, ofRoot);
    chmodSync(join(ofRoot, ".."), 0o755);
    const refused = asService("scripts/parley.mjs", "backup", "--data", data, ofRoot);
    expect([refused.status, refused.said]).toEqual([1, expect.stringContaining("sudo chown -R")]);
    expect((await run("backup", "--data", data, ofRoot)).status).toBe(0);
  },
);

test.skipIf(process.getuid?.() !== 0)(
  "a settings file that root wrote in a readable directory is given to the service's user, and stays private",
  () => {
    const data = ofService(0o755);
    for (const name of ["parley.toml", "checked.json"]) writeFileSync(join(data, name), "", { mode: 0o600 });
    giveToOwner(data);
    expect(foreign(data, 0o644)).toEqual([]);
    expect(lstatSync(join(data, "parley.toml")).mode & 0o777).toBe(0o600);
  },
);

test.skipIf(process.getuid?.() !== 0)(
  "an error about settings that the service's user can't read names that user and the fix",
  () => {
    const data = ofService();
    const settings = join(data, "parley.toml");
    writeFileSync(settings, 'mail_url = "smtps://ada:secret@smtp.example.org"\n', { mode: 0o600 });
    const { status, said } = asService("scripts/parley.mjs", "start", "--data", data);
    expect([status, said]).toEqual([
      2,
      expect.stringMatching(
        `^parley: the user that the server runs as \\(${SERVICE}\\) can't read ${settings}: .* /etc/parley\\.env, .* chmod 644 it$`,
      ),
    ]);
  },
);
