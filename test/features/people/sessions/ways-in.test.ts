import { describe, expect, test } from "vitest";
import type { Browser } from "../../../support/browser.ts";
import { codeOf, logIn, setUpSecondFactor, succeeds } from "../../../support/log-in.ts";
import { linkInMailTo, mailsTo, visitPage } from "../../../support/mail.ts";
import { advanceClock } from "../../../support/object.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import type { Person, Reply } from "../../../support/person.ts";

const NEW = "new@elsewhere.example";
const codeIn = async (call: Promise<Pick<Reply, "status" | "body">>) => {
  const { status, body } = await call;
  return status === 200 ? "done" : `${status} ${body.code === "BAD_REQUEST" ? body.msg : body.code}`;
};
const QUARTER_MS = 16 * 60_000;
const STALE = "403 FRESH_LOGIN_REQUIRED";

describe("a user's own address, which receives password resets, can be changed", () => {
  test("[security 9.3] with a recent session, but not with an older one", async () => {
    const { host, noah } = await realm();
    const browser = await logIn(host, noah.email, PASSWORD);
    expect(await codeIn(browser.ask("PATCH", "/settings", { email: NEW }))).toBe("done");
    await advanceClock(noah, QUARTER_MS);
    expect(await codeIn(browser.ask("PATCH", "/settings", { email: `2${NEW}` }))).toBe(STALE);
    // The same address in another case is not a change.
    expect(await codeIn(browser.ask("PATCH", "/settings", { email: "NOAH@example.com" }))).toBe("done");
  });

  test("[security 9.3] with an API key only together with the password", async () => {
    const { noah } = await realm();
    const change = (fields: object = {}) => codeIn(noah.patch("/settings", { email: NEW, ...fields }));
    expect(await change()).toBe(STALE);
    expect(await change({ old_password: "a wrong one" })).toBe("400 Wrong password!");
    expect(await change({ old_password: PASSWORD })).toBe("done");
  });

  test("[security 9.3] with the second factor's code if there is one", async () => {
    const { host, noah } = await realm();
    const { secret } = await setUpSecondFactor(await logIn(host, noah.email, PASSWORD));
    const change = (fields: object = {}) =>
      codeIn(noah.patch("/settings", { email: NEW, old_password: PASSWORD, ...fields }));
    expect(await change()).toBe("401 SECOND_FACTOR_REQUIRED");
    expect(await change({ second_factor_code: "000000" })).toBe("401 WRONG_SECOND_FACTOR");
    expect(await change({ second_factor_code: codeOf(secret) })).toBe("done");
  });

  test("together with the password in one request, using the old password", async () => {
    const { noah } = await realm();
    const both = { email: NEW, old_password: PASSWORD, new_password: "another long sentence" };
    expect(await codeIn(noah.patch("/settings", both))).toBe("done");
  });
});

describe("administrators can change addresses", () => {
  const change = (by: Pick<Person, "patch">, { id }: Person, new_email = NEW) =>
    codeIn(by.patch(`/users/${id}`, { new_email }));
  const inBrowser = (browser: Browser) => ({
    patch: (path: string, fields: object = {}) => browser.ask("PATCH", path, fields as Record<string, string>),
  });

  test("[security 9.7] of other users and their own, only with a recent session", async () => {
    const { host, omar, noah, more } = await realm();
    const other = await more({ role: 200 });
    expect(await change(omar, noah)).toBe(STALE);
    expect(await change(omar, other, "a@elsewhere.example")).toBe(STALE);
    expect(await change(omar, omar, "b@elsewhere.example")).toBe(STALE);
    const browser = inBrowser(await logIn(host, omar.email, PASSWORD)) as Pick<Person, "patch">;
    expect(await change(browser, noah)).toBe("done");
    expect(await change(browser, other, "a@elsewhere.example")).toBe("done");
    expect(await change(browser, omar, "b@elsewhere.example")).toBe("done");
  });
});

test("[security 9.8] a new password cancels a pending address change and emailed links", async () => {
  const { host, iris, noah } = await realm();
  await noah.ok(noah.patch("/settings", { email: NEW, old_password: PASSWORD }));
  const path = await linkInMailTo(iris, NEW);
  expect((await visitPage(host, path)).status).toBe(200);
  await noah.ok(noah.patch("/settings", { old_password: PASSWORD, new_password: "another long sentence" }));
  expect((await visitPage(host, path, {})).status).toBe(404);
});

test("[security 9.10] a new password discards a second factor's secret that was not confirmed yet", async () => {
  const { host, noah } = await realm();
  const begin = async (browser: Browser) =>
    (await succeeds(browser.ask("POST", "/users/me/second_factor"))).secret as string;
  const browser = await logIn(host, noah.email, PASSWORD);
  const first = await begin(browser);
  expect(await begin(browser)).toBe(first);
  await noah.ok(noah.patch("/settings", { old_password: PASSWORD, new_password: "another long sentence" }));
  expect(await begin(await logIn(host, noah.email, "another long sentence"))).not.toBe(first);
});

test("[security 8.6] only owners can set which roles require a second factor", async () => {
  const { iris, omar } = await realm();
  await iris.ok(iris.patch("/realm", { second_factor_required_role: 100 }));
  expect((await omar.patch("/realm", { second_factor_required_role: "nobody" })).body.msg).toBe(
    "Must be an organization owner",
  );
});

test("[security 9.5] the user is emailed about a new password and a new API key", async () => {
  const { iris, noah } = await realm();
  await noah.ok(noah.patch("/settings", { old_password: PASSWORD, new_password: "another long sentence" }));
  expect((await mailsTo(iris, noah.email))[0]?.text).toContain("Your password was changed.");
  await noah.ok(noah.post("/users/me/api_key/regenerate"));
  expect((await mailsTo(iris, noah.email, 2))[0]?.text).toContain("You have a new API key.");
});
