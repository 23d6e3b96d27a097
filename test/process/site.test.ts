import { get } from "node:http";
import { expect, test } from "vitest";
import { readOptions } from "../../src/cli/server/options.ts";
import { ownerOf, Person } from "./support/person.ts";
import { launch, root, type Server, start } from "./support/server.ts";

/** The server as reached under a hostname chosen by the caller. */
function asReached(server: Server, host: string): Person {
  const port = /Listens on +\S+ port (\d+)/.exec(server.output)?.[1];
  const { email, key } = server.credentials;
  return new Person(`http://127.0.0.1:${port}`, email, key, 0, host);
}

test("an email link has the server's own address, whatever host the request named", async () => {
  const server = await start({ args: ["--dev-login"] });
  const owner = await ownerOf(server);
  const { invite_link } = await owner.ok(owner.post("/invites/multiuse"));
  const evil = new Person(server.url, "", "", 0, "evil.example");
  await evil.ok(evil.post(`${new URL(invite_link).pathname}email`, { email: "victim@example.org" }));
  await expect
    .poll(async () => (await owner.ok(owner.get("/dev/mail"))).mails)
    .toMatchObject([{ to: "victim@example.org", url: expect.stringContaining(`${server.url}/join/`) }]);
});

test("--site sets the server's URL from the first start on", async () => {
  const server = await start({ args: ["--site", "https://chat.example:8443/"] });
  expect(server.output).toContain("running at https://chat.example:8443\n");
  expect(server.output).toMatch(/Note: .*--address-header/);
  expect(server.credentials.site).toBe("https://chat.example:8443");
  const behindTls = asReached(server, "chat.example:8443");
  expect((await behindTls.ok(behindTls.get("/server_settings"))).realm_url).toBe("https://chat.example:8443");
  await behindTls.ok(behindTls.get("/users/me"));
});

test("a server behind a reverse proxy limits anonymous callers by the last address in its header", async () => {
  const server = await start({ args: ["--root-domain", "chat.example", "--address-header", "X-Forwarded-For"] });
  expect(server.output).not.toContain("--address-header");
  const { url } = asReached(server, "chat.example");
  const ask = (said: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: "chat.example", "x-forwarded-for": said };
      const sent = get(`${url}/api/v1/server_settings`, { headers }, (response) => {
        resolve(response.resume().statusCode);
      });
      sent.on("error", reject);
    });
  const statuses = [];
  for (let n = 0; n < 300; n++) statuses.push(await ask(`203.0.113.${n % 250}, 192.0.2.1`));
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  expect(statuses.filter((status) => status === 429)).toHaveLength(200);
  expect(await ask("192.0.2.1, 192.0.2.2")).toBe(200);
});

test.for([
  [["--site", "chat.example"]],
  [["--site", "https://chat.example/zulip"]],
  [["--site", "https://other.example", "--root-domain", "chat.example"]],
])("parley start rejects %j in one line", ([args]) => {
  expect(() => readOptions(args as string[], root)).toThrow(/^--site .*$/);
});

test.for([
  [["--dev-login", "--host", "0.0.0.0"], "--dev-login"],
  [["--test-hooks", "--host", "0.0.0.0"], "--test-hooks"],
  [["--dev-login", "--root-domain", "chat.example"], "--dev-login"],
  [["--dev-login", "--site", "https://chat.example"], "--dev-login"],
])("[security 14.6] parley start rejects %j in one line without --unsafe-exposed", ([args, named]) => {
  expect(() => readOptions(args as string[], root)).toThrow(new RegExp(`^${named} .*--unsafe-exposed.*$`));
});

test("developer options on an exposed address fail a start with status 2", async () => {
  const ended = await launch({ args: ["--dev-login", "--host", "0.0.0.0"] }).ended;
  expect([ended.status, ended.output.trim()]).toEqual([2, expect.stringMatching(/^parley: --dev-login [^\n]*$/)]);
});

test("links use the address that the client uses, and --unsafe-exposed allows developer options with a warning", async () => {
  const server = await start({ args: ["--dev-login", "--host", "0.0.0.0", "--unsafe-exposed"] });
  expect(server.output).toMatch(/Warning: .*log in as anyone/);
  expect(server.url).toMatch(/^http:\/\/localhost:\d+$/);
  const lan = asReached(server, "192.168.1.7:9991");
  expect((await lan.ok(lan.get("/server_settings"))).realm_url).toBe("http://192.168.1.7:9991");
  const { email } = await ownerOf(server);
  await lan.ok(lan.post("/dev_fetch_api_key", { username: email }));
});
