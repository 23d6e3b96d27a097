import type { Browser, BrowserContext, Cookie } from "playwright-core";
import type { Account } from "../load/requests.ts";
import type { Organization } from "../seed/people.ts";
import type { Server } from "../server/server.ts";

const PASSWORD = "correct horse battery";

/** A user of the web client. */
export interface Reader {
  readonly account: Account;
  /** Session cookies. */
  readonly cookies: readonly Pick<Cookie, "name" | "value" | "domain" | "path">[];
}

/** Creates an account subscribed to the busiest channels, and logs in. */
export async function makeReader(
  server: Server,
  organization: Organization,
  channels = 30,
  name = "reader",
): Promise<Reader> {
  const email = `${name}@example.com`;
  const account = { email, full_name: name, password: PASSWORD };
  const { user_id } = await server.call<{ user_id: number }>("POST", "/users", account);
  const open = organization.channels.filter(({ isPrivate }) => !isPrivate).slice(0, channels);
  await server.call("POST", "/users/me/subscriptions", {
    subscriptions: open.map(({ name }) => ({ name })),
    principals: [user_id],
    send_new_subscription_messages: false,
  });
  const { api_key: key } = await server.call<{ api_key: string }>("POST", "/fetch_api_key", {
    username: email,
    password: PASSWORD,
  });
  return { account: { id: user_id, email, key }, cookies: await logIn(server, email) };
}

/**
 * Creates another owner who has just logged in in a browser. Endpoints that require a recent login don't accept API
 * keys.
 */
export async function makeOwner(server: Server): Promise<Pick<Reader, "cookies">> {
  const email = "second-owner@example.com";
  const account = { email, full_name: "Second owner", password: PASSWORD };
  const { user_id } = await server.call<{ user_id: number }>("POST", "/users", account);
  await server.call("PATCH", `/users/${user_id}`, { role: 100 });
  return { cookies: await logIn(server, email) };
}

/** Opens an empty browser profile for a user, with a desktop-sized window. */
export async function openAs({ cookies }: Reader, browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en" });
  await context.addCookies([...cookies]);
  return context;
}

async function logIn(server: Server, username: string): Promise<Reader["cookies"]> {
  const response = await fetch(`http://localhost:${server.port}/login`, {
    method: "POST",
    body: new URLSearchParams({ username, password: PASSWORD }),
    redirect: "manual",
  });
  const cookies = response.headers.getSetCookie().map((cookie) => {
    const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=", 2);
    return { name, value, domain: "localhost", path: "/" };
  });
  if (cookies.length === 0) throw new Error(`not logged in: ${response.status} ${await response.text()}`);
  return cookies;
}
