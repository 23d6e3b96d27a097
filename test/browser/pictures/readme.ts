// Takes the README's pictures of the demo: npm run pictures -- --readme
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { findBrowser } from "../../../scripts/web/browser.mjs";
import { fontEnvironment } from "../../../scripts/web/fonts.mjs";
import { launchOn, makeData, removeData, root } from "../../process/support/launch.ts";

const PLACE = "#narrow/channel/2-workshop/topic/frame.2012";
const SIZE = { width: 1280, height: 676 };
/** Makes the pictures 1600 pixels wide. */
const SCALE = 1.25;
const THEMES = ["light", "dark"] as const;

/** Writes docs/pictures/client-light.png and -dark.png. */
export async function takeForReadme(): Promise<void> {
  const found = await findBrowser();
  if (found === undefined) throw new Error("there is no browser here; PARLEY_BROWSER names one");
  const data = makeData();
  try {
    const server = await launchOn({ data, args: ["--demo", "--quiet"], env: { LC_ALL: "en_US.UTF-8" } }).running();
    const browser = await chromium.launch({ ...found, env: { ...found.env, ...(await fontEnvironment()) } });
    const directory = join(root, "docs/pictures");
    mkdirSync(directory, { recursive: true });
    const login = { email: server.credentials.email, password: server.password ?? "" };
    for (const theme of THEMES) {
      const picture = await takeIn(browser, { url: server.url, login, theme });
      writeFileSync(join(directory, `client-${theme}.png`), picture);
      console.log(`docs/pictures/client-${theme}.png: ${picture.length} bytes`);
    }
    await browser.close();
    await server.stop();
  } finally {
    await removeData(data);
  }
}

interface Look {
  readonly url: string;
  readonly login: { readonly email: string; readonly password: string };
  readonly theme: (typeof THEMES)[number];
}

async function takeIn(browser: Browser, { url, login, theme }: Look): Promise<Buffer> {
  const context = await browser.newContext({ viewport: SIZE, deviceScaleFactor: SCALE, colorScheme: theme });
  const page = await context.newPage();
  await page.goto(`${url}/login/`);
  await page.fill("input[name=username]", login.email);
  await page.fill("input[name=password]", login.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: /unread/ }).waitFor();
  await page.evaluate((place) => {
    location.hash = place;
  }, PLACE);
  await page.locator("main img[src*=thumbnail]").first().scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  const picture = await page.screenshot();
  await context.close();
  return picture;
}
