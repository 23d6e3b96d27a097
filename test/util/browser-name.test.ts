import { expect, test } from "vitest";
import { browserName } from "../../src/util/browser-name.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0", "Firefox, Linux"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/150.0.0.0 Safari/537.36`, "Chrome, Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/150.0.0.0 Safari/537.36 Edg/150.0`, "Edge, Windows"],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${WEBKIT} Chrome/150.0.0.0 Mobile Safari/537.36`, "Chrome, Android"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
    "Safari, macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
    "Safari, iPhone",
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Zulip/5.12.0 Chrome/150.0.0.0 Electron/40.0.0 Safari/537.36 ZulipElectron/5.12.0`,
    "Zulip Desktop, Linux",
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/150.0.0.0 Safari/537.36`, "Chrome, Linux"],
  ["curl/8.0", undefined],
  ["", undefined],
])("browserName recognizes %s as %s", (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
