import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { type Recorded, record } from "./recorded.ts";

/** The network between a browser and the server. */
export interface Line {
  readonly roundTripMs: number;
  readonly bitsPerSecond: number;
}

/** A home connection like the one that the goals for the first visit assume. */
export const HOME: Line = { roundTripMs: 40, bitsPerSecond: 20e6 };

export interface Exchange {
  readonly path: string;
  /** The size of the whole response on the network, or 0 if it came from the browser's cache. */
  bytes: number;
}

/** A browser page with its recording and its requests to the server. */
export class Tab {
  readonly page: Page;
  readonly cdp: CDPSession;
  /** In the order of the requests. */
  readonly exchanges: Exchange[] = [];

  private constructor(page: Page, cdp: CDPSession) {
    this.page = page;
    this.cdp = cdp;
  }

  static async open(context: BrowserContext, line?: Line): Promise<Tab> {
    const page = await context.newPage();
    const tab = new Tab(page, await context.newCDPSession(page));
    await page.addInitScript(record);
    await tab.#listen();
    if (line !== undefined) await tab.setLine(line);
    return tab;
  }

  async setLine({ roundTripMs, bitsPerSecond }: Line): Promise<void> {
    const throughput = bitsPerSecond / 8;
    await this.cdp.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: roundTripMs,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
  }

  /**
   * Waits until a mark is visible. Returns the time at which it became visible, in milliseconds since the navigation
   * started.
   */
  async painted(mark: string): Promise<number> {
    const found = await this.page.waitForFunction((mark) => window.recorded.painted[mark], mark);
    return (await found.jsonValue()) ?? Number.NaN;
  }

  /** Returns how many times the page has requested a path. */
  asked(path: string): number {
    return this.exchanges.filter((one) => one.path === path).length;
  }

  recorded(): Promise<Recorded> {
    return this.page.evaluate(() => window.recorded);
  }

  /** Returns the recorded tasks, frames and inputs, and clears them, because they count as the page's memory. */
  takeRecorded(): Promise<Pick<Recorded, "longTasks" | "longFrames" | "inputs">> {
    return this.page.evaluate(() => {
      const { longTasks, longFrames, inputs } = window.recorded;
      return { longTasks: longTasks.splice(0), longFrames: longFrames.splice(0), inputs: inputs.splice(0) };
    });
  }

  firstPaint(): Promise<number> {
    return this.page.evaluate(() => performance.getEntriesByName("first-paint")[0]?.startTime ?? Number.NaN);
  }

  /** Waits until all changes so far are drawn. */
  async settle(): Promise<void> {
    await this.page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => setTimeout(resolve));
    });
  }

  /** Returns the CPU milliseconds that the page's main thread uses for an act, until its result is drawn. */
  async workDuring(act: () => Promise<void>): Promise<number> {
    const before = await this.#work();
    await act();
    await this.settle();
    return (await this.#work()) - before;
  }

  /** Waits until the page has been idle for `ms` milliseconds. */
  async rest(ms = 300): Promise<void> {
    for (let before = await this.#work(), quiet = 0; quiet < ms; ) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const now = await this.#work();
      quiet = now - before > 2 ? 0 : quiet + 50;
      before = now;
    }
  }

  /** Returns the CPU milliseconds that the page's main thread uses for an act, until the page is idle. */
  async workUntilRest(act: () => Promise<unknown>): Promise<number> {
    const before = await this.#work();
    await act();
    await this.rest();
    return (await this.#work()) - before;
  }

  elements(): Promise<number> {
    return this.page.evaluate(() => document.querySelectorAll("*").length);
  }

  /** Returns the memory that the page's scripts use. */
  async heapBytes(): Promise<number> {
    for (let round = 0; round < 3; round++) await this.cdp.send("HeapProfiler.collectGarbage");
    return (await this.cdp.send("Runtime.getHeapUsage")).usedSize;
  }

  /** Returns the CPU milliseconds of the main thread so far, without what the measure itself causes. */
  async #work(): Promise<number> {
    const { metrics } = await this.cdp.send("Performance.getMetrics");
    const seconds = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0;
    return (seconds("TaskDuration") - seconds("DevToolsCommandDuration")) * 1000;
  }

  async #listen(): Promise<void> {
    const underway = new Map<string, Exchange>();
    this.cdp.on("Network.requestWillBeSent", ({ requestId, request }) => {
      const { pathname, protocol } = new URL(request.url);
      if (!protocol.startsWith("http")) return;
      const exchange = { path: pathname, bytes: 0 };
      underway.set(requestId, exchange);
      this.exchanges.push(exchange);
    });
    this.cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const exchange = underway.get(requestId);
      if (exchange !== undefined) exchange.bytes = encodedDataLength;
    });
    this.cdp.on("Network.webSocketCreated", ({ url }) => {
      this.exchanges.push({ path: new URL(url).pathname, bytes: 0 });
    });
    await this.cdp.send("Network.enable");
    await this.cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  }
}
