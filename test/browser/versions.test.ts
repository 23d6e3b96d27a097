/** @module-tag nightly */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { launchOn, makeData, removeData, type Server } from "../process/support/launch.ts";
import { ownerOf, Person } from "../process/support/person.ts";
import { until } from "../process/support/processes.ts";
import { copyProject } from "../process/support/project.ts";
import { test } from "./support/browser-test.ts";
import { Visit } from "./support/visit.ts";

/** Changes the description of the page, so that the client has another version. */
function change(project: string, version: string): void {
  const file = join(project, "src/web/index.html");
  const text = readFileSync(file, "utf8").replace(/\n<meta name="description".*/, "");
  writeFileSync(file, text.replace("</title>", `</title>\n<meta name="description" content="${version}">`));
}

function freshData(): string {
  const data = makeData();
  onTestFinished(() => removeData(data));
  return data;
}

/** The owner at a name that browsers need: without TLS, they only cache files of localhost. */
const ownerAt = async (server: Server) => {
  const { url, email, key, id } = await ownerOf(server);
  return new Person(url, email, key, id, new URL(server.url).host);
};

const version = (visit: Visit) => visit.page.locator("meta[name=description]").getAttribute("content");

test("npm run dev reloads the page when its sources change", { tags: "nightly" }, async ({ browser }) => {
  const data = freshData();
  const project = copyProject(data);
  change(project, "one");
  const server = await launchOn({ data, project, args: ["--watch", "--quiet"] }).running();
  const visit = await Visit.begin(browser, server, await ownerAt(server), {
    password: server.password ?? "",
    worker: true,
  });
  onTestFinished(() => visit.end());
  await visit.page.getByRole("navigation", { name: "Navigation" }).waitFor();
  expect(await version(visit)).toBe("one");
  change(project, "two");
  await until("the page is another", async () => (await version(visit).catch(() => "")) === "two");
  await visit.page.getByRole("navigation", { name: "Navigation" }).waitFor();
});

test("the client opens offline, and offers a newer version that starts when it is chosen", async ({ browser }) => {
  const data = freshData();
  const project = copyProject(data);
  change(project, "one");
  const first = await launchOn({ data, project, args: ["--quiet"] }).running();
  const visit = await Visit.begin(browser, first, await ownerAt(first), {
    password: first.password ?? "",
    language: "de",
    worker: true,
  });
  onTestFinished(() => visit.end());
  const { page, context } = visit;
  const navigation = page.getByRole("navigation", { name: "Navigation" });
  const keptScripts = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith("client "));
      const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return kept.map((requests) => requests.map(({ url }) => /([\w-]+)\.\w+\.js$/.exec(url)?.[1] ?? ""));
    });
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });

  // The device only stores the texts of its own language.
  await until("the language is kept", async () => (await keptScripts())[0]?.includes("settings-de") === true);
  expect((await keptScripts())[0]?.filter((name) => /^(settings-)?..$/.test(name)).sort()).toEqual([
    "de",
    "settings-de",
  ]);

  await context.setOffline(true);
  await page.reload();
  await navigation.waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  expect(await version(visit)).toBe("one");
  await context.setOffline(false);

  await first.stop();
  change(project, "two");
  appendFileSync(join(project, "src/web/icon.svg"), "\n");
  await launchOn({ data, project, args: ["--quiet", "--port", new URL(first.url).port] }).running();
  await page.reload();
  await navigation.waitFor();
  expect(await version(visit)).toBe("one");
  await page.getByRole("status").getByRole("button", { name: "Seite neu laden" }).click();
  await until("the page is another", async () => (await version(visit).catch(() => "")) === "two");
  await navigation.waitFor();
  expect((await keptScripts()).map((names) => names.includes("settings-de"))).toEqual([true, true]);

  // Other tabs may still show the previous version, whose parts the server no longer has.
  const loaded = await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("client "));
    const [before = [], after = []] = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const old = before.filter(({ url }) => !after.some((one) => one.url === url));
    return Promise.all(old.map(async ({ url }) => (await fetch(url, { cache: "no-store" })).ok));
  });
  expect(loaded.length).toBeGreaterThan(0);
  expect(loaded).not.toContain(false);
});
