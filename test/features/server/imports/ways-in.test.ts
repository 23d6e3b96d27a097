import { expect, test } from "vitest";
import { hashKey } from "../../../../src/rpc/credentials.ts";
import { hashOfNothing } from "../../../../src/util/password-hash.ts";
import { Browser } from "../../../support/browser.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";
import { archiveWith, importArchive } from "./importing.ts";
import { BASE } from "./linked-rows.ts";

const keyOf = (id: number) => String(id).repeat(32);

/** An account with every kind of credential, all known to the author of the archive. */
const user = (id: number, delivery_email: string, role: number, more: object = {}) => ({
  ...{ id, delivery_email, full_name: `Imported ${id}`, role, is_active: true, bot_type: null, bot_owner_id: null },
  ...{ date_joined: BASE, timezone: "", settings: {}, password_hash: hashOfNothing(1000) },
  ...{ api_key_hashes: [{ hash: hashKey(keyOf(id)), client: "x", created_at: BASE }], ...more },
});

test("[security 9.13] an import gives no access to an existing account of someone else", async () => {
  const { host, iris, mia, noah, omar, bot } = await realm();
  const helper = await bot(noah);
  const archive = await archiveWith(
    {
      users: [
        user(1, iris.email, 100),
        user(2, mia.email, 400),
        user(3, omar.email.toUpperCase(), 200),
        user(4, helper.email, 400, { bot_type: 1, bot_owner_id: 1 }),
        user(5, "new@example.com", 400),
      ],
      passkeys: [
        { user_id: 2, credential: "c", public_key: "{}", counter: 0, name: "k", created_at: BASE, last_used_at: null },
      ],
      second_factors: [{ user_id: 2, secret: "S", since: BASE }],
      external_logins: [{ user_id: 2, issuer: "https://id.example", subject: "s", linked_at: BASE }],
    },
    { secrets: true },
  );
  const done = await importArchive(iris, archive);
  const { left_out } = done.report;
  const left = left_out.find(({ reason }: Json) => reason === "ways to log in of accounts that were there before");
  // Keys of three accounts, a password for an account without one, and one of each of three other kinds.
  expect(left?.count).toBe(7);
  const reads = async (id: number, { email }: { email: string }) =>
    (await new Person(host, email, keyOf(id)).get("/users/me")).status;
  expect(await reads(2, mia)).toBe(401);
  expect(await reads(3, omar)).toBe(401);
  expect(await reads(4, helper)).toBe(401);
  // The importer's own keys are imported, and accounts new with the archive keep theirs.
  expect(await reads(1, iris)).toBe(200);
  expect(await reads(5, { email: "new@example.com" })).toBe(200);
  const login = await new Browser(host).ask("POST", "/login", { username: mia.email, password: PASSWORD });
  expect(login.status).toBe(200);
  expect((await mia.get("/users/me")).status).toBe(200);
});
