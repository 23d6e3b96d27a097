import type { TestProject } from "vitest/node";
import { type Browser, findBrowser } from "../../../scripts/web/browser.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** How to start a browser, or null if this machine has none. */
    browser: Browser | null;
  }
}

/**
 * Looks for a browser before any test runs. If there is none, tests that need one are skipped. Fails instead where
 * others rely on the tests.
 */
export async function setup(project: TestProject): Promise<void> {
  const found = await findBrowser().catch((error: Error) => error);
  if (found !== undefined && !(found instanceof Error)) return project.provide("browser", found);
  const why = found?.message ?? "there is no Chromium here";
  if (process.env["CI"]) throw new Error(`the tests of the web client need a browser: ${why}`);
  console.log(`\nThe tests of the web client are skipped: ${why}. PARLEY_BROWSER names a browser.\n`);
  project.provide("browser", null);
}
