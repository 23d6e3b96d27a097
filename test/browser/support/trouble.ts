import type { BrowserContext, Route } from "playwright-core";

/** Random failures between a browser and the server, at an adjustable rate. */
export class Trouble {
  /** The probability that a request fails, from 0 to 1. */
  level = 0;
  readonly #context: BrowserContext;
  readonly #random: () => number;
  #isOffline = false;

  private constructor(context: BrowserContext, random: () => number) {
    this.#context = context;
    this.#random = random;
  }

  static async between(context: BrowserContext, random: () => number): Promise<Trouble> {
    const trouble = new Trouble(context, random);
    await context.route(/\/json\//, (route) => trouble.#meet(route).catch(() => {}));
    return trouble;
  }

  get isOffline(): boolean {
    return this.#isOffline;
  }

  async setOffline(isOffline: boolean): Promise<void> {
    this.#isOffline = isOffline;
    await this.#context.setOffline(isOffline);
  }

  /** Ends all failures. Also notifies the browser, because pages would otherwise wait before they retry. */
  async end(): Promise<void> {
    this.level = 0;
    await this.setOffline(true);
    await this.setOffline(false);
    await this.#context.unrouteAll({ behavior: "ignoreErrors" });
  }

  async #meet(route: Route): Promise<void> {
    if (this.#isOffline) return route.abort("internetdisconnected");
    if (this.#random() >= this.level) return route.continue();
    const what = this.#random();
    if (what < 0.2) return route.fulfill({ status: 500, json: FAILURE });
    if (what < 0.3) return route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" });
    // Long polls are dropped before they reach the server.
    if (what < 0.45 || route.request().url().includes("/json/events")) return route.abort("connectionreset");
    // The server handles the request, but the response is lost or late.
    const answer = await route.fetch().catch(() => undefined);
    if (answer === undefined || what < 0.75) return route.abort("connectionreset");
    await simulatedLatency(1000 * this.#random());
    return route.fulfill({ response: answer });
  }
}

const simulatedLatency = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const FAILURE = { result: "error", code: "INTERNAL_SERVER_ERROR", msg: "Internal server error" };
