// Takes pictures of the web client's screens for review: npm run pictures -- --help
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium } from "playwright-core";
import { findBrowser } from "../../../scripts/web/browser.mjs";
import { fontEnvironment } from "../../../scripts/web/fonts.mjs";
import { launchOn, makeData, removeData, root, type Server } from "../../process/support/launch.ts";
import { foundOrganization } from "../../process/support/person.ts";
import { afternoon } from "../support/afternoon.ts";
import { AHEAD_MS, fillHarbour, type Harbour } from "../support/believable/harbour.ts";
import { fitProblems } from "../support/fit.ts";
import { readOut } from "../support/read-out.ts";
import { Visit } from "../support/visit.ts";
import { dialogs } from "./dialogs.ts";
import { gallery } from "./gallery.ts";
import { nameIn } from "./named.ts";
import { takeForReadme } from "./readme.ts";
import { offered, type PictureOf, screens } from "./screens.ts";
import { states } from "./states.ts";

const HELP = `npm run pictures -- [--only NAME] [--theme light|dark] [--width 320|360|390|820|1024|1440] [--language LANGUAGE]
                    [--compact] [--tall] [--check]
       npm run pictures -- --readme

Fills a server with a believable organization, and takes pictures of its screens (test/browser/pictures/screens.ts), and of
what they look like while something is done in them (states.ts), into pictures/, each with what is read out of it (.yaml). --only may be given several times, and takes the beginning of a name.
--tall makes them as high as the longest screens of the settings.
--check measures each screen too, on a phone in the light theme unless other ones are named: what reaches beyond the window, is
cut without an ellipsis, or lies over another text is listed, and the command fails.
A state that can't be reached is listed too, and the command fails.
--readme takes the README's pictures of the demo instead, into docs/pictures/.
`;

/** Login services. Their buttons are never pressed here. */
const PROVIDERS = ["google", "github"].map((preset) => ({ preset, client_id: "pictures", client_secret: "pictures" }));

const HEIGHTS = { 320: 640, 360: 740, 390: 844, 820: 1100, 1024: 768, 1440: 900 };
const USUAL_WIDTHS = ["360", "820", "1440"];
/** The width of the widest phone. */
const PHONE = 390;
const TALL = 4000;
type Width = keyof typeof HEIGHTS;
type Theme = "light" | "dark";

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    theme: { type: "string", multiple: true },
    width: { type: "string", multiple: true },
    language: { type: "string", default: "en" },
    compact: { type: "boolean", default: false },
    tall: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    readme: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

/** One line per text that doesn't fit. */
const unfit: string[] = [];
/** A line for each state that couldn't be reached. */
const unreached: string[] = [];

/** Takes a picture of one screen. Returns the problems of its page. */
async function take(visit: Visit, harbour: Harbour, screen: PictureOf, file: string): Promise<string[]> {
  const known = visit.problems.length;
  const at = typeof screen.at === "string" ? screen.at : screen.at(harbour);
  const page = await visit.tab(at.startsWith("#") ? `/?language=${values.language}${at}` : at);
  await page.waitForTimeout(400);
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null, undefined, { timeout: 5000 });
  // If a state can't be reached, a picture is taken anyway.
  page.setDefaultTimeout(10_000);
  await screen.act?.(page).catch((error: Error) => {
    unreached.push(`${screen.name}: ${error.message.slice(0, 200)}`);
    console.log(`not reached: ${unreached.at(-1)}`);
  });
  await page.waitForTimeout(300);
  await page.screenshot({ path: file });
  writeFileSync(file.replace(/\.png$/, ".yaml"), await readOut(page));
  if (values.check && !screen.isCutOnPurpose)
    unfit.push(...(await fitProblems(page)).map((problem) => `${screen.name}: ${problem}`));
  await page.context().setOffline(false);
  await page.close();
  return visit.problems.slice(known);
}

async function visitAs(browser: Browser, server: Server, harbour: Harbour, look: { width: Width; theme: Theme }) {
  const { width, theme } = look;
  const visits = new Map<PictureOf["of"], Visit>();
  return async (who: PictureOf["of"]): Promise<Visit> => {
    const known = visits.get(who);
    if (known !== undefined) return known;
    const { founder, outsider, people } = harbour;
    const person = who === null ? undefined : { ...people, founder, outsider }[who ?? "iris"];
    const visit = await Visit.begin(browser, server, person, {
      ...{
        size: { width, height: values.tall ? TALL : HEIGHTS[width] },
        theme,
        touch: width <= PHONE,
        scale: width <= PHONE ? 2 : 1,
        language: values.language,
      },
      ...{ aheadMs: AHEAD_MS, timeZone: afternoon(), at: who === null ? "/login/" : "#about-parley" },
      ...{ host: people.iris.host, worker: true },
    });
    if (values.compact) {
      await visit.context.addInitScript(() => localStorage.setItem("look", JSON.stringify({ density: "compact" })));
    }
    // Prevents messages from being marked as read, so that the next picture shows the organization in the same state.
    await visit.context.route("**/json/messages/flags", (route) =>
      route.fulfill({
        json: { result: "success", msg: "", messages: [], ignored_because_not_subscribed_channels: [] },
      }),
    );
    visits.set(who, visit);
    return visit;
  };
}

async function main(): Promise<void> {
  if (values.help) return console.log(HELP);
  if (values.readme) return await takeForReadme();
  const { only, check } = values;
  const { theme: themes = check ? ["light"] : ["light", "dark"] } = values;
  const { width: widths = check ? ["360"] : USUAL_WIDTHS } = values;
  const wanted = [...screens, ...states, ...dialogs].filter(
    ({ name }) => only?.some((begin) => name.startsWith(begin)) ?? true,
  );
  await nameIn(values.language);
  const found = await findBrowser();
  if (found === undefined) throw new Error("there is no browser here; PARLEY_BROWSER names one");
  const directory = join(root, "pictures");
  if (only === undefined) rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const data = makeData();
  const providers = join(mkdtempSync(join(tmpdir(), "parley-pictures-")), "providers.json");
  writeFileSync(providers, JSON.stringify(PROVIDERS), { mode: 0o600 });
  let problems = 0;
  try {
    const args = [...offered.args, "--login-providers", providers];
    const server = await launchOn({ data, args, env: offered.env }).running();
    const harbour = await fillHarbour(await foundOrganization(server, "harbour"));
    const browser = await chromium.launch({ ...found, env: { ...found.env, ...(await fontEnvironment()) } });
    for (const theme of themes as Theme[]) {
      for (const width of widths.map(Number) as Width[]) {
        const visit = await visitAs(browser, server, harbour, { width, theme });
        for (const screen of wanted.filter(({ widths }) => widths?.includes(width) ?? true)) {
          const language = values.language === "en" ? "" : `-${values.language}`;
          const file = `${screen.name}-${width}-${theme}${language}.png`;
          const told = await take(await visit(screen.of), harbour, screen, join(directory, file));
          problems += told.length;
          console.log([file, ...told].join("\n    "));
        }
      }
    }
    await browser.close();
    writeFileSync(join(directory, "index.html"), gallery(directory));
    console.log(`pictures/index.html shows them all${problems > 0 ? `; ${problems} errors were told` : ""}`);
    if (unreached.length > 0) console.log([`${unreached.length} states not reached:`, ...unreached].join("\n    "));
    if (unfit.length > 0) console.log([`${unfit.length} texts do not fit:`, ...unfit].join("\n    "));
    if (unreached.length + unfit.length > 0) process.exitCode = 1;
  } finally {
    rmSync(dirname(providers), { recursive: true });
    await removeData(data);
  }
}

await main();
