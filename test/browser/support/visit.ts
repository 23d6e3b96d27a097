import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { RuleObject, RunOnly } from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { Server } from "../../process/support/launch.ts";
import { PASSWORD, type Person } from "../../process/support/person.ts";
import { watchFocus } from "./watch-focus.ts";

export interface Look {
  /** How wide and high; a desktop's by default. */
  readonly size?: keyof typeof SIZES | { readonly width: number; readonly height: number };
  readonly theme?: "light" | "dark";
  /** A touch screen, as phones have. */
  readonly touch?: boolean;
  /** So many pixels of the screen are one of the page; one, by default. */
  readonly scale?: number;
  readonly language?: string;
  readonly forcedColors?: boolean;
  /** Where: `#inbox`, `#narrow/...`, or a path such as `/login/`. */
  readonly at?: string;
  /** How far the clock of the organization is ahead of the machine's, which the page then follows. */
  readonly aheadMs?: number;
  readonly timeZone?: string;
  /** Where a stranger looks: at the organization of the server's own name, by default. */
  readonly host?: string;
  /** Their password, where it is not the one of all whom tests make. */
  readonly password?: string;
}

export const SIZES = {
  phone: { width: 360, height: 740 },
  tablet: { width: 820, height: 1100 },
  desktop: { width: 1440, height: 900 },
};

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Somebody with a browser of their own: its storage, cookies and pages are not shared with others. */
export class Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly #url: string;
  readonly #told: string[] = [];
  readonly #streams = new Map<Page, number>();
  /** Tests reach no other host; what pictures of people without one lead to is at Gravatar. */
  readonly #expected: RegExp[] = [/ERR_NAME_NOT_RESOLVED \(https:\/\/secure\.gravatar\.com/];

  private constructor(context: BrowserContext, page: Page, url: string) {
    this.context = context;
    this.page = page;
    this.#url = url;
    this.#listen(page);
  }

  /** Opens a page, as whoever it is, or as a stranger; the client of a member can be used then. */
  static async begin(browser: Browser, server: Server, person: Person | undefined, look: Look = {}): Promise<Visit> {
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
    context.setDefaultTimeout(60_000);
    if (person !== undefined) await context.addCookies(await sessionOf(person, url, look.password ?? PASSWORD));
    if (look.aheadMs !== undefined) await context.addInitScript(moveClock, look.aheadMs);
    await context.addInitScript(denyNotifications);
    await context.addInitScript(watchFocus);
    const visit = new Visit(context, await context.newPage(), url);
    const at = look.at ?? "";
    await visit.go(at);
    if (person !== undefined && !at.startsWith("/")) await visit.page.locator(".shell").waitFor();
    return visit;
  }

  /** Another tab of the same browser, with nothing in it. */
  async emptyTab(): Promise<Page> {
    const page = await this.context.newPage();
    this.#listen(page);
    return page;
  }

  /** Another tab of the same browser. */
  async tab(at = ""): Promise<Page> {
    const page = await this.emptyTab();
    await page.goto(this.#url + (at.startsWith("/") ? at : `/${at}`));
    return page;
  }

  /** Logs this browser in to another organization too. */
  async logInAlso(person: Person): Promise<void> {
    await this.context.addCookies(await sessionOf(person, `http://${person.host}`, PASSWORD));
  }

  async go(at: string): Promise<void> {
    await this.page.goto(this.#url + (at.startsWith("/") ? at : `/${at}`));
  }

  /** What the pages told of, and nobody expected: errors of scripts, of the console, of the policy for content. */
  get problems(): string[] {
    return this.#told.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }

  /** Lets pages tell of an error, such as one of the network while a test is offline. */
  expects(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** What axe has against the page (WCAG 2.2 AA, and its own advice), each with where it is; nothing, hopefully. */
  accessProblems(page = this.page): Promise<string[]> {
    const values = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    // Axe counts it as an experiment, and leaves it out otherwise.
    return problemsOf(page, { type: "tag", values }, { "label-content-name-mismatch": { enabled: true } });
  }

  /** What axe has against the colours of the page alone: all that another theme changes. */
  colourProblems(page = this.page): Promise<string[]> {
    return problemsOf(page, { type: "rule", values: ["color-contrast", "link-in-text-block"] });
  }

  /** How many elements the page has: the goal is at most 6,000 whatever is shown. */
  elements(): Promise<number> {
    return this.page.evaluate(() => document.querySelectorAll("*").length);
  }

  /**
   * Ends the session as its expiry does, and waits until the page has asked them to log in again. A page that comes back asks
   * the server at once, unless it has asked within the last ten seconds, so it comes back until it asks.
   */
  async endSession(): Promise<void> {
    await this.context.clearCookies();
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

  /** How many streams of events a page has open. */
  streamsOf(page: Page): number {
    return this.#streams.get(page) ?? 0;
  }

  #listen(page: Page): void {
    page.on("websocket", (socket) => {
      this.#streams.set(page, this.streamsOf(page) + 1);
      socket.on("close", () => this.#streams.set(page, this.streamsOf(page) - 1));
    });
    page.on("pageerror", (error) => this.#told.push(error.stack ?? error.message));
    page.on("console", (message) => {
      // That a stream is refused, the browser always tells; the poll after it says why.
      if (/^WebSocket connection to '.*\/json\/events\/stream/.test(message.text())) return;
      // By itself it looks for a newer service worker, also while there is no server or network.
      if (message.text().startsWith("An unknown error occurred when fetching the script.")) return;
      if (message.type() === "error") this.#told.push(`${message.text()} (${message.location().url})`);
    });
  }
}

/** What some rules of axe say against the page. */
async function problemsOf(page: Page, runOnly: RunOnly, rules: RuleObject = {}): Promise<string[]> {
  // Its half a megabyte is read once a page.
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

/** Runs in the page before anything else. Its timers are those of the machine. */
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

/** The cookies of a login. */
async function sessionOf(person: Person, url: string, password: string) {
  const cookies = await person.logIn(password);
  return cookies.map((cookie) => {
    const [pair = "", ...rest] = cookie.split(";").map((part) => part.trim());
    const [name = "", value = ""] = pair.split("=", 2);
    return { name, value, url, httpOnly: rest.includes("HttpOnly"), sameSite: "Lax" as const };
  });
}

/** Runs in the page before anything else: some versions of Chromium without a window deny notifications by themselves, others not. */
function denyNotifications(): void {
  if ("Notification" in window) {
    Object.defineProperty(Notification, "permission", { get: () => "denied", configurable: true });
  }
}
