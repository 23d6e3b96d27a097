import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { askHasher, type HasherPort } from "../../../../src/http/ask-hasher.ts";
import { Log } from "../../../../src/logging/log.ts";
import { linkInMailTo } from "../../../support/mail.ts";
import { withEnv } from "../../../support/object.ts";
import { type Cast, OWNER_PASSWORD, organization, PASSWORD, realm } from "../../../support/organization.ts";
import { Person, type Reply } from "../../../support/person.ts";

/** The server's sources. Those of the web client run in browsers. */
const files: Record<string, string> = import.meta.glob(["../../../../src/**/*.ts", "!../../../../src/web/**"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** A HASHER namespace whose first `often` requests fail. Records the names of the requested objects. */
function unreachable(often: number) {
  const asked: string[] = [];
  const { HASHER } = env;
  const namespace = {
    idFromName: (name: string) => ({ name, id: HASHER.idFromName(name) }),
    get({ name, id }: { name: string; id: DurableObjectId }) {
      asked.push(name);
      if (asked.length > often) return HASHER.get(id);
      const refuse = () => Promise.reject(new Error("Network connection lost."));
      return { hash: refuse, verify: refuse };
    },
  };
  return { asked, namespace };
}

const NEW = "a new and longer sentence";
const stranger = ({ host }: { host: string }) => new Person(host, "", "");

/** All requests that hash or verify a password, with their preparation. */
const requests: Record<string, (cast: Cast) => Promise<() => Promise<Reply>>> = {
  "a login by the API": async (cast) => () =>
    stranger(cast).post("/fetch_api_key", { username: cast.noah.email, password: PASSWORD }),
  "a login in a browser": async (cast) => () =>
    stranger(cast).post("/login", { username: cast.noah.email, password: PASSWORD }),
  "a login of somebody unknown": async (cast) => () =>
    stranger(cast).post("/fetch_api_key", { username: "nobody@example.com", password: PASSWORD }),
  "a change of the password":
    async ({ noah }) =>
    () =>
      noah.patch("/settings", { old_password: PASSWORD, new_password: NEW }),
  "a password for a mailed key": async (cast) => {
    await stranger(cast).ok(stranger(cast).post("/password_reset", { email: cast.noah.email }));
    const key = (await linkInMailTo(cast.iris, cast.noah.email)).split("/").at(-2);
    return () => stranger(cast).post(`/password_reset/${key}`, { password: NEW });
  },
  "an account that an administrator makes":
    async ({ iris }) =>
    () =>
      iris.post("/users", { email: "new@example.com", full_name: "New", password: NEW }),
  "an account by an invitation": async ({ iris, host }) => {
    await iris.ok(iris.post("/invites", { invitee_emails: "new@example.com", stream_ids: [] }));
    const key = (await linkInMailTo(iris, "new@example.com")).split("/").at(-2);
    return () => stranger({ host }).post(`/join/${key}`, { full_name: "New", password: NEW });
  },
};

test.each(Object.entries(requests))(
  "%s gets a retry response, and changes nothing, while no password can be hashed",
  async (name, prepare) => {
    const cast = await realm();
    const send = await prepare(cast);
    const users = async () => (await cast.iris.ok(cast.iris.get("/users"))).members;
    const before = await users();
    const { asked, namespace } = unreachable(Number.POSITIVE_INFINITY);
    await withEnv({ HASHER: namespace }, async () => {
      const { status, headers, body } = await send();
      expect([status, body.code], body.msg).toEqual([503, "REQUEST_TIMEOUT"]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    });
    expect(asked.length).toBe(3);
    expect(await users()).toEqual(before);
    const login = await stranger(cast).post("/fetch_api_key", { username: cast.noah.email, password: PASSWORD });
    expect(login.status).toBe(200);
    expect((await send()).status).toBe(name === "a login of somebody unknown" ? 401 : 200);
  },
);

const config = { place: { jurisdiction: null, region: null } };

test("an organization is neither created nor reactivated while no password can be hashed", async () => {
  const subdomain = `h${crypto.randomUUID().slice(0, 8)}`;
  const found = () =>
    exports.default.fetch("http://localhost/api/v1/organizations", {
      method: "POST",
      body: new URLSearchParams({ name: "X", subdomain, email: "i@example.com", full_name: "Iris", password: NEW }),
    });
  const { host, owner } = await organization();
  await owner.ok(owner.post("/realm/deactivate"));
  const reactivate = () =>
    new Person("localhost", "", "").post("/organizations/reactivate", {
      subdomain: host.replace(".localhost", ""),
      email: owner.email,
      password: OWNER_PASSWORD,
    });
  await withEnv({ HASHER: unreachable(Number.POSITIVE_INFINITY).namespace }, async () => {
    expect((await found()).status).toBe(503);
    expect((await reactivate()).status).toBe(503);
  });
  expect((await found()).status).toBe(200);
  expect((await reactivate()).status).toBe(200);
});

test("another hasher is used if one cannot be reached", async () => {
  const cast = await realm();
  const { asked, namespace } = unreachable(2);
  await withEnv({ HASHER: namespace }, async () => {
    const { status } = await stranger(cast).post("/fetch_api_key", { username: cast.noah.email, password: PASSWORD });
    expect(status).toBe(200);
  });
  expect(asked.length).toBe(3);
});

test("an error of the hashing itself is not retried", async () => {
  const { asked, namespace } = unreachable(0);
  const hash = (hasher: HasherPort) => hasher.hash("a password", 1_000_000);
  const counting = { ...env, HASHER: namespace as unknown as DurableObjectNamespace };
  await expect(askHasher({ env: counting, config, log: new Log() }, hash)).rejects.toThrow("1000000 iterations");
  expect(asked.length).toBe(1);
});

test("askHasher spreads its calls over exactly sixteen objects", async () => {
  const names = new Set<string>();
  const namespace = {
    idFromName: (name: string) => name,
    get: (name: string) => ({ hash: () => Promise.resolve(name) }),
  } as unknown as DurableObjectNamespace;
  for (let byte = 0; byte < 256; byte++) {
    const random = { bytes: () => new Uint8Array([byte, 0]) };
    const machine = { random, wait: () => Promise.resolve() };
    names.add(
      await askHasher({ env: { HASHER: namespace }, config, log: new Log() }, (one) => one.hash("", 1), machine),
    );
  }
  expect(names.size).toBe(16);
});

test("[security 1.2] passwords are hashed only in hasher objects", () => {
  const computing = Object.entries(files)
    .filter(([, text]) => /\b(?:computeHash|fitsHash)\b/.test(text))
    .map(([path]) => path.split("/src/")[1]);
  expect(computing.sort()).toEqual(["hasher-object.ts", "util/password-hash.ts"]);
  const deriving = Object.entries(files).filter(([, text]) => /"PBKDF2"|\bpbkdf2\b|\bscrypt/.test(text));
  expect(deriving.map(([path]) => path.split("/src/")[1])).toEqual(["util/password-hash.ts"]);
});
