import { describe, expect, test } from "vitest";
import { Role } from "../../../../src/protocol/roles.ts";
import { browserOf } from "../../../support/browser.ts";
import { mailsTo, visitPage } from "../../../support/mail.ts";
import { withConfig, withEnv } from "../../../support/object.ts";
import { type Cast, PASSWORD, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";

const TOKEN = "known to the operator";
const NEW = "a new and longer sentence";
const stranger = ({ host }: { host: string }) => new Person(host, "", "");
const logIn = (who: { host: string }, username: string, password: string) =>
  stranger(who).post("/fetch_api_key", { username, password });

/** Passes the server's operator. Each of their requests is first refused with a wrong setup token. */
async function operating(run: (operator: Operator, cast: Cast) => Promise<void>): Promise<void> {
  const cast = await realm();
  const [subdomain = ""] = cast.host.split(".");
  const operator = new Person("localhost", "", "");
  const ask = async (route: string, fields: Json = {}) => {
    const path = `/organizations/${route}`;
    const guessed = await operator.post(path, { ...fields, subdomain, setup_token: "guessed" });
    expect([400, 401]).toContain(guessed.status);
    return operator.post(path, { ...fields, subdomain, setup_token: TOKEN });
  };
  const ok = async (route: string, fields?: Json) => operator.ok(ask(route, fields));
  await withEnv({ SETUP_TOKEN: TOKEN }, () =>
    withConfig(cast.iris, { setupToken: TOKEN }, () => run({ ask, ok }, cast)),
  );
}
interface Operator {
  ask(route: string, fields?: Json): Promise<{ status: number; body: Json }>;
  ok(route: string, fields?: Json): Promise<Json>;
}

/** All emails to an address, once `count` have arrived. */
async function mailTo({ iris }: Cast, email: string, count = 1): Promise<string> {
  return (await mailsTo(iris, email, count)).map(({ text }: Json) => text).join();
}

describe("the operator of a server, with only the setup token,", () => {
  test("lists users, adds one who chooses a password through a link, and makes them an owner", async () => {
    await operating(async ({ ask, ok }, cast) => {
      const { host, iris, omar } = cast;
      const before = await ok("people");
      expect(before.people.map(({ email }: Json) => email)).toEqual(expect.arrayContaining([iris.email, omar.email]));
      expect(before.next).toBeNull();
      const { user_id, url } = await ok("people/add", { email: "ada@example.org", full_name: "Ada" });
      expect((await ok("people", { after: user_id - 1 })).people).toEqual([
        expect.objectContaining({ user_id, email: "ada@example.org", role: Role.member, is_active: true }),
      ]);
      expect((await visitPage(host, new URL(url).pathname, { password: NEW })).status).toBe(303);
      const { body } = await logIn(cast, "ada@example.org", NEW);
      const ada = new Person(host, "ada@example.org", body.api_key, user_id);
      expect((await ada.post("/realm/deactivate")).status).toBe(400);

      const wrong = [
        ["people/add", { email: "ada@example.org", full_name: "Another" }, "already"],
        ["people/add", { email: "nobody", full_name: "Nobody" }, "email"],
        ["people/role", { email: "ada@example.org", role: 101 }, "role"],
        ["people/role", { email: "nobody@example.org", role: Role.owner }, "No such user"],
        ["people/role", { email: iris.email, role: Role.member }, "only organization owner"],
      ] as const;
      for (const [route, fields, said] of wrong) {
        const { status, body } = await ask(route, fields);
        expect([route, status, body.msg]).toEqual([route, 400, expect.stringContaining(said)]);
      }

      await ok("people/role", { email: "ada@example.org", role: Role.owner });
      expect(await ada.ok(ada.get("/users/me"))).toMatchObject({ role: Role.owner });
      expect(await mailTo(cast, "ada@example.org", 3)).toContain("You are now an owner.");
      await ok("people/role", { email: iris.email, role: Role.member });
    });
  });

  test("deactivates a user as administrators can, but not the only owner", async () => {
    await operating(async ({ ask, ok }, cast) => {
      const { iris, noah } = cast;
      await ok("people/deactivate", { email: noah.email });
      expect((await noah.get("/users/me")).body.code).toBe("USER_DEACTIVATED");
      expect(await mailTo(cast, noah.email)).toContain("Your server administrator deactivated your account");
      const again = await ask("people/deactivate", { email: noah.email });
      const last = await ask("people/deactivate", { email: iris.email });
      expect([again.body.msg, last.body.msg]).toEqual([
        "User is deactivated",
        "Cannot deactivate the only organization owner",
      ]);
      expect((await ask("people/role", { email: noah.email, role: Role.owner })).status).toBe(400);
    });
  });

  test("revokes all sessions and keys of a user", async () => {
    await operating(async ({ ok }, cast) => {
      const { host, noah, omar } = cast;
      const browser = await browserOf(host, noah.email);
      await ok("people/end_logins", { email: noah.email });
      expect([(await browser.ask("GET", "/users/me")).status, (await noah.get("/users/me")).status]).toEqual([
        401, 401,
      ]);
      expect((await omar.get("/users/me")).status).toBe(200);
      expect(await mailTo(cast, noah.email)).toContain("Your server administrator logged you out everywhere");
      expect((await logIn(cast, noah.email, PASSWORD)).status).toBe(200);
    });
  });

  test("sets a password, and revokes or keeps the sessions and keys", async () => {
    await operating(async ({ ask, ok }, cast) => {
      const { noah } = cast;
      const weak = await ask("password", { email: noah.email, password: "noah2026" });
      expect([weak.status, weak.body.msg]).toEqual([400, "New password is too weak!"]);
      expect((await ask("password", { email: "nobody@example.org", password: NEW })).body.msg).toBe("No such user");
      await ok("password", { email: noah.email, password: NEW, keeps_logins: true });
      expect((await noah.get("/users/me")).status).toBe(200);
      await ok("password", { email: noah.email, password: `${NEW} again` });
      expect((await noah.get("/users/me")).status).toBe(401);
      const statuses = [PASSWORD, NEW, `${NEW} again`].map(
        async (password) => (await logIn(cast, noah.email, password)).status,
      );
      expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
      expect(await mailTo(cast, noah.email, 2)).toContain("Your server administrator chose a new password for you.");
    });
  });

  test("lets one user log in again after too many attempts, from any address", async () => {
    await operating(async ({ ok }, cast) => {
      const { noah, omar } = cast;
      for (const { email } of [noah, omar]) {
        for (let n = 0; n < 5; n++) expect((await logIn(cast, email, "wrong")).status).toBe(401);
        expect((await logIn(cast, email, PASSWORD)).status).toBe(429);
      }
      const { attempts } = await ok("people/unlock", { email: noah.email.toUpperCase() });
      expect(attempts).toBe(10);
      expect((await logIn(cast, noah.email, PASSWORD)).status).toBe(200);
      expect((await logIn(cast, omar.email, PASSWORD)).status).toBe(429);
      expect(await ok("people/unlock", { email: cast.mia.email })).toMatchObject({ attempts: 0 });
    });
  });

  test("describes, renames, deactivates and reactivates an organization", async () => {
    await operating(async ({ ask, ok }, cast) => {
      const { host, iris } = cast;
      const described = await ok("describe");
      expect(described).toMatchObject({ is_deactivated: false, owners: [iris.email], url: `http://${host}` });
      expect(described.people).toBeGreaterThan(3);
      await ok("rename", { name: "  Tea House " });
      expect((await stranger(cast).ok(stranger(cast).get("/server_settings"))).realm_name).toBe("Tea House");
      expect((await ask("rename", { name: " " })).status).toBe(400);
      await ok("deactivate");
      expect((await iris.get("/users/me")).body.code).toBe("REALM_DEACTIVATED");
      expect(await ok("describe")).toMatchObject({ name: "Tea House", is_deactivated: true });
      expect((await ok("people")).people.length).toBeGreaterThan(3);
      expect((await ask("people/deactivate", { email: cast.noah.email })).body.code).toBe("REALM_DEACTIVATED");
      await ok("reactivate");
      expect((await iris.get("/users/me")).status).toBe(200);
      expect(await mailTo(cast, iris.email)).toContain("Your server administrator deactivated Tea House");
    });
  });
});
