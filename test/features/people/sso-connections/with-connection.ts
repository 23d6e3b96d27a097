import { Browser } from "../../../support/browser.ts";
import { logIn, succeeds } from "../../../support/log-in.ts";
import { type Login, LoginProvider } from "../../../support/login-provider.ts";
import { type Cast, OWNER_PASSWORD, realm } from "../../../support/organization.ts";
import { answerOutside } from "../../../support/outside.ts";
import type { Json } from "../../../support/person.ts";

let made = 0;

/** An organization whose owners can connect fake login providers. */
export interface World extends Cast {
  readonly provider: LoginProvider;
  readonly other: LoginProvider;
  readonly owner: Browser;
  /** Connects a fake provider. Returns the connection's fields. */
  readonly connect: (fields?: Json, provider?: LoginProvider) => Promise<Json>;
  /** Logs a user in through a connection, from pressing the button to the last page. */
  readonly enter: (login: Login, connection?: Json) => Promise<{ browser: Browser; page: Response }>;
}

/** Returns the fields that an owner enters in the form. */
export const fieldsOf = ({ issuer }: LoginProvider): Json => ({
  name: "Acme",
  issuer,
  client_id: "parley",
  client_secret: "the secret of the client",
});

/** Creates an organization and runs `work` with two fake providers. Nothing leaves the machine. */
export async function withServices(work: (world: World) => Promise<void>): Promise<void> {
  made += 1;
  const [provider, other] = ["a", "b"].map((name) => new LoginProvider(`https://${name}${made}.idp.example`));
  if (provider === undefined || other === undefined) throw new Error("no stand-ins");
  for (const one of [provider, other]) answerOutside([new URL(one.issuer).hostname], (request) => one.respond(request));
  const cast = await realm();
  const owner = await logIn(cast.host, cast.iris.email, OWNER_PASSWORD);
  let last: Json = {};
  const connect = async (fields: Json = {}, service = provider) => {
    const answer = await succeeds(owner.ask("POST", "/realm/login_connections", { ...fieldsOf(service), ...fields }));
    last = answer.login_connection;
    return last;
  };
  const enter = async (login: Login, connection = last) => {
    const service = connection.issuer === other.issuer ? other : provider;
    service.become(login);
    const browser = new Browser(cast.host);
    return { browser, page: await passThrough(browser, service, connection.provider) };
  };
  await work({ ...cast, provider, other, owner, connect, enter });
}

/**
 * Goes to a provider through its button, and returns with the provider's response. If the button's page refuses,
 * returns that page.
 */
export async function passThrough(browser: Browser, service: LoginProvider, id: string): Promise<Response> {
  const begun = await browser.fetch("GET", `/accounts/login/social/${id}`);
  if (begun.status !== 302) return begun;
  const { pathname, search } = service.authorize(begun.headers.get("location") ?? "");
  return browser.fetch("GET", pathname + search);
}

export const whoIs = async (browser: Browser): Promise<number> =>
  (await succeeds(browser.ask("GET", "/users/me"))).user_id;

/** Returns the newest audit log entry with an action. */
export async function entryOf({ iris }: Pick<Cast, "iris">, action: string): Promise<Json> {
  const { entries } = await iris.ok(iris.get("/audit_log", { action: [action], limit: 1 }));
  if (entries.length === 0) throw new Error(`no entry of ${action}`);
  return entries[0];
}
