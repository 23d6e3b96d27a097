import type { Page, Request } from "playwright-core";
import { expect } from "vitest";
import type { PictureOf } from "../pictures/screens.ts";
import type { Harbour } from "./believable/harbour.ts";
import type { Visit } from "./visit.ts";

/** A page without the client. Loading the client in each tab would take longer. */
export const CHEAP = "/health";

/** A page, and the requests it has sent that aren't answered yet. */
export interface Tab {
  readonly page: Page;
  readonly asked: ReadonlySet<Request>;
}

export async function tabOf(visit: Visit): Promise<Tab> {
  const page = await visit.emptyTab();
  const asked = new Set<Request>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/json/") && pathname !== "/json/events") asked.add(request);
  });
  page.on("requestfinished", (request) => asked.delete(request));
  page.on("requestfailed", (request) => asked.delete(request));
  return { page, asked };
}

const addressOf = ({ at }: PictureOf, harbour: Harbour): string => (typeof at === "string" ? at : at(harbour));

/** Shows a screen in a tab that is empty, or shows another screen of the same user. */
export async function show({ page, asked }: Tab, screen: PictureOf, harbour: Harbour): Promise<void> {
  const at = addressOf(screen, harbour);
  if (page.url() === "about:blank") await page.goto(at.startsWith("/") ? at : `/${at}`);
  else await page.evaluate(goTo, at);
  // The placeholder that is shown before the client starts has a heading, too.
  await page
    .locator(at.startsWith("#") || at === "/" ? ".shell h1" : "h1")
    .first()
    .waitFor();
  const rest = () => page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
  await rest();
  await screen.act?.(page);
  // Waits until all requests of the page are answered, and the responses drawn.
  await expect.poll(() => asked.size).toBe(0);
  await rest();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
}

/** Runs in a page. Resolves once the screen at the hash is drawn. */
const goTo = (hash: string): Promise<void> =>
  new Promise((resolve) => {
    const isDrawn = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    if (location.hash === hash) isDrawn();
    else addEventListener("hashchange", isDrawn, { once: true });
    location.hash = hash;
  });

/** Leaves a screen whose steps opened or changed something, such as a dialog over it. */
export const leave = ({ page }: Tab): Promise<void> => page.evaluate(goTo, "#about-parley");

/** True if the next screen can be shown on the page that this screen leaves. */
export const canBeLeft = (screen: PictureOf, harbour: Harbour) =>
  screen.endsPage === undefined && addressOf(screen, harbour).startsWith("#");
