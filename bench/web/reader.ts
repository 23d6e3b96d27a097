import type { Cookie } from "playwright-core";
import type { Organization } from "../seed/people.ts";
import type { Server } from "../server/server.ts";

const PASSWORD = "correct horse battery";

/** Somebody who uses the web client. */
export interface Reader {
  readonly id: number;
  /** Of a session. */
  readonly cookies: readonly Pick<Cookie, "name" | "value" | "domain" | "path">[];
}

/** Makes an account that is subscribed to the busiest channels, and logs in as it. */
export async function makeReader(server: Server, organization: Organization, channels = 30): Promise<Reader> {
  const email = "reader@example.com";
  const account = { email, full_name: "Reader", password: PASSWORD };
  const { user_id } = await server.call<{ user_id: number }>("POST", "/users", account);
  const open = organization.channels.filter(({ isPrivate }) => !isPrivate).slice(0, channels);
  await server.call("POST", "/users/me/subscriptions", {
    subscriptions: open.map(({ name }) => ({ name })),
    principals: [user_id],
    send_new_subscription_messages: false,
  });
  return { id: user_id, cookies: await logIn(server, email) };
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
