import type { CDPSession, Locator, Page } from "playwright-core";

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A finger on a page with a touch screen. */
export class Finger {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async on(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  /** Drags an element by an offset, with some momentum. */
  async drag(target: Locator, by: Spot): Promise<void> {
    const { x, y } = await middleOf(target);
    await this.#touch("touchStart", [{ x, y }]);
    for (let step = 1; step <= 8; step++) {
      await this.#touch("touchMove", [{ x: x + (by.x * step) / 8, y: y + (by.y * step) / 8 }]);
    }
    await this.#touch("touchEnd", []);
  }

  /** Puts the finger on an element and keeps it there. */
  async rest(target: Locator): Promise<void> {
    await this.#touch("touchStart", [await middleOf(target)]);
  }

  /** Moves the pressing finger by an offset from an element. */
  async slide(from: Locator, by: Spot): Promise<void> {
    const { x, y } = await middleOf(from);
    await this.#touch("touchMove", [{ x: x + by.x, y: y + by.y }]);
  }

  async lift(): Promise<void> {
    await this.#touch("touchEnd", []);
  }

  /** Spreads two fingers on an element. */
  async spread(target: Locator): Promise<void> {
    await this.#pinch(await middleOf(target), [20, 120]);
  }

  /** Pinches an element with two fingers, which zooms out all the way. */
  async pinch(target: Locator, axis: "x" | "y" = "x"): Promise<void> {
    await this.#pinch(await middleOf(target), [120, 5], axis);
  }

  async #pinch(middle: Spot, [from, to]: readonly [number, number], axis: "x" | "y" = "x"): Promise<void> {
    const at = (distance: number) => [
      { ...middle, [axis]: middle[axis] - distance, id: 1 },
      { ...middle, [axis]: middle[axis] + distance, id: 2 },
    ];
    await this.#touch("touchStart", at(from));
    for (let step = 1; step <= 10; step++) await this.#touch("touchMove", at(from + ((to - from) * step) / 10));
    await this.#touch("touchEnd", []);
  }

  async #touch(
    type: "touchStart" | "touchMove" | "touchEnd",
    touchPoints: (Spot & { readonly id?: number })[],
  ): Promise<void> {
    await this.#session.send("Input.dispatchTouchEvent", { type, touchPoints });
  }
}

async function middleOf(target: Locator): Promise<Spot> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error("it cannot be seen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
