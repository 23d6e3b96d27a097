import type { Page } from "playwright-core";

interface Held {
  /** Resolves when the page has made the first request. */
  readonly made: Promise<void>;
  /** Lets the held requests reach the server, and all later ones. */
  readonly release: () => void;
}

/** Holds requests of a method to an address, as a slow network does, until the test releases them. */
export async function holdRequests(page: Page, method: string, address: string | RegExp): Promise<Held> {
  const made = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    made.resolve();
    await released.promise;
    await route.continue();
  });
  return { made: made.promise, release: released.resolve };
}
