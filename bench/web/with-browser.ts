import { type Browser, chromium } from "playwright-core";
import { findBrowser } from "../../scripts/web/browser.mjs";
import type { Bench } from "../bench.ts";

/** Blocks requests to other machines. */
const ONLY_THIS_MACHINE = "--host-resolver-rules=MAP localhost 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1";

/** Runs work with a browser. On a machine without a browser, adds a remark and measures nothing. */
export async function withBrowser(
  bench: Bench,
  work: (browser: Browser) => Promise<void>,
  args: readonly string[] = [],
): Promise<void> {
  const found = await findBrowser().catch((error: Error) => error);
  if (found === undefined || found instanceof Error) {
    const why = found?.message ?? "there is no Chromium here";
    bench.remarks.add(`The web client was not measured: ${why}. PARLEY_BROWSER names a browser.`);
    return;
  }
  const browser = await chromium.launch({ ...found, args: [...found.args, ONLY_THIS_MACHINE, ...args] });
  try {
    await work(browser);
  } finally {
    await browser.close();
  }
}
