/** @module-tag nightly */
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { encodeInteger, sequence } from "../../../src/cli/ldap-sync/ldap/ber.ts";
import { LdapConnection } from "../../../src/cli/ldap-sync/ldap/connection.ts";
import { portOf } from "../support/port-of.ts";
import { run as command, Script } from "../support/script.ts";
import { freshData, root } from "../support/server.ts";
import { DirectoryRun } from "./support/directory-run.ts";
import { result, standIn } from "./support/stand-in.ts";
import { CERTIFICATE, dnOf, GROUPS, group, PEOPLE, person, READER } from "./support/tree.ts";

function fileWith(text: string): string {
  const file = join(freshData(), "directory.toml");
  writeFileSync(file, text);
  return file;
}

test("[security 20.13] all errors in the settings are reported at once, each with its fix", async () => {
  const file = fileWith(`
kind = "openldap"
lapd = 1
[parley]
address = "http://chat.example.com/scim/v2"
[ldap]
url = "ldap://ldap.example.com"
start_tsl = true
page_size = 0
bind_dn = "cn=parley"
password_file = "nowhere"
[users]
filter = "(&(a=b)"
`);
  const { status, output } = await command("directory", "sync", file);
  expect(status).toBe(2);
  const told = output.trimEnd().split("\n");
  expect(told.map((line) => line.replace(`directory sync: ${file}: `, "")).toSorted()).toEqual([
    "lapd isn't a setting: is it ldap?",
    "ldap.page_size takes a whole number from 1 to 10000",
    "ldap.start_tsl isn't a setting: is it ldap.start_tls?",
    "users.base is missing",
    'users.filter is no filter of LDAP: ")" is missing at character 8',
  ]);

  const right = `
kind = "openldap"
[parley]
address = "http://chat.example.com/scim/v2"
[ldap]
url = "ldap://ldap.example.com"
bind_dn = "cn=parley"
password_file = "nowhere"
[users]
base = "dc=example"
`;
  const together = await command("directory", "sync", fileWith(right));
  expect(together.status).toBe(2);
  for (const fault of [
    "parley.token_file is missing (or PARLEY_SCIM_TOKEN in the environment)",
    "parley.address would send the token in clear: set it to https://chat.example.com/scim/v2",
    "ldap.url would send everything in clear: set it to ldaps://ldap.example.com, or start_tls to true",
    "ldap.password_file can't be read: ENOENT",
  ])
    expect(together.output).toContain(fault);

  const addressFault = "parley.address would send the token in clear: set it to https://";
  for (const host of ["10.0.0.5", "chat.internal", "chat", "[fd00::1]:9991"]) {
    const inside = await command("directory", "sync", fileWith(right.replace(/(chat|ldap)\.example\.com/g, host)));
    expect(inside.output).toContain(`${addressFault}${host}/scim/v2`);
    expect(inside.output).toContain(`ldap.url would send everything in clear: set it to ldaps://${host},`);
  }
  for (const host of ["localhost:9991", "acme.localhost:9991", "127.0.0.1:9991", "[::1]:9991"]) {
    const here = await command("directory", "sync", fileWith(right.replace(/(chat|ldap)\.example\.com/g, host)));
    expect(here.output).not.toContain("in clear");
  }

  // The example in the docs only lacks the files that it names.
  const [, example = ""] = /```toml\n(.*?)```/s.exec(readFileSync(join(root, "docs/directories.md"), "utf8")) ?? [];
  const shown = await command("directory", "sync", fileWith(example));
  const missing = (name: string) => expect.stringContaining(`${name} can't be read: ENOENT`);
  expect(shown.output.trimEnd().split("\n")).toEqual([
    ...[missing("parley.token_file"), missing("ldap.password_file")],
    ...[
      expect.stringContaining("parley.token_file is missing"),
      expect.stringContaining("ldap.password_file is missing"),
    ],
  ]);
  expect(await command("directory", "sync", fileWith("kind = openldap"))).toMatchObject({
    status: 2,
    output: expect.stringMatching(/directory\.toml:1: /),
  });
  expect(await command("directory", "sync")).toMatchObject({ status: 2 });
  expect(await command("directory", "sync", "/nowhere/directory.toml")).toMatchObject({ status: 2 });
});

/** The address of a server that speaks another protocol. */
async function strange(): Promise<string> {
  const server = createTcpServer((socket) => void socket.on("error", () => undefined).end(Buffer.from([0x30, 0x80])));
  return `ldap://127.0.0.1:${await portOf(server)}`;
}

test("an error while reading the directory changes nothing, and is reported in one line", async () => {
  const [run, tree] = await Promise.all([DirectoryRun.start(), standIn({ mostEntries: 3 })]);
  for (let index = 0; index < 3; index += 1) tree.add(dnOf(`p${index}`), person(`p${index}`, "Ann", "Lee"));
  await run.lines(0, run.settings({ ldap: { url: tree.secureUrl } }), "--yes");
  tree.add(dnOf("p4"), person("p4", "Ann", "Lee"));
  const before = await run.people();
  const failing = [
    [{ ldap: { url: tree.secureUrl } }, "size limit exceeded, so that not all entries were told (code 4)"],
    [{ ldap: { url: tree.secureUrl, page_size: 2 } }, "size limit exceeded"],
    [{ ldap: { url: tree.secureUrl, password: "wrong" } }, `bind as ${READER.dn}: the name or the password is wrong`],
    [{ ldap: { url: tree.secureUrl }, users: { base: `ou=none,${PEOPLE}` } }, "there is no such entry"],
    [{ ldap: { url: tree.secureUrl, ca_file: "" } }, "ldap.ca_file can't be empty"],
    [{ ldap: { url: "ldaps://localhost:1" } }, "ECONNREFUSED"],
    [{ ldap: { url: await strange() } }, "an answer that is no LDAP: a length in a form that LDAP does not have"],
  ] as const;
  for (const [settings, line] of failing) {
    const ran = await run.sync(run.settings(settings), "--yes");
    expect([ran.status, ran.output.split("\n")[0]]).toEqual([
      line.includes("empty") ? 2 : 1,
      expect.stringContaining(line),
    ]);
    expect(ran.output).not.toContain(run.token);
  }
  expect(await run.people()).toEqual(before);

  const noAuthority = run.settings({ ldap: { url: tree.secureUrl } });
  const { ca_file: _, ...ldap } = noAuthority["ldap"] as Record<string, unknown>;
  expect((await run.lines(1, { ...noAuthority, ldap }))[0]).toContain("(ldap.ca_file names a file with its authority)");
});

test("groups that the account can no longer read keep their members until their removal is confirmed", async () => {
  const [run, tree] = await Promise.all([DirectoryRun.start(), standIn()]);
  const names = ["a", "b", "c"];
  const groupDn = (name: string) => `cn=${name},${GROUPS}`;
  for (const name of names) {
    tree.add(dnOf(name), person(name, "Ann", "Lee"));
    tree.add(groupDn(name), group(name, dnOf(name)));
  }
  const settings = run.settings({ ldap: { url: tree.secureUrl } });
  await run.lines(0, settings, "--yes");
  const before = await run.groups();
  expect(Object.keys(before).toSorted()).toEqual(names);

  // LDAP refuses neither: entries, or their members, are just omitted.
  const asked = "groups would be removed or lose all their members, more than a tenth; --yes does it";
  for (const name of ["a", "b"]) tree.set(groupDn(name), { member: [] });
  expect((await run.lines(1, settings)).at(-1)).toContain(`2 of 3 ${asked}`);
  tree.remove(groupDn("a"));
  tree.remove(groupDn("b"));
  tree.remove(groupDn("c"));
  expect((await run.lines(1, settings)).at(-1)).toContain(`3 of 3 ${asked}`);
  expect(await run.groups()).toEqual(before);

  for (const name of ["b", "c"]) tree.add(groupDn(name), group(name, dnOf(name)));
  await run.lines(0, settings);
  const { a: _, ...others } = before;
  expect(await run.groups()).toEqual(others);
  tree.remove(groupDn("b"));
  tree.remove(groupDn("c"));
  await run.lines(0, settings, "--yes");
  expect(await run.groups()).toEqual({});
});

test("[security 20.13] plain text injected before StartTLS is not taken as the directory's response", async () => {
  const bound = sequence([encodeInteger(1), result(0x61, 0)]);
  const open = async (injected: Buffer) => {
    const tree = await standIn({ injected });
    return LdapConnection.open({
      url: new URL(tree.url.replace("127.0.0.1", "localhost")),
      startsTls: true,
      authorities: readFileSync(CERTIFICATE.authority, "utf8"),
      timeoutMs: 200_000,
    });
  };
  const honest = await open(Buffer.alloc(0));
  await honest.bind(READER.dn, READER.password);
  honest.close();
  for (const injected of [bound, bound.subarray(0, -1), Buffer.concat([bound, bound])])
    await expect(open(injected)).rejects.toThrow("it sends something in clear after the answer to StartTLS");
  await expect(open(sequence([encodeInteger(2), result(0x61, 0)]))).rejects.toThrow("an answer to another question");
  await expect(open(sequence([encodeInteger(0), result(0x78, 52)]))).rejects.toThrow("it ends the connection");
});

/** Forwards requests to a server. `refuse` answers 429 instead of it, and any other status instead of its response. */
async function before(
  url: string,
  refuse: (call: IncomingMessage) => readonly [number, Record<string, string>] | undefined,
) {
  const server = createServer((call, answer) => {
    const refusal = refuse(call);
    if (refusal?.[0] === 429) {
      call.resume();
      return void answer.writeHead(...refusal).end();
    }
    const sent = request(`${url}${call.url}`, { method: call.method, headers: call.headers }, (response) => {
      if (refusal !== undefined) {
        response.resume();
        return void answer.writeHead(...refusal).end();
      }
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    call.pipe(sent);
  });
  return `http://127.0.0.1:${await portOf(server)}`;
}

test("requests are retried after a rate limit or a lost response, and a rejected one doesn't stop the rest", async () => {
  const [run, tree] = await Promise.all([DirectoryRun.start(), standIn()]);
  for (let index = 0; index < 12; index += 1) tree.add(dnOf(`p${index}`), person(`p${index}`, "Ann", "Lee"));
  tree.add(dnOf("twice"), { ...person("twice", "Ann", "Lee"), mail: "p3@example.org" });
  tree.add(dnOf("none"), { ...person("none", "Ann", "Lee"), mail: [] });
  tree.add(dnOf("odd"), { ...person("odd", "Ann", "Lee"), mail: "no address" });
  let calls = 0;
  const address = await before(run.server.url, () => {
    calls += 1;
    if (calls % 5 === 2) return [429, { "Retry-After": "1" }];
    return calls % 7 === 3 ? [503, {}] : undefined;
  });
  const settings = run.settings({ ldap: { url: tree.secureUrl }, parley: { address: `${address}/scim/v2/` } });
  const lines = await run.lines(1, settings, "--yes", "--log", "json");
  const said = lines.map((line) => JSON.parse(line));
  expect(said.every(({ event, time }) => event === "directory" && time.startsWith("20"))).toBe(true);
  const messages = said.map(({ message }) => message);
  expect(messages).toContain(`left as it is: ${dnOf("none")} has no mail`);
  expect(messages.filter((line) => line.startsWith("FAILED")).toSorted()).toEqual([
    "FAILED: add           no address (Ann Lee): A user needs an email address, as userName or in emails.",
    "FAILED: add           p3@example.org (Ann Lee): Another user has this userName.",
  ]);
  // Errors go to a different stream than the other lines, so their order relative to those varies.
  expect(messages).toContain("directory sync: 2 of these failed");
  expect(messages.some((line) => /^waits 1 s: .* has had too many calls$/.test(line))).toBe(true);
  expect(Object.keys(await run.people())).toHaveLength(12);

  // A revoked token or an unreachable server stops the run.
  const { connections } = await run.owner.ok(run.owner.get("/scim/connections"));
  const [{ id, tokens }] = connections;
  const path = `/scim/connections/${id}/tokens/${tokens[0].id}`;
  await run.owner.askInBrowser(run.server.password ?? "", "DELETE", path);
  expect((await run.lines(1, settings)).at(-1)).toContain("The token is missing or wrong. (status 401)");
});

test("[security 20.13] a password file readable by others causes a warning, and users' passwords aren't requested", async () => {
  const [run, tree] = await Promise.all([DirectoryRun.start(), standIn()]);
  const file = fileWith(`
kind = "openldap"
parley = { address = "${run.server.url}/scim/v2", token_file = "token" }
ldap = { url = "${tree.url}", bind_dn = "${READER.dn}", password = "${READER.password}" }
users = { base = "${PEOPLE}" }
`);
  writeFileSync(join(file, "..", "token"), `${run.token}\n`);
  chmodSync(file, 0o644);
  const warned = await command("directory", "sync", file);
  expect(warned).toMatchObject({ status: 0, output: expect.stringContaining(`chmod 600 ${file}`) });
  chmodSync(file, 0o600);
  expect((await command("directory", "sync", "--quiet", file)).output).toBe("");
  expect([...tree.asked].toSorted()).toEqual(["cn", "displayName", "entryUUID", "mail"]);
  const env = { PARLEY_LDAP_PASSWORD: "wrong" };
  expect((await new Script("directory", ["sync", file], env).ended).output).toContain(
    "the name or the password is wrong",
  );
});
