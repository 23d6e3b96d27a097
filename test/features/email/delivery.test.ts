import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import type { Config } from "../../../src/config/config.ts";
import { readConfig } from "../../../src/config/config.ts";
import type { Env } from "../../../src/config/env.ts";
import { deliver } from "../../../src/features/email/deliver.ts";
import type { RealmObject } from "../../../src/realm-object.ts";
import { advanceClock, withConfig } from "../../support/object.ts";
import { realm } from "../../support/organization.ts";
import { answerOutside } from "../../support/outside.ts";
import type { Person } from "../../support/person.ts";

const LETTER = { to: "nina@example.com", subject: "Hello", paragraphs: ["One."] };
const MAIL = {
  from: "noreply@example.com",
  to: "nina@example.com",
  subject: "Hello",
  text: "One.\n",
  html: expect.stringContaining("<p>One.</p>"),
  headers: { "Auto-Submitted": "auto-generated", "X-Parley-Letter": "1" },
};

/** Delivers an email of a user's organization over the configured transport. */
const carry = (person: Person, mail: Config["mail"], settings: object) =>
  withConfig(person, { mail, mailFrom: MAIL.from }, () => {
    const stub = env.REALM.get(env.REALM.idFromName(person.host.replace(/\.localhost$/, "")));
    return runInDurableObject(stub, (object: unknown) => {
      const { realm } = object as RealmObject;
      if (realm === undefined) throw new Error("no organization");
      return deliver({ realm, env: { ...env, ...settings } as Env, log: realm.log }, LETTER);
    });
  });

test("an email is sent by Cloudflare's binding if the deployment has one", async () => {
  const { iris } = await realm();
  const send = vi.fn(async () => ({ messageId: "1" }));
  await carry(iris, "platform", { EMAIL: { send } });
  expect(send.mock.calls).toEqual([[MAIL]]);
});

test("an email is sent through a web service with the deployment's token", async () => {
  const { iris } = await realm();
  const asked: unknown[] = [];
  const statuses = [200, 422, 500];
  answerOutside(["mail.example"], async (request) => {
    asked.push([request.url, request.headers.get("authorization"), await request.json()]);
    return new Response("{}", { status: statuses.shift() ?? 200 });
  });
  const settings = { MAIL_URL: "https://mail.example/send", MAIL_TOKEN: "secret" };
  await carry(iris, "service", settings);
  expect(asked).toEqual([["https://mail.example/send", "Bearer secret", MAIL]]);
  // An email that the service refuses is dropped. After any other failure it is retried.
  await carry(iris, "service", settings);
  await expect(carry(iris, "service", settings)).rejects.toThrow("answers 500");
});

test("after a timeout the mail service is skipped for a minute, and other work continues meanwhile", async () => {
  const { iris } = await realm();
  let asked = 0;
  answerOutside(["mail.example"], () => {
    asked += 1;
    throw new DOMException("late", "TimeoutError");
  });
  const settings = { MAIL_URL: "https://mail.example/send" };
  await expect(carry(iris, "service", settings)).rejects.toThrow("the mail service does not answer");
  await expect(carry(iris, "service", settings)).rejects.toThrow("a moment ago");
  expect(asked).toBe(1);
  await advanceClock(iris, 60_000);
  await expect(carry(iris, "service", settings)).rejects.toThrow("the mail service does not answer");
  expect(asked).toBe(2);
});

test("the deployment's settings select the mail transport in a fixed order of preference", () => {
  const bindings = { REALM: env.REALM, DB: env.DB } as Env;
  const way = (settings: Partial<Env>) => readConfig({ ...bindings, ...settings }).mail;
  const EMAIL = { send: async () => ({ messageId: "1" }) } as SendEmail;
  const all = { EMAIL, MAIL_URL: "https://mail.example", DEV_LOGIN: "1" };
  expect(way({ ...all, MAIL_FROM: "chat@example.org" })).toBe("platform");
  expect(way({ ...all, ROOT_DOMAIN: "chat.example.org" })).toBe("platform");
  // The platform sends nothing from noreply@localhost.
  expect(way(all)).toBe("service");
  expect(way({ MAIL_URL: "https://mail.example", DEV_LOGIN: "1" })).toBe("service");
  expect(way({ MAIL_URL: "smtps://mail.example", DEV_LOGIN: "1" })).toBe("smtp");
  expect(way({ DEV_LOGIN: "1" })).toBe("mailbox");
  expect(way({})).toBe("none");
});

test("GET /dev/mail returns 404 on a server without a developer mailbox", async () => {
  const { iris } = await realm();
  await withConfig(iris, { mail: "service" }, async () => {
    expect((await iris.get("/dev/mail")).status).toBe(404);
  });
});
