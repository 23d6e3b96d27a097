import { expect, test } from "vitest";
import { tableNames } from "../../../../src/archive-format/tables.ts";
import { Browser } from "../../../support/browser.ts";
import { fetchPage } from "../../../support/files.ts";
import type { Json } from "../../../support/json.ts";
import { addPasskey, codeOf, logIn, setUpSecondFactor, succeeds } from "../../../support/log-in.ts";
import type { LoginProvider } from "../../../support/login-provider.ts";
import { normalised, secretTables } from "../../../support/normalised-archive.ts";
import { type Cast, organization, PASSWORD } from "../../../support/organization.ts";
import { Person } from "../../../support/person.ts";
import { seenBy } from "../../../support/seen-by.ts";
import { logInBy, verified, withStandIn } from "../../people/sso-login/with-provider.ts";
import { filled } from "../exports/filled.ts";
import { readExport } from "../exports/run-export.ts";
import { archiveOf } from "./archive-of.ts";
import { importArchive } from "./importing.ts";

/** A filled organization that also has a bot with settings for deliveries, and a bot that changed owners. */
async function oldOrganization() {
  const cast = await filled();
  const { iris, noah, mia, bot } = cast;
  const hook = await bot(noah, { bot_type: 2, default_sending_stream: "harbour" });
  const templates = { topic_template: "{{ service }}", content_template: "**{{ text }}**" };
  await noah.ok(noah.patch(`/bots/${hook.id}/webhook`, { secret: "hush", ...templates }));
  const given = await bot(noah);
  await iris.ok(iris.patch(`/bots/${given.id}`, { bot_owner_id: mia.id }));
  return { ...cast, hook, given };
}

/** Sets up every way to log in other than a password. */
async function waysIn({ host, mia, mona }: Cast, provider: LoginProvider) {
  const factor = await setUpSecondFactor(await logIn(host, mona.email, PASSWORD));
  const authenticator = await addPasskey(await logIn(host, mia.email, PASSWORD));
  await logInBy(provider, new Browser(host), verified(mia.email, MIA_THERE));
  return { ...factor, authenticator };
}
const MIA_THERE = { sub: "mia-at-her-provider" };

/** The founder of the new organization exists before the import, and keeps everything. */
const isFounder = (row: Json) => row.delivery_email === "iris@example.com";

function comparable(archive: Json): Json {
  const [founder] = archive.users.filter(isFounder);
  const { date_joined: _, password_hash: __, api_key_hashes: ___, ...kept } = founder;
  return { ...archive, users: [kept, ...archive.users.filter((row: Json) => !isFounder(row))] };
}

async function move(from: Person, secrets: boolean) {
  const archive = await archiveOf(from, secrets);
  const { owner, host } = await organization();
  const done = await importArchive(owner, new Uint8Array(await archive.arrayBuffer()));
  expect(done).toMatchObject({ state: "done", error: null });
  return { archive, owner, host, left_out: done.report.left_out };
}

test("an organization moved with its secrets is the same for exports, clients and logins", () =>
  withStandIn(async (provider) => {
    const old = await oldOrganization();
    const { secret, recovery_codes, authenticator } = await waysIn(old, provider);
    const { archive, owner, host, left_out } = await move(old.iris, true);
    expect(left_out).toEqual([]);
    const read = await readExport(archive);
    for (const table of tableNames) {
      if (table !== "unread") expect(read.tables[table]?.length ?? 0, table).toBeGreaterThan(0);
    }
    const before = comparable(normalised(read));
    const after = comparable(normalised(await readExport(await archiveOf(owner, true))));
    for (const table of new Set([...Object.keys(before), ...Object.keys(after)])) {
      expect(after[table], table).toEqual(before[table]);
    }

    // The old API keys work, of users and of bots.
    const there = ({ email, key }: Person) => new Person(host, email, key);
    for (const who of [old.iris, old.noah, old.mia, old.omar, old.mona]) {
      expect(await seenBy(there(who)), who.email).toEqual(await seenBy(who));
    }
    expect(await there(old.robot).ok(there(old.robot).get("/bot_storage"))).toMatchObject({ storage: { cups: "7" } });
    const noah = there(old.noah);
    const { user: hook } = await noah.ok(noah.get(`/users/${old.hook.email}`));
    const settings = async (by: Person, id: number) => await by.ok(by.get(`/bots/${id}/webhook`));
    expect(await settings(noah, hook.user_id)).toEqual(await settings(old.noah, old.hook.id));
    const { attachments } = await noah.ok(noah.get("/attachments"));
    const { url } = await noah.ok(noah.get(`/user_uploads/${attachments[0].path_id}`));
    expect(await (await fetchPage(host, url)).text()).toBe("tea leaves");

    // Passwords, codes of apps, recovery codes (once), external logins, and passkeys work too.
    const enter = async ({ email }: Person, second_factor_code?: string) => {
      const fields = { username: email, password: PASSWORD, ...(second_factor_code && { second_factor_code }) };
      const { status, body } = await new Browser(host).ask("POST", "/login", fields);
      return body.code ?? status;
    };
    expect(await enter(old.noah)).toBe(200);
    expect(await enter(old.mona)).toBe("SECOND_FACTOR_REQUIRED");
    expect(await enter(old.mona, codeOf(secret))).toBe(200);
    expect(await enter(old.mona, recovery_codes[0])).toBe(200);
    expect(await enter(old.mona, recovery_codes[0])).toBe("WRONG_SECOND_FACTOR");
    const mia = await there(old.mia).ok(there(old.mia).get("/users/me"));
    const byProvider = new Browser(host);
    await logInBy(provider, byProvider, MIA_THERE);
    expect((await succeeds(byProvider.ask("GET", "/users/me"))).user_id).toBe(mia.user_id);
    // Browsers offer a passkey only to the host it was created for, so the new server pretends to have that host.
    const browser = new Browser(host);
    const { token, options } = await succeeds(browser.ask("POST", "/login/passkey/begin"));
    const credential = authenticator.get(options, { rpId: host, origin: `http://${host}` });
    const { status, body } = await browser.ask("POST", "/login/passkey", { token, credential });
    expect([status, body.user_id]).toEqual([200, mia.user_id]);
    const { options: further } = await succeeds(browser.ask("POST", "/users/me/passkeys/begin"));
    expect(further.user.id).toBe(authenticator.credentials[0]?.userHandle);
  }));

test("an organization moved without its secrets keeps everything except passwords, keys and other credentials", () =>
  withStandIn(async (provider) => {
    const old = await oldOrganization();
    const { secret, recovery_codes, authenticator } = await waysIn(old, provider);
    const { archive, owner, host } = await move(old.iris, false);
    const read = await readExport(archive);
    for (const table of secretTables) expect(read.tables[table], table).toBeUndefined();
    const [passkey] = authenticator.credentials;
    const words = [
      secret,
      ...recovery_codes,
      Buffer.from(passkey?.id ?? []).toString("base64url"),
      passkey?.userHandle,
      MIA_THERE.sub,
    ];
    for (const word of [...words, provider.issuer]) expect(read.text).not.toContain(word);
    const before = comparable(normalised(read));
    const after = comparable(normalised(await readExport(await archiveOf(owner, false))));
    expect(after).toEqual(before);
    for (const { email, key } of [old.iris, old.noah, old.robot]) {
      expect((await new Person(host, email, key).get("/users/me")).status).toBe(401);
    }
    const login = await owner.post("/login", { username: old.noah.email, password: PASSWORD });
    expect(login.status).toBe(401);
  }));
