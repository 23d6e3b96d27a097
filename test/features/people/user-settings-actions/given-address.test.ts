import { expect, test } from "vitest";
import { browserOf } from "../../../support/browser.ts";
import { lettersAfter } from "../../../support/letters.ts";
import { changeUser, logIn } from "../../../support/log-in.ts";
import { linkInMailTo, mailsTo, visitPage } from "../../../support/mail.ts";
import { sendDirect } from "../../../support/messages.ts";
import { advanceClock, withConfig } from "../../../support/object.ts";
import { type Cast, PASSWORD, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";

const NEW = "eve@elsewhere.example";
const FORMER = "noah@example.com";
const DAY = 86_400_000;

const addressOf = async ({ iris, noah }: Cast): Promise<string> =>
  (await iris.ok(iris.get(`/users/${noah.id}`))).user.delivery_email;

const askForReset = async ({ host }: Cast) => {
  const stranger = new Person(host, "", "");
  await stranger.ok(stranger.post("/password_reset", { email: NEW }));
};
const subjectsTo = async ({ iris }: Cast, count: number): Promise<string[]> =>
  (await mailsTo(iris, NEW, count)).map(({ subject }: Json) => subject);

test("[security 9.18] an administrator-set address gets confirmation emails, but no password reset until it is confirmed", async () => {
  const cast = await realm();
  const { host, iris, omar, noah } = cast;
  await changeUser(omar, noah, { new_email: NEW });
  expect(await addressOf(cast)).toBe(NEW);
  const confirm = await linkInMailTo(iris, NEW);
  const wanted = "Confirm your new email address for Test";
  await askForReset(cast);
  // The email is requested again, and the previous link expires.
  expect(await subjectsTo(cast, 2)).toEqual([wanted, wanted]);
  expect((await visitPage(host, confirm)).status).toBe(404);
  const again = await linkInMailTo(iris, NEW, 2);
  expect(await (await visitPage(host, again)).text()).toContain(NEW);
  expect((await visitPage(host, again, {})).status).toBe(200);
  expect((await visitPage(host, again, {})).status).toBe(404);
  await askForReset(cast);
  expect((await subjectsTo(cast, 3))[0]).not.toBe(wanted);
});

test("[security 9.18] emails to an unconfirmed administrator-set address contain no message content", async () => {
  const cast = await realm();
  const { host, iris, omar, noah, mia } = cast;
  await changeUser(omar, noah, { new_email: NEW });
  const confirm = await linkInMailTo(iris, NEW);
  await sendDirect(mia, [noah], "secret mussels");
  const hidden = (await lettersAfter(iris)).filter(({ to }) => to === NEW);
  expect(hidden.length).toBeGreaterThan(0);
  expect(JSON.stringify(hidden)).not.toContain("mussels");
  expect(hidden.at(-1).text).toContain("until you confirm this email address");
  await visitPage(host, confirm, {});
  await sendDirect(mia, [noah], "secret oysters");
  expect(JSON.stringify(await lettersAfter(iris))).toContain("oysters");
});

test("[security 9.19] the former address can undo the change within a week, which ends logins made with the new one", async () => {
  const cast = await realm();
  const { host, iris, omar, noah } = cast;
  await changeUser(omar, noah, { new_email: NEW });
  const undo = await linkInMailTo(iris, FORMER);
  expect(JSON.stringify((await mailsTo(iris, FORMER))[0].text)).toContain("Omar Example changed it.");
  await visitPage(host, await linkInMailTo(iris, NEW), {});
  const intruder = await logIn(host, NEW, PASSWORD);
  await changeUser(omar, noah, { new_email: "third@elsewhere.example" });
  await advanceClock(iris, 6 * DAY);
  // Opening the page changes nothing.
  expect(await (await visitPage(host, undo)).text()).toContain(FORMER);
  expect(await addressOf(cast)).toBe("third@elsewhere.example");
  expect((await visitPage(host, undo, {})).status).toBe(200);
  expect(await addressOf(cast)).toBe(FORMER);
  expect((await intruder.ask("GET", "/users/me")).status).toBe(401);
  expect((await noah.get("/users/me")).status).toBe(401);
  expect((await visitPage(host, undo, {})).status).toBe(404);
});

test("[security 9.19] undoing a change to an unconfirmed address keeps logins, because no one could log in with it", async () => {
  const cast = await realm();
  const { host, iris, omar, noah } = cast;
  await changeUser(omar, noah, { new_email: NEW });
  await visitPage(host, await linkInMailTo(iris, FORMER), {});
  expect(await addressOf(cast)).toBe(FORMER);
  await noah.ok(noah.get("/users/me"));
});

test("[security 9.19] a second address change keeps the first address's undo link, and gives the second none", async () => {
  const cast = await realm();
  const { host, iris, omar, noah } = cast;
  await changeUser(omar, noah, { new_email: NEW });
  const undo = await linkInMailTo(iris, FORMER);
  await changeUser(omar, noah, { new_email: "third@elsewhere.example" });
  const told = (await mailsTo(iris, NEW, 2)).find(({ subject }: Json) => subject.includes("was changed"));
  expect(told.url).toBeNull();
  expect((await visitPage(host, undo, {})).status).toBe(200);
  expect(await addressOf(cast)).toBe(FORMER);
});

test("[security 9.19] the undo link is refused after a week, for a deactivated account, and if the address is taken", async () => {
  const cast = await realm();
  const { host, iris, omar, noah, mia } = cast;
  await changeUser(omar, noah, { new_email: NEW });
  const undo = await linkInMailTo(iris, FORMER);
  await changeUser(omar, mia, { new_email: FORMER });
  const taken = await visitPage(host, undo, {});
  expect([taken.status, await taken.text()]).toEqual([400, expect.stringContaining("Email is already in use.")]);
  await iris.ok(iris.delete(`/users/${noah.id}`));
  expect((await visitPage(host, undo)).status).toBe(404);
  await iris.ok(iris.post(`/users/${noah.id}/reactivate`));
  expect((await visitPage(host, undo)).status).toBe(200);
  await advanceClock(iris, 7 * DAY);
  expect((await visitPage(host, undo)).status).toBe(404);
});

test("an administrator-set address is valid at once on a server without email", async () => {
  const cast = await realm();
  const { host, iris, omar, noah } = cast;
  const browser = await browserOf(host, omar.email);
  await withConfig(iris, { mail: "none" }, async () => {
    expect((await browser.ask("PATCH", `/users/${noah.id}`, { new_email: NEW })).status).toBe(200);
  });
  await askForReset(cast);
  expect((await subjectsTo(cast, 1))[0]).not.toContain("Confirm");
});

test("changing only the case of an address, or a bot's address, requires no recent login and sends no email", async () => {
  const { iris, omar, noah, bot } = await realm();
  const helper = await bot(noah);
  await omar.ok(omar.patch(`/users/${noah.id}`, { new_email: "NOAH@example.com" }));
  await omar.ok(omar.patch(`/users/${helper.id}`, { new_email: "helper@elsewhere.example" }));
  expect(await mailsTo(iris, "NOAH@example.com", 0)).toEqual([]);
});
