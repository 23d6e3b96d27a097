import { Browser } from "../../../support/browser.ts";
import { type Login, LoginProvider } from "../../../support/login-provider.ts";
import { withEnv } from "../../../support/object.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import { answerOutside } from "../../../support/outside.ts";

let made = 0;

/** An organization with a fake login provider. */
export interface World extends Cast {
  readonly provider: LoginProvider;
  /** Starts a login in a browser. Returns the URL at the provider. */
  readonly begin: (browser: Browser, query?: string) => Promise<URL>;
  /** Logs a user in, from pressing the button to the last page. */
  readonly logIn: (browser: Browser, login: Login, query?: string) => Promise<Response>;
  readonly visit: (browser: Browser, address: URL | string) => Promise<Response>;
}

/** Runs `work` with a fake login provider. Nothing leaves the machine. */
export async function withStandIn(work: (provider: LoginProvider) => Promise<void>, entry: object = {}): Promise<void> {
  made += 1;
  const provider = new LoginProvider(`https://id${made}.example`);
  answerOutside([new URL(provider.issuer).hostname], (request) => provider.respond(request));
  await withEnv({ LOGIN_PROVIDERS: JSON.stringify([provider.entry(entry)]) }, () => work(provider));
}

const visit = (browser: Browser, address: URL | string) => {
  const { pathname, search } = new URL(address, `http://${browser.host}`);
  return browser.fetch("GET", pathname + search);
};

const begin = async (browser: Browser, query = "") => {
  const page = await browser.fetch("GET", `/accounts/login/social/example${query}`);
  if (page.status !== 302) throw new Error(`${page.status}: ${await page.text()}`);
  return new URL(page.headers.get("location") ?? "");
};

/** Logs a user in through a provider, from pressing the button to the last page. */
export async function logInBy(provider: LoginProvider, browser: Browser, login: Login, query = ""): Promise<Response> {
  provider.become(login);
  return visit(browser, provider.authorize(await begin(browser, query)));
}

/** Runs `work` with a new organization that has a fake login provider. */
export const withProvider = (work: (world: World) => Promise<void>, entry: object = {}): Promise<void> =>
  withStandIn(async (provider) => {
    const logIn = (browser: Browser, login: Login, query = "") => logInBy(provider, browser, login, query);
    await work({ ...(await realm()), provider, begin, logIn, visit });
  }, entry);

/** Returns claims with a verified address, as sent by an honest provider. */
export const verified = (email: string, more: Login = {}): Login => ({ email, email_verified: true, ...more });

export const newBrowser = ({ host }: { readonly host: string }, scheme?: "http" | "https") => new Browser(host, scheme);

/** Returns a page's status and its heading. */
export async function headingOf(page: Response): Promise<[number, string | undefined]> {
  return [page.status, /<h1>(.*?)<\/h1>/.exec(await page.text())?.[1]?.replaceAll("&#39;", "'")];
}

/**
 * Opens the page at which the desktop app opens the system's browser. Returns the app with its cookies, and the query
 * with which the browser is opened, which includes a one-time pad.
 */
export async function desktopApp(
  world: { readonly host: string },
  pad: string,
  provider = "example",
): Promise<{ app: Browser; query: string }> {
  const app = newBrowser(world);
  const agent = { "User-Agent": "Mozilla/5.0 (X11; Linux) ZulipElectron/5.12.0 Chrome/130" };
  const text = await (await app.fetch("GET", `/accounts/login/social/${provider}`, {}, agent)).text();
  const name = /desktop_app=([0-9a-f]{64})/.exec(text)?.[1] ?? "";
  return { app, query: `?desktop_flow_otp=${pad}&desktop_app=${name}` };
}

/** Returns the token that the page after the login contains for the desktop app. */
export async function carriedToken(page: Response, pad: string): Promise<string> {
  const bytes = Buffer.from(/<textarea[^>]*>([0-9a-f]+)</.exec(await page.text())?.[1] ?? "", "hex");
  const key = await crypto.subtle.importKey("raw", Buffer.from(pad, "hex"), "AES-GCM", false, ["decrypt"]);
  const iv = bytes.subarray(0, 12);
  return Buffer.from(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, bytes.subarray(12))).toString();
}
