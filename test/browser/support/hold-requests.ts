import type { Page } from "playwright-core";

interface Held {
  /** Resolves when the page has made the first request. */
  readonly made: Promise<void>;
  /** Passes the held requests, and all later ones, on to the server. */
  readonly release: () => void;
  /** Refuses the held requests, and all later ones. */
  readonly refuse: () => void;
}

/** Holds requests with a method to an address, like a slow network, until the test releases or refuses them. */
export async function holdRequests(page: Page, method: string, address: string | RegExp): Promise<Held> {
  const made = Promise.withResolvers<void>();
  const isAllowed = Promise.withResolvers<boolean>();
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    made.resolve();
    if (await isAllowed.promise) return route.continue();
    return route.fulfill({ status: 400, json: { result: "error", msg: "Not today.", code: "BAD_REQUEST" } });
  });
  return { made: made.promise, release: () => isAllowed.resolve(true), refuse: () => isAllowed.resolve(false) };
}
