import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendMail } from "../../../src/features/email/email.ts";
import { notesTo } from "../../support/messages.ts";
import { advanceClock, changeRealm, withConfig } from "../../support/object.ts";
import { realm } from "../../support/organization.ts";
import type { Person } from "../../support/person.ts";
import { until } from "../../support/until.ts";

const MINUTE_MS = 60_000;
/** Each test has its own address, because the outbox also has emails of other tests and about the bot's messages. */
let to: string;
const letter = (subject: string) => ({ to, subject, paragraphs: ["One."] });

/** The mail service's answer, and the subjects of the emails that it was asked to send. */
let service: { answer: () => Response; readonly asked: string[] };

beforeEach(() => {
  to = `${crypto.randomUUID()}@example.com`;
  service = { answer: () => new Response("{}"), asked: [] };
  vi.stubGlobal("fetch", async (_: string, { body }: { body?: unknown } = {}) => {
    if (typeof body === "string" && body.includes(to)) service.asked.push(JSON.parse(body).subject);
    return service.answer();
  });
});
afterEach(() => void vi.unstubAllGlobals());

const refused = () => new Response('{"message":"Bad token for ops@example.org"}', { status: 401 });

const mailHealth = async (person: Person) => (await person.ok(person.get("/health"))).mail;

/** The notification bot's messages to a user about email. */
const toldTo = async (person: Person) => (await notesTo(person)).filter((content) => /\bemail\b/i.test(content));

/** Advances the clock, and waits until the mail service is asked again. */
async function pass(person: Person, minutes: number): Promise<void> {
  const before = service.asked.length;
  await advanceClock(person, minutes * MINUTE_MS);
  await until(() => expect(service.asked.length).toBeGreaterThan(before));
}

/** Waits for `count` failed attempts. A new email is soon retried. */
const failuresAre = (person: Person, count: number) =>
  until(async () => expect((await mailHealth(person)).outage?.failures).toBeGreaterThanOrEqual(count));

test("the organization's health reports failing email at once, with the error of the mail service", async () => {
  const { iris } = await realm();
  await withConfig(iris, { mail: "service" }, async () => {
    expect(await mailHealth(iris)).toEqual({ by: "service", waiting: 0 });
    service.answer = refused;
    await changeRealm(iris, (realm) => sendMail(realm, letter("one")));
    await failuresAre(iris, 1);
    const { waiting, outage } = await mailHealth(iris);
    expect(waiting).toBe(1);
    expect(outage.reason).toBe('the mail service answers 401: {"message":"Bad token for (address)"}');
    expect(Math.abs(outage.began_at - Date.now() / 1000)).toBeLessThan(60);
  });
});

test("administrators are notified once when email fails for an hour, and on recovery, and no email is lost", async () => {
  const { iris, omar, mona } = await realm();
  await withConfig(iris, { mail: "service" }, async () => {
    service.answer = refused;
    await changeRealm(iris, (realm) => sendMail(realm, letter("one")));
    await failuresAre(iris, 1);
    for (const minutes of [10, 20, 25]) {
      await pass(iris, minutes);
      expect(await toldTo(iris)).toEqual([]);
    }
    for (let hour = 0; hour < 2; hour += 1) await pass(iris, 60);
    await until(async () => expect(await toldTo(iris)).toHaveLength(1));
    expect((await toldTo(iris))[0]).toMatch(
      /^This server hasn't been able to send email since <time:[^>]+> \(\d+ failed attempts\)\. The last error: `the mail service answers 401: .*\(address\)"\}`/,
    );
    expect(await toldTo(omar)).toHaveLength(1);
    expect(await toldTo(mona)).toEqual([]);

    await changeRealm(iris, (realm) => sendMail(realm, letter("two")));
    await until(() => expect(service.asked).toContain("two"));
    service.answer = () => new Response("{}");
    await pass(iris, 60);
    await until(async () => expect(await mailHealth(iris)).toEqual({ by: "service", waiting: 0 }));
    expect(new Set(service.asked.slice(-2))).toEqual(new Set(["one", "two"]));
    await until(async () => expect(await toldTo(omar)).toHaveLength(2));
    expect((await toldTo(omar)).at(-1)).toMatch(/^Email works again\. It had been failing since <time:/);
    expect(await toldTo(iris)).toHaveLength(2);
  });
});

test("a mail service that refuses every email is reported too, until it accepts one", async () => {
  const { iris } = await realm();
  await withConfig(iris, { mail: "service" }, async () => {
    service.answer = () => new Response("The sender is not verified", { status: 422 });
    for (const [index, minutes] of [0, 30, 31].entries()) {
      if (minutes > 0) await advanceClock(iris, minutes * MINUTE_MS);
      await changeRealm(iris, (realm) => sendMail(realm, letter(String(index))));
      await failuresAre(iris, index + 1);
    }
    await until(async () => expect(await toldTo(iris)).toHaveLength(1));
    expect((await toldTo(iris))[0]).toContain("`the mail service answers 422: The sender is not verified`");
    expect((await mailHealth(iris)).waiting).toBe(0);
    service.answer = () => new Response("{}");
    await changeRealm(iris, (realm) => sendMail(realm, letter("taken")));
    await until(async () => expect(await toldTo(iris)).toHaveLength(2));
    expect((await mailHealth(iris)).outage).toBeUndefined();
  });
});
