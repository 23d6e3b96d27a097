import { expect, test } from "vitest";
import { lettersAfter } from "../../../support/letters.ts";
import { visitPage } from "../../../support/mail.ts";
import { advanceClock } from "../../../support/object.ts";
import { OWNER_PASSWORD, PASSWORD, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const logIn = (who: Person, route: string, password = PASSWORD) =>
  who.send("POST", route, { username: who.email, password }, { "User-Agent": FIREFOX, Authorization: "" });

const lettersTo = async (iris: Person, to: Person): Promise<Json[]> =>
  (await lettersAfter(iris, 1)).filter((letter) => letter.to === to.email);

test("the user is emailed about a login in a browser or with an API key, in the user's language and time zone", async () => {
  const { iris, noah } = await realm();
  await noah.ok(noah.patch("/settings", { default_language: "de", timezone: "Asia/Tokyo" }));
  // A new user's own first login sends no email.
  await noah.ok(logIn(noah, "/fetch_api_key"));
  expect(await lettersTo(iris, noah)).toEqual([]);
  await advanceClock(iris, 61_000);
  await noah.ok(logIn(noah, "/fetch_api_key"));
  await noah.ok(logIn(noah, "/login"));
  const [byKey, inBrowser, ...more] = await lettersTo(iris, noah);
  expect(more).toEqual([]);
  expect([byKey.subject, inBrowser.subject]).toEqual(Array(2).fill("Neue Anmeldung bei Test mit Firefox, Linux"));
  expect(inBrowser.text).toMatch(/von der Netzwerkadresse [\w.:]+, (\w+tag|Mittwoch), .* GMT\+9.*#settings\/devices/s);
  expect((await logIn(noah, "/login", "wrong")).status).toBe(401);
  await iris.ok(logIn(iris, "/login", OWNER_PASSWORD));
  expect(await lettersTo(iris, noah)).toHaveLength(2);
});

test("login emails stop after a daily limit, and when the user unsubscribes with an email's link", async () => {
  const { iris, noah, mia, host } = await realm();
  await advanceClock(iris, 61_000);
  for (let count = 0; count < 12; count += 1) await mia.ok(logIn(mia, "/fetch_api_key"));
  expect(await lettersTo(iris, mia)).toHaveLength(10);
  await advanceClock(iris, 86_400_000);
  await mia.ok(logIn(mia, "/fetch_api_key"));
  expect(await lettersTo(iris, mia)).toHaveLength(11);
  await noah.ok(logIn(noah, "/login"));
  const [letter] = await lettersTo(iris, noah);
  const { pathname } = new URL(letter.headers["List-Unsubscribe"].slice(1, -1));
  expect((await visitPage(host, pathname, { "List-Unsubscribe": "One-Click" })).status).toBe(200);
  await noah.ok(logIn(noah, "/login"));
  expect(await lettersTo(iris, noah)).toHaveLength(1);
});
