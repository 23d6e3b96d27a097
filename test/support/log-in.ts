import { codeAt, stepAt } from "../../src/features/people/two-factor/totp.ts";
import { seconds } from "../../src/util/time.ts";
import { Authenticator, type Wrongs } from "./authenticator.ts";
import { Browser, type BrowserReply } from "./browser.ts";
import type { Json } from "./json.ts";
import { OWNER_PASSWORD, PASSWORD } from "./organization.ts";
import type { Person } from "./person.ts";

export async function logIn(host: string, username: string, password: string): Promise<Browser> {
  const browser = new Browser(host);
  const reply = await browser.ask("POST", "/login", { username, password });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return browser;
}

/** Returns the body of a response. Throws if the request was refused. */
export async function succeeds(call: Promise<BrowserReply>): Promise<Json> {
  const { status, body } = await call;
  if (status !== 200) throw new Error(`refused with ${status}: ${JSON.stringify(body)}`);
  return body;
}

/**
 * Changes an account as an administrator who has recently logged in in a browser, which setting a new email address
 * requires.
 */
export async function changeUser(
  by: Person,
  { id }: Pick<Person, "id">,
  fields: Record<string, string | number>,
): Promise<Json> {
  const browser = await logIn(by.host, by.email, by.email === "iris@example.com" ? OWNER_PASSWORD : PASSWORD);
  return succeeds(browser.ask("PATCH", `/users/${id}`, fields));
}

/** Returns the code that an authenticator app shows `later` periods of 30 seconds from now. */
export const codeOf = (secret: string, later = 0): string =>
  codeAt(secret, stepAt(seconds(Math.floor(Date.now() / 1000))) + later);

/** Sets up a second factor for the logged-in user. Returns its secret and recovery codes. */
export async function setUpSecondFactor(browser: Browser): Promise<{ secret: string; recovery_codes: string[] }> {
  const { secret } = await succeeds(browser.ask("POST", "/users/me/second_factor"));
  for (;;) {
    // Each code works once. Using the previous period's code leaves the current and the next one for logins.
    const code = codeOf(secret, -1);
    const confirmation = browser.ask("POST", "/users/me/second_factor/confirm", { code });
    // The server no longer accepts the code if the next period has begun in the meantime.
    const isOutdated = (await confirmation).status !== 200 && code !== codeOf(secret, -1);
    if (!isOutdated) return { secret, recovery_codes: (await succeeds(confirmation)).recovery_codes };
  }
}

export async function addPasskey(browser: Browser, authenticator = authenticatorFor(browser)): Promise<Authenticator> {
  const { token, options } = await succeeds(browser.ask("POST", "/users/me/passkeys/begin"));
  const credential = authenticator.create(options);
  await succeeds(browser.ask("POST", "/users/me/passkeys", { token, credential, name: "My key" }));
  return authenticator;
}

export const authenticatorFor = ({ host, scheme }: Browser) => new Authenticator(`${scheme}://${host}`);

/** Logs in with the authenticator's newest passkey. */
export async function logInWithPasskey(
  browser: Browser,
  authenticator: Authenticator,
  wrongs: Wrongs = {},
): Promise<BrowserReply> {
  const { token, options } = await succeeds(browser.ask("POST", "/login/passkey/begin"));
  return browser.ask("POST", "/login/passkey", { token, credential: authenticator.get(options, wrongs) });
}
