import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { RuleObject, RunOnly } from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { Server } from "../../process/support/launch.ts";
import { PASSWORD, type Person } from "../../process/support/person.ts";
import { count } from "../../support/counts.ts";
import { watchFocus } from "./watch-focus.ts";

export interface Look {
  /** The width and height of the window. By default, those of a desktop. */
  readonly size?: keyof typeof SIZES | { readonly width: number; readonly height: number };
  readonly theme?: "light" | "dark";
  /** True for a touch screen, like that of a phone. */
  readonly touch?: boolean;
  /** The device pixel ratio; one by default. */
  readonly scale?: number;
  readonly language?: string;
  readonly forcedColors?: boolean;
  /** The address: `#inbox`, `#narrow/...`, or a path such as `/login/`. */
  readonly at?: string;
  /** How far the organization's clock is ahead of the machine's. The page's clock is moved by the same amount. */
  readonly aheadMs?: number;
  readonly timeZone?: string;
  /** The host for a visitor without an account; the server's own by default. */
  readonly host?: string;
  /** The user's password. By default, the one of all test users. */
  readonly password?: string;
  /**
   * Registers the service worker. Other pages have none, as on a server without TLS. They cost less, and `page.route`
   * gets all their requests. Once a service worker controls a page, some requests can bypass `page.route`.
   */
  readonly worker?: boolean;
}

export const SIZES = {
  phone: { width: 360, height: 740 },
  tablet: { width: 820, height: 1100 },
  desktop: { width: 1440, height: 900 },
};

/** Time limit of a step on a page, the same as that of `expect.poll`. */
export const PATIENCE_MS = 200_000;

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A user with their own browser context: storage, cookies and pages are isolated. */
export class Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly #url: string;
  readonly #told: string[] = [];
  readonly #streams = new Map<Page, number>();
  /** Tests reach no other host. Default avatars link to Gravatar. */
  readonly #expected: RegExp[] = [/ERR_NAME_NOT_RESOLVED \(https:\/\/secure\.gravatar\.com/];

  private constructor(context: BrowserContext, page: Page, url: string) {
    this.context = context;
    this.page = page;
    this.#url = url;
    this.#listen(page);
  }

  /** Opens a page as a user or a visitor. For a user, resolves once the client is usable. */
  static async begin(browser: Browser, server: Server, person: Person | undefined, look: Look = {}): Promise<Visit> {
    count("pages");
    const { size = "desktop", theme = "light", touch = false, language = "en" } = look;
    const host = person?.host ?? look.host;
    const url = host === undefined ? server.url : `http://${host}`;
    const context = await browser.newContext({
      viewport: typeof size === "string" ? SIZES[size] : size,
      colorScheme: theme,
      forcedColors: look.forcedColors ? "active" : "none",
      hasTouch: touch,
      isMobile: touch,
      deviceScaleFactor: look.scale ?? 1,
      locale: language,
      reducedMotion: "reduce",
      ...(look.timeZone !== undefined && { timezoneId: look.timeZone }),
      baseURL: url,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    if (person !== undefined) await context.addCookies(await sessionOf(person, url, look.password ?? PASSWORD));
    if (look.aheadMs !== undefined) await context.addInitScript(moveClock, look.aheadMs);
    if (!look.worker) await context.addInitScript(removeWorkers);
    await context.addInitScript(denyNotifications);
    await context.addInitScript(watchFocus);
    const visit = new Visit(context, await context.newPage(), url);
    // After a logout, the server refuses the pending requests of all tabs.
    context.on("request", (request) => {
      if (request.url().endsWith("/json/logout")) visit.expects(/401 \(Unauthorized\)/);
    });
    const at = look.at ?? "";
    await visit.go(at);
    if (person !== undefined && !at.startsWith("/")) await visit.page.locator(".shell").waitFor();
    return visit;
  }

  /** Opens an empty tab in the same browser. */
  async emptyTab(): Promise<Page> {
    const page = await this.context.newPage();
    this.#listen(page);
    return page;
  }

  /** Opens another tab in the same browser. */
  async tab(at = ""): Promise<Page> {
    const page = await this.emptyTab();
    await page.goto(this.#url + (at.startsWith("/") ? at : `/${at}`));
    return page;
  }

  /** Logs this browser in to another organization, in addition to its current session. */
  async logInAlso(person: Person): Promise<void> {
    await this.context.addCookies(await sessionOf(person, `http://${person.host}`, PASSWORD));
  }

  async go(at: string): Promise<void> {
    await this.page.goto(this.#url + (at.startsWith("/") ? at : `/${at}`));
  }

  /** Unexpected errors of the pages: from scripts, the console, and the content security policy. */
  get problems(): string[] {
    return this.#told.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }

  /** Allows an error of the pages, such as a network error while offline. */
  expects(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Returns axe's findings (WCAG 2.2 AA and axe's best practices), each with its place. */
  async accessProblems(page = this.page): Promise<string[]> {
    const values = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const rules = {
      // Axe considers this rule experimental, and omits it by default.
      "label-content-name-mismatch": { enabled: true },
      // Where a dialog scrolls, the rule mistakes links to screens for skip links.
      "skip-link": { enabled: (await page.locator("dialog[open]").count()) === 0 },
    };
    return problemsOf(page, { type: "tag", values }, rules);
  }

  /** Returns axe's findings about colors only: nothing else depends on the theme. */
  colourProblems(page = this.page): Promise<string[]> {
    return problemsOf(page, { type: "rule", values: ["color-contrast", "link-in-text-block"] });
  }

  /** Returns the number of elements on the page. The goal is at most 6,000. */
  elements(): Promise<number> {
    return this.page.evaluate(() => document.querySelectorAll("*").length);
  }

  /**
   * Removes the cookies of the session and of the token that changes require. The page notices with its next request.
   */
  async loseSession(): Promise<void> {
    this.expects(/40[13] \((Unauthorized|Forbidden)\)/);
    await this.context.clearCookies();
  }

  /**
   * Ends the session as if it had expired, and waits until the page asks for a login. A page checks its session when it
   * goes online, but not more often than every ten seconds, so this event is repeated until the page does.
   */
  async endSession(): Promise<void> {
    await this.loseSession();
    const isAsked = () => {
      window.dispatchEvent(new Event("online"));
      return document.querySelector('[role="alertdialog"]') !== null;
    };
    await this.page.waitForFunction(isAsked, undefined, { polling: 200 });
    await this.page.getByRole("alertdialog", { name: "Log in again" }).waitFor();
  }

  async end(): Promise<void> {
    await this.context.close();
  }

  /** Returns the number of event streams that a page has open. */
  streamsOf(page: Page): number {
    return this.#streams.get(page) ?? 0;
  }

  #listen(page: Page): void {
    page.on("websocket", (socket) => {
      this.#streams.set(page, this.streamsOf(page) + 1);
      socket.on("close", () => this.#streams.set(page, this.streamsOf(page) - 1));
    });
    page.on("pageerror", (error) => this.#told.push(error.stack || `${error.name}: ${error.message}`));
    page.on("console", (message) => {
      // Browsers always log an error if a stream is refused. The next poll reports the reason.
      if (/^WebSocket connection to '.*\/json\/events\/stream/.test(message.text())) return;
      // The browser itself checks for a newer service worker, even when there is no server or network.
      if (message.text().startsWith("An unknown error occurred when fetching the script.")) return;
      if (message.type() === "error") this.#told.push(`${message.text()} (${message.location().url})`);
    });
  }
}

/** Returns the findings of some axe rules. */
async function problemsOf(page: Page, runOnly: RunOnly, rules: RuleObject = {}): Promise<string[]> {
  // axe is loaded only once per page, because it has half a megabyte.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: typeof import("axe-core") };
      const { violations } = await axe.run(document, { ...options, resultTypes: ["violations"] });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
      );
    },
    { runOnly, rules },
  );
}

/** Runs in the page before anything else. Moves the page's clock, but timers keep using the machine's. */
function moveClock(aheadMs: number): void {
  const Machine = Date;
  globalThis.Date = class extends Machine {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [Machine.now() + aheadMs] : given) as [number]));
    }
    static override now(): number {
      return Machine.now() + aheadMs;
    }
  } as DateConstructor;
}

/** Logs in, and returns the cookies. */
async function sessionOf(person: Person, url: string, password: string) {
  const cookies = await person.logIn(password);
  return cookies.map((cookie) => {
    const [pair = "", ...rest] = cookie.split(";").map((part) => part.trim());
    const [name = "", value = ""] = pair.split("=", 2);
    return { name, value, url, httpOnly: rest.includes("HttpOnly"), sameSite: "Lax" as const };
  });
}

/** Runs in the page before anything else. */
function removeWorkers(): void {
  Reflect.deleteProperty(Navigator.prototype, "serviceWorker");
}

/**
 * Runs in the page before anything else. Denies notifications, because it depends on the version whether headless
 * Chromium does so itself.
 */
function denyNotifications(): void {
  if ("Notification" in window) {
    Object.defineProperty(Notification, "permission", { get: () => "denied", configurable: true });
  }
}
