import { expect, test } from "vitest";
import { Browser } from "../../../support/browser.ts";
import { logIn, succeeds } from "../../../support/log-in.ts";
import { advanceClock, withEnv } from "../../../support/object.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import { Person } from "../../../support/person.ts";

const HEADER = "X-Caller";
const HALF_HOUR_MS = 1_801_000;
const DAY_MS = 86_400_000;

/**
 * Runs `work` with an organization whose callers have IP addresses, and a function that guesses noah's password from
 * one of them.
 */
const withAddresses = (work: (world: Awaited<ReturnType<typeof worldOf>>) => Promise<void>) =>
  withEnv({ ADDRESS_HEADER: HEADER }, async () => work(await worldOf()));

async function worldOf() {
  const cast = await realm();
  const { host, noah } = cast;
  const guess = async (from: string, password = "wrong") => {
    const stranger = new Person(host, "", "");
    const fields = { username: noah.email, password };
    return (await stranger.send("POST", "/fetch_api_key", fields, { [HEADER]: from })).status;
  };
  const logInFrom = async (browser: Browser, from: string, password = PASSWORD) =>
    (await browser.fetch("POST", "/json/login", { username: noah.email, password }, { [HEADER]: from })).status;
  return { ...cast, guess, logInFrom };
}

test("[security 2.1, 2.4] password guesses from one IP address do not lock out the user at another", () =>
  withAddresses(async ({ guess }) => {
    for (let n = 0; n < 5; n += 1) expect(await guess("192.0.2.1")).toBe(401);
    expect(await guess("192.0.2.1", PASSWORD)).toBe(429);
    expect(await guess("192.0.2.2", PASSWORD)).toBe(200);
    // The right password elsewhere gives the first address no further attempts.
    expect(await guess("192.0.2.1", PASSWORD)).toBe(429);
  }));

test("[security 2.1, 2.2] an account has twenty password attempts a day per IP address, and a hundred in total", () =>
  withAddresses(async ({ noah, guess }) => {
    const tries = async (from: string) => {
      for (let n = 0; n < 5; n += 1) expect(await guess(from)).toBe(401);
    };
    for (let round = 0; round < 4; round += 1) {
      for (let place = 1; place <= 5; place += 1) await tries(`192.0.2.${place}`);
      await advanceClock(noah, HALF_HOUR_MS);
      if (round === 3) expect(await guess("192.0.2.1")).toBe(429);
    }
    expect(await guess("198.51.100.7", PASSWORD)).toBe(429);
    await advanceClock(noah, DAY_MS);
    expect(await guess("198.51.100.7", PASSWORD)).toBe(200);
  }));

test("[security 2.5] a known browser can log in despite attempts elsewhere, with its own limit of attempts", () =>
  withAddresses(async ({ host, iris, noah, guess, logInFrom }) => {
    const known = await logIn(host, noah.email, PASSWORD);
    expect(known.attributes.get("browser")).toBe("Path=/; Max-Age=34560000; SameSite=Lax; HttpOnly");
    await succeeds(known.ask("POST", "/logout"));
    for (let n = 0; n < 5; n += 1) expect(await guess("192.0.2.1")).toBe(401);
    expect(await logInFrom(new Browser(host), "192.0.2.1")).toBe(429);
    expect(await logInFrom(known, "192.0.2.1")).toBe(200);
    for (let n = 0; n < 5; n += 1) expect(await logInFrom(known, "192.0.2.9", "wrong")).toBe(401);
    expect(await logInFrom(known, "192.0.2.9")).toBe(429);
    // The browser cookie is for one account. For another one, it is an unknown browser.
    const other = { username: iris.email, password: "wrong" };
    const at = (from: string) => known.fetch("POST", "/json/login", other, { [HEADER]: from });
    for (let n = 0; n < 5; n += 1) expect((await at("192.0.2.3")).status).toBe(401);
    expect((await at("192.0.2.3")).status).toBe(429);
    expect((await at("192.0.2.4")).status).toBe(401);
  }));

test("[security 2.7] without IP addresses all callers share one limit, and only known browsers are not locked out", async () => {
  const { noah, guess, logInFrom, host } = await worldOf();
  const known = await logIn(host, noah.email, PASSWORD);
  for (let n = 0; n < 5; n += 1) expect(await guess(`192.0.2.${n}`)).toBe(401);
  expect(await guess("192.0.2.9", PASSWORD)).toBe(429);
  expect(await logInFrom(new Browser(host), "192.0.2.10")).toBe(429);
  expect(await logInFrom(known, "192.0.2.11")).toBe(200);
});

test("[security 2.6] a known browser is forgotten when all sessions end, and kept when other browsers log in", () =>
  withAddresses(async ({ host, noah, guess, logInFrom, iris }) => {
    const known = await logIn(host, noah.email, PASSWORD);
    const second = await logIn(host, noah.email, PASSWORD);
    await succeeds(second.ask("DELETE", "/users/me/sessions"));
    for (let n = 0; n < 5; n += 1) expect(await guess("192.0.2.1")).toBe(401);
    expect(await logInFrom(known, "192.0.2.1")).toBe(200);
    await iris.ok(iris.delete(`/users/${noah.id}`));
    await iris.ok(iris.post(`/users/${noah.id}/reactivate`));
    expect(await logInFrom(known, "192.0.2.1")).toBe(429);
  }));
