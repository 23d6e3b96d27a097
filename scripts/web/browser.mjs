import { existsSync } from "node:fs";

/** Where systems have a Chromium. */
const KNOWN = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * How playwright starts a browser on this machine; undefined where there is none. PARLEY_BROWSER names one.
 *
 * @returns {Promise<{ executablePath: string, args: string[], env?: Record<string, string> } | undefined>}
 */
export async function findBrowser() {
  const executablePath = process.env["PARLEY_BROWSER"] ?? KNOWN.find((path) => existsSync(path));
  return executablePath === undefined ? undefined : { executablePath, args: ["--no-sandbox"] };
}
