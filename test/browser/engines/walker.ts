import { setTimeout as pause } from "node:timers/promises";
import { PASSWORD } from "../../process/support/person.ts";
import type { Driver } from "./drivers.ts";

const MAX_MS = 30_000;

export const ENTER = "\uE007";
export const ESCAPE = "\uE00C";
export const CONTROL = "\uE009";

/** Selectors of the elements that have a role implicitly. */
const ELEMENTS: Readonly<Record<string, string>> = {
  link: "a[href]",
  button: "button",
  heading: "h1, h2, h3",
  textbox: "textarea, input:not([type]), input[type=email], input[type=password], input[type=text]",
  article: "article",
  combobox: "select",
  "chosen option": '[role="option"][aria-selected="true"]',
};

/** Runs in the page: finds a visible element by role and name, and focuses it if requested. */
const FIND = `
  const [role, pattern, elements, isFocused] = arguments;
  const textOf = (ids) => (ids ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ").trim();
  const shown = (one) => [...one.querySelectorAll("img[alt], [role=img]")]
    .map((image) => image.getAttribute("alt") ?? image.getAttribute("aria-label") ?? "").join(" ") + " " + one.textContent;
  const named = (one) => one.getAttribute("aria-label") || textOf(one.getAttribute("aria-labelledby")) ||
    [...(one.labels ?? [])].map((label) => label.textContent).join(" ") || shown(one);
  const all = [...document.querySelectorAll('[role="' + role + '"]' + (elements ? ", " + elements : ""))];
  const found = all.find((one) => one.getClientRects().length > 0 && new RegExp(pattern).test(named(one).replace(/\\s+/g, " ").trim()));
  if (!found) return null;
  if (isFocused) found.focus();
  const { x, y, width, height } = found.getBoundingClientRect();
  return [Math.round(x + width / 2), Math.round(y + height / 2)];
`;

/** Retries until a condition holds. */
export async function until(problem: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + MAX_MS;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > end) throw new Error(problem);
    await pause(200);
  }
}

/** A user at a browser, who finds things by role and name, and presses keys. */
export class Walker {
  readonly #driver: Driver;
  readonly done: boolean[] = [];

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  async step(name: string, act: () => Promise<void>): Promise<void> {
    const began = Date.now();
    try {
      await act();
      console.log(`ok      ${name} (${Date.now() - began} ms)`);
      this.done.push(true);
    } catch (error) {
      const at = await this.#driver
        .run("return location.href + ' | ' + (document.activeElement?.outerHTML ?? '').slice(0, 120)")
        .catch(() => "?");
      console.log(`FAILED  ${name}: ${error instanceof Error ? error.message : error}\n        at ${at}`);
      this.done.push(false);
    }
  }

  /** Waits until an element is visible. Returns its center. */
  async sees(role: string, name: RegExp, isFocused = false): Promise<readonly [number, number]> {
    const given = [role, name.source, ELEMENTS[role] ?? "", isFocused];
    let middle: unknown = null;
    await until(`there is no ${role} ${name}`, async () => {
      middle = await this.#driver.run(FIND, ...given);
      return middle !== null;
    });
    return middle as unknown as readonly [number, number];
  }

  focus = (role: string, name: RegExp): Promise<unknown> => this.sees(role, name, true);

  /** Taps an element once it no longer moves. */
  async tap(role: string, name: RegExp): Promise<void> {
    let before = "";
    await until(`${role} ${name} moves`, async () => {
      const now = (await this.sees(role, name)).join();
      const stands = now === before;
      before = now;
      return stands;
    });
    const [x, y] = await this.sees(role, name);
    await this.#driver.tap(x, y);
  }

  press = (...keys: (string | readonly string[])[]): Promise<void> => this.#driver.press(keys);
  type = (text: string): Promise<void> => this.#driver.press([...text]);

  go = (hash: string): Promise<unknown> => this.#driver.run("location.hash = arguments[0]; return true", hash);

  async logIn(url: string, email: string): Promise<void> {
    await this.#driver.go(`${url}/login/`);
    await this.focus("textbox", /Email/);
    await this.type(email);
    await this.focus("textbox", /Password/);
    await this.type(PASSWORD);
    await this.press(ENTER);
    await this.sees("heading", /^Inbox/);
  }
}
