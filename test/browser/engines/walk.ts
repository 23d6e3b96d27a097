// Walks through the web client by keys, in an engine that Playwright does not drive: npm run walks -- --engine webkit|firefox

import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { launchOn, makeData, removeData } from "../../process/support/launch.ts";
import { ownerOf, PASSWORD } from "../../process/support/person.ts";
import { type Driver, startFirefox, startWebKit } from "./drivers.ts";

const ENGINES = { webkit: startWebKit, firefox: startFirefox };
const MOST_MS = 30_000;

const ENTER = "\uE007";
const ESCAPE = "\uE00C";
const CONTROL = "\uE009";

/** Elements that have a role without naming it. */
const ELEMENTS: Readonly<Record<string, string>> = {
  link: "a[href]",
  button: "button",
  heading: "h1, h2, h3",
  textbox: "textarea, input:not([type]), input[type=email], input[type=password], input[type=text]",
  article: "article",
  combobox: "select",
  "chosen option": '[role="option"][aria-selected="true"]',
};

/** Runs in the page: finds what is seen, by role and name, and gives it the focus where that is asked for. */
const FIND = `
  const [role, pattern, elements, isFocused] = arguments;
  const textOf = (ids) => (ids ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ").trim();
  const shown = (one) => [...one.querySelectorAll("img[alt], [role=img]")]
    .map((image) => image.getAttribute("alt") ?? image.getAttribute("aria-label") ?? "").join(" ") + " " + one.textContent;
  const named = (one) => one.getAttribute("aria-label") || textOf(one.getAttribute("aria-labelledby")) ||
    [...(one.labels ?? [])].map((label) => label.textContent).join(" ") || shown(one);
  const all = [...document.querySelectorAll('[role="' + role + '"]' + (elements ? ", " + elements : ""))];
  const found = all.find((one) => one.getClientRects().length > 0 && new RegExp(pattern).test(named(one).replace(/\\s+/g, " ").trim()));
  if (found && isFocused) found.focus();
  return found ? true : false;
`;

class Walk {
  readonly #driver: Driver;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  async step(name: string, act: () => Promise<void>): Promise<boolean> {
    const began = Date.now();
    try {
      await act();
      console.log(`ok      ${name} (${Date.now() - began} ms)`);
      return true;
    } catch (error) {
      const at = await this.#driver
        .run("return location.href + ' | ' + (document.activeElement?.outerHTML ?? '').slice(0, 120)")
        .catch(() => "?");
      console.log(`FAILED  ${name}: ${error instanceof Error ? error.message : error}\n        at ${at}`);
      return false;
    }
  }

  /** Waits until something is seen. */
  async sees(role: string, name: RegExp, isFocused = false): Promise<void> {
    const until = Date.now() + MOST_MS;
    const given = [role, name.source, ELEMENTS[role] ?? "", isFocused];
    while ((await this.#driver.run(FIND, ...given).catch(() => false)) !== true) {
      if (Date.now() > until) throw new Error(`there is no ${role} ${name}`);
      await pause(200);
    }
  }

  focus = (role: string, name: RegExp): Promise<void> => this.sees(role, name, true);

  press = (...keys: (string | readonly string[])[]): Promise<void> => this.#driver.press(keys);
  type = (text: string): Promise<void> => this.#driver.press([...text]);
}

const { values } = parseArgs({ options: { engine: { type: "string", default: "webkit" } } });
const start = ENGINES[values.engine as keyof typeof ENGINES];
if (start === undefined) throw new Error("--engine is webkit or firefox");

const data = makeData();
const launch = launchOn({ data, args: ["--quiet", "--rate-limits", "off"] });
const server = await launch.running();
const owner = await ownerOf(server);
const omar = await owner.invite("Omar");
const quay = await owner.channel("quay", [owner, omar]);
await owner.ok(owner.post("/messages", { type: "channel", to: quay, topic: "crane", content: "The hook turns." }));
const driver = await start();
const walk = new Walk(driver);
const done: boolean[] = [];
const step = async (name: string, act: () => Promise<void>) => void done.push(await walk.step(name, act));

try {
  await step("logging in", async () => {
    await driver.go(`${server.url}/login/`);
    await walk.focus("textbox", /Email/);
    await walk.type(omar.email);
    await walk.focus("textbox", /Password/);
    await walk.type(PASSWORD);
    await walk.press(ENTER);
    await walk.sees("heading", /^Inbox/);
  });
  await step("from the inbox to a topic", async () => {
    await walk.focus("link", /crane/);
    await walk.press(ENTER);
    await walk.sees("heading", /^crane/);
    await walk.sees("article", /The hook turns|Owner|.+/);
  });
  await step("writing", async () => {
    await walk.focus("textbox", /^Message #quay/);
    await walk.type("It holds now.");
    await walk.press([CONTROL, ENTER]);
    await walk.sees("article", /.+/);
    await walk.press(ESCAPE);
    const sent = async () =>
      (await omar.ok(omar.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 }))).messages;
    const until = Date.now() + MOST_MS;
    while (!(await sent()).some(({ content }: { content: string }) => content.includes("It holds now."))) {
      if (Date.now() > until) throw new Error("the message does not arrive");
      await pause(200);
    }
  });
  await step("reacting", async () => {
    await walk.press(":");
    await walk.sees("combobox", /Find an emoji/);
    await walk.type("tada");
    await walk.sees("chosen option", /^tada/);
    await walk.press(ENTER);
    await walk.sees("button", /^tada/);
  });
  await step("searching", async () => {
    await walk.press(ESCAPE, "/");
    await walk.sees("combobox", /Search/);
    await walk.type("hook");
    await walk.press(ENTER);
    await walk.sees("heading", /Search: .*hook/);
    await walk.sees("article", /.+/);
  });
  await step("settings", async () => {
    await driver.run("location.hash = '#settings/preferences'; return true");
    await walk.sees("heading", /^Preferences|^Settings/);
    await walk.sees("combobox", /Language|Theme|.+/);
  });
  await step("loading again without the server", async () => {
    await driver.run("location.hash = arguments[0]; return true", `#narrow/channel/${quay}-quay/topic/crane`);
    await walk.sees("heading", /^crane/);
    await driver.run("return navigator.serviceWorker?.controller ? true : false");
    await pause(2000);
    await server.stop();
    await driver.run("location.reload(); return true").catch(() => undefined);
    await pause(1000);
    await walk.sees("heading", /^crane/);
    await walk.sees("article", /.+/);
    await walk.sees("status", /offline/i);
  });
} finally {
  await driver.end();
  await removeData(data);
}
console.log(`${done.filter(Boolean).length} of ${done.length} steps in ${values.engine}`);
process.exitCode = done.every(Boolean) ? 0 : 1;
