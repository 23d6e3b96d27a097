import type { CDPSession, Page } from "playwright-core";
import { expect } from "vitest";
import { timeless } from "./read-out.ts";

/** Landmarks and groups that a screen reader announces when the focus enters them. */
const SURROUNDINGS = new Set([
  ..."alertdialog article complementary dialog feed form group list listbox main menu navigation region search".split(
    " ",
  ),
  ..."radiogroup table toolbar".split(" "),
]);

/** States of the focused element, in the order of announcement. */
const STATES = ["level", "pressed", "checked", "selected", "expanded", "haspopup", "disabled", "required", "invalid"];

interface Node {
  readonly nodeId: string;
  readonly parentId?: string;
  readonly ignored: boolean;
  readonly role?: { readonly value?: unknown };
  readonly name?: { readonly value?: unknown };
  readonly description?: { readonly value?: unknown };
  readonly value?: { readonly value?: unknown };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

/** Runs in the page before anything else. Records what live regions announce, and when. */
function hearRegions(): void {
  const heard: { text: string; at: number; isPolite: boolean }[] = [];
  Object.assign(window, { heard });
  const LIVE = "[role=status], [role=alert], [aria-live]";
  new MutationObserver((records) => {
    const regions = new Set<Element>();
    for (const { target, addedNodes } of records) {
      const around = (target instanceof Element ? target : target.parentElement)?.closest(LIVE);
      if (around) regions.add(around);
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const one of [node, ...node.querySelectorAll(LIVE)]) if (one.matches(LIVE)) regions.add(one);
    }
    for (const region of regions) {
      const text = (region.textContent ?? "").trim();
      const isPolite = region.getAttribute("role") !== "alert" && region.getAttribute("aria-live") !== "assertive";
      if (text !== "" && heard.at(-1)?.text !== text) heard.push({ text, at: performance.now(), isPolite });
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

interface Heard {
  readonly text: string;
  readonly at: number;
  readonly isPolite: boolean;
}

/** Records what a screen reader says on a walk by keyboard, according to the browser's accessibility tree. */
export class Speech {
  readonly lines: string[] = [];
  readonly heard: Heard[] = [];
  readonly #page: Page;
  readonly #session: CDPSession;
  #around: readonly string[] = [];

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async begin(page: Page): Promise<Speech> {
    const session = await page.context().newCDPSession(page);
    await session.send("Accessibility.enable");
    await page.evaluate(hearRegions);
    return new Speech(page, session);
  }

  /** Presses a key, and waits until the focused element is announced as expected. */
  async press(key: string, said: RegExp): Promise<void> {
    await this.#page.keyboard.press(key);
    await this.#settle(key, said);
  }

  async type(text: string, said: RegExp): Promise<void> {
    await this.#page.keyboard.type(text);
    await this.#settle(`"${text}"`, said);
  }

  /** Performs an act other than a key press, such as a tap or a colleague's action. */
  async after(what: string, act: () => Promise<unknown>, said: RegExp): Promise<void> {
    await act();
    await this.#settle(what, said);
  }

  /** Waits until a live region announces a text. */
  async hears(text: RegExp): Promise<void> {
    await expect
      .poll(async () => {
        await this.#collect();
        return this.heard.map((one) => one.text);
      })
      .toContainEqual(expect.stringMatching(text));
    this.lines.push(`  (${timeless(this.heard.findLast((one) => text.test(one.text))?.text ?? "")})`);
  }

  async #collect(): Promise<void> {
    this.heard.push(...(await this.#page.evaluate(() => (window as unknown as { heard: Heard[] }).heard.splice(0))));
  }

  async #settle(what: string, said: RegExp): Promise<void> {
    let now = await this.#focused();
    await expect
      .poll(async () => {
        now = await this.#focused();
        return now.text;
      })
      .toMatch(said);
    const entered = now.around.filter((part) => !this.#around.includes(part));
    this.#around = now.around;
    this.lines.push(`> ${what}`, ...[...entered, now.text].map((text) => `  ${timeless(text)}`));
  }

  /** Returns the focused element, or the active option of a focused list, and the landmarks around it. */
  async #focused(): Promise<{ text: string; around: readonly string[] }> {
    const { result } = await this.#session.send("Runtime.evaluate", {
      expression: `document.getElementById(document.activeElement.getAttribute("aria-activedescendant")) ?? document.activeElement`,
    });
    const { nodes } = (await this.#session.send("Accessibility.getPartialAXTree", {
      ...(result.objectId !== undefined && { objectId: result.objectId }),
      fetchRelatives: true,
    })) as { nodes: Node[] };
    const [at] = nodes;
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const around: string[] = [];
    for (let node = byId.get(at?.parentId ?? ""); node; node = byId.get(node.parentId ?? ""))
      if (!node.ignored && SURROUNDINGS.has(String(node.role?.value)) && node.name?.value) around.unshift(spoken(node));
    return { text: at === undefined ? "nothing" : spoken(at), around };
  }
}

/** Formats a node as it is announced: name, role, states, value. */
function spoken({ role, name, description, value, properties = [] }: Node): string {
  const states = STATES.flatMap((state) => {
    const found = properties.find((one) => one.name === state)?.value.value;
    const isSaid = found !== undefined && found !== false && found !== "false";
    if (isSaid) return found === true || found === "true" ? state : `${state}=${found}`;
    return ["pressed", "checked", "expanded"].includes(state) && found !== undefined ? `not ${state}` : [];
  });
  const shown = role?.value === "textbox" || role?.value === "combobox" ? value?.value : undefined;
  return [name?.value || "nameless", role?.value, ...states, shown, description?.value]
    .filter((part) => part !== undefined && part !== "")
    .join(", ");
}
