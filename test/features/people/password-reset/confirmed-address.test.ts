import { describe, expect, test } from "vitest";
import { browserOf } from "../../../support/browser.ts";
import { linkInMailTo, visitPage } from "../../../support/mail.ts";
import { executeSql, tablesOf, withConfig, withEnv } from "../../../support/object.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import { Person } from "../../../support/person.ts";

describe("a password reset confirms the account's address", () => {
  /** Sends noah a password reset email, and returns the path of its link. */
  async function mailed({ host, iris, noah }: Cast): Promise<string> {
    const stranger = new Person(host, "", "");
    await stranger.ok(stranger.post("/password_reset", { email: noah.email }));
    return linkInMailTo(iris, noah.email);
  }

  /** Sets a password through a link, and returns the addresses that this confirmed. */
  async function confirmedBy(path: string, { host, iris }: Cast): Promise<unknown> {
    await executeSql(iris, "DELETE FROM confirmed_addresses");
    expect((await visitPage(host, path, { password: "a new and longer sentence" })).status).toBe(303);
    return (await tablesOf(iris))["confirmed_addresses"];
  }

  test("if its link was emailed", async () => {
    const cast = await realm();
    const { id: user_id, email } = cast.noah;
    expect(await confirmedBy(await mailed(cast), cast)).toEqual([{ user_id, email }]);
  });

  test("but not if the operator of a server with email passed on the link", async () => {
    const cast = await realm();
    const { host, noah } = cast;
    const fields = { subdomain: host.replace(".localhost", ""), email: noah.email, setup_token: "a token" };
    await withEnv({ SETUP_TOKEN: "a token" }, async () => {
      // The link replaces the emailed one.
      await mailed(cast);
      const operator = new Person("localhost", "", "");
      const { url } = await operator.ok(operator.post("/organizations/password_link", fields));
      expect(await confirmedBy(new URL(url).pathname, cast)).toEqual([]);
    });
  });

  test("but not if an administrator passed on the link, even if the server sends email now", async () => {
    const cast = await realm();
    const { host, iris, omar, noah } = cast;
    let url = "";
    await withConfig(iris, { mail: "none" }, async () => {
      const browser = await browserOf(host, omar.email);
      ({ url } = (await browser.ask("POST", `/users/${noah.id}/password_link`)).body);
    });
    expect(await confirmedBy(new URL(url).pathname, cast)).toEqual([]);
  });

  test("but not if an earlier version stored the key without recording how it was sent", async () => {
    const cast = await realm();
    const path = await mailed(cast);
    const columns = "user_id, key_hash, email, password_print, requested_at";
    for (const statement of [
      `CREATE TABLE older AS SELECT ${columns} FROM password_resets`,
      "DELETE FROM password_resets",
      `INSERT INTO password_resets (${columns}) SELECT ${columns} FROM older`,
      "DROP TABLE older",
    ])
      await executeSql(cast.iris, statement);
    expect(await confirmedBy(path, cast)).toEqual([]);
  });
});
