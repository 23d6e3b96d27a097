import { expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { changeUser } from "../../../support/log-in.ts";
import { linkInMailTo, mailsTo, visitPage } from "../../../support/mail.ts";
import { advanceClock } from "../../../support/object.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";

const NEW = "noah@elsewhere.example";
const change = (person: Person, email: string) => person.patch("/settings", { email, old_password: PASSWORD });
const emailOf = async (person: Person) => (await person.ok(person.get("/users/me"))).delivery_email;
const HOUR = 3_600_000;

test("[users 5] an account gets a new address after it is confirmed by email", async () => {
  const { iris, noah, mia, host } = await realm();
  const quiet = await eventsDuring([noah, mia], () => noah.ok(change(noah, NEW)));
  expect(quiet).toEqual([[], []]);
  const path = await linkInMailTo(iris, NEW);
  expect(path).toMatch(/^\/accounts\/confirm_new_email\/[A-Za-z0-9]{32}\/$/);

  // Opening the page changes nothing.
  const page = await visitPage(host, path);
  const text = await page.text();
  expect([page.status, page.headers.get("referrer-policy")]).toEqual([200, "same-origin"]);
  expect(text).toContain(NEW);
  expect(text).toContain('<form method="post">');
  expect(await emailOf(noah)).toBe("noah@example.com");

  const seen = await eventsDuring([iris, mia], async () => {
    const confirmed = await visitPage(host, path, {});
    expect([confirmed.status, await confirmed.text()]).toEqual([200, expect.stringContaining(NEW)]);
  });
  for (const events of seen) {
    const people = events.filter(({ type }) => type === "realm_user").map(({ person }: Json) => person);
    expect(people).toContainEqual({ user_id: noah.id, delivery_email: NEW });
    expect(people).toContainEqual({ user_id: noah.id, new_email: NEW });
  }
  const stranger = new Person(host, "", "");
  const login = await stranger.ok(stranger.post("/fetch_api_key", { username: NEW, password: PASSWORD }));
  expect(login).toMatchObject({ email: NEW, user_id: noah.id });
  const [warning] = await mailsTo(iris, "noah@example.com");
  expect([warning.text, warning.url]).toEqual([expect.stringContaining(NEW), null]);
  // The link works once.
  expect((await visitPage(host, path, {})).status).toBe(404);
});

test("[users 5] an address change to a taken, invalid or disallowed address is refused", async () => {
  const { iris, omar, noah } = await realm();
  const answer = async (person: Person, email: string) => (await change(person, email)).body.msg;
  expect(await answer(noah, "MIA@example.com")).toBe("Email is already in use.");
  expect(await answer(noah, "no address")).toBe("Enter a valid email address.");
  expect(await answer(noah, "x@mailinator.com")).toContain("Disposable email addresses");
  await noah.ok(change(noah, "NOAH@example.com"));
  await iris.ok(iris.patch("/realm", { email_changes_disabled: true }));
  expect(await answer(noah, NEW)).toBe("Email address changes are disabled in this organization.");
  await omar.ok(change(omar, "omar@elsewhere.example"));
  const { mails } = await iris.ok(iris.get("/dev/mail"));
  expect(mails.map(({ to }: Json) => to).filter((to: string) => to !== "omar@elsewhere.example")).toEqual([]);
});

test("[conventions 6] an account can cause at most two confirmation emails an hour, and ten a day", async () => {
  const { noah } = await realm();
  const answers: string[] = [];
  for (let hour = 0; hour < 7; hour += 1) {
    for (let time = 0; time < 3; time += 1) {
      const { body } = await change(noah, `noah${hour}-${time}@elsewhere.example`);
      answers.push(body.code ?? body.result);
    }
    await advanceClock(noah, HOUR + 1000);
  }
  const [ok, no] = ["success", "RATE_LIMIT_HIT"];
  expect(answers).toEqual([...Array(5).fill([ok, ok, no]).flat(), no, no, no, no, no, no]);
  await advanceClock(noah, 24 * HOUR);
  await noah.ok(change(noah, NEW));
});

test("a confirmation link changes nothing if its domain is no longer allowed", async () => {
  const { iris, noah, host } = await realm();
  await noah.ok(change(noah, NEW));
  await iris.ok(iris.post("/realm/domains", { domain: "example.com", allow_subdomains: false }));
  await iris.ok(iris.patch("/realm", { emails_restricted_to_domains: true }));
  expect((await visitPage(host, await linkInMailTo(iris, NEW), {})).status).toBe(400);
  expect(await emailOf(noah)).toBe("noah@example.com");
});

test("a confirmation link is refused if it is a day old or replaced, or the account is deactivated or the address taken", async () => {
  const { iris, noah, mia, gus, host } = await realm();
  await noah.ok(change(noah, NEW));
  const first = await linkInMailTo(iris, NEW);
  await noah.ok(change(noah, "second@elsewhere.example"));
  const second = await linkInMailTo(iris, "second@elsewhere.example");
  expect((await visitPage(host, first)).status).toBe(404);
  expect((await visitPage(host, second)).status).toBe(200);
  await changeUser(iris, mia, { new_email: "second@elsewhere.example" });
  const taken = await visitPage(host, second, {});
  expect([taken.status, await taken.text()]).toEqual([400, expect.stringContaining("Email is already in use.")]);
  await gus.ok(change(gus, "third@elsewhere.example"));
  const third = await linkInMailTo(iris, "third@elsewhere.example");
  await iris.ok(iris.delete(`/users/${gus.id}`));
  expect((await visitPage(host, third, {})).status).toBe(404);
  await advanceClock(iris, 24 * HOUR);
  expect((await visitPage(host, second)).status).toBe(404);
  expect(await emailOf(noah)).toBe("noah@example.com");
});

test.each(["unknown", "%3Cscript%3E", "%00", "x".repeat(4000)])(
  "a confirmation key such as %s is refused",
  async (key) => {
    const { host } = await realm();
    for (const form of [undefined, {}]) {
      const page = await visitPage(host, `/accounts/confirm_new_email/${key}/`, form);
      expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    }
  },
);
