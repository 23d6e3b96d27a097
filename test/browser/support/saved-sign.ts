import type { Page } from "playwright-core";

/**
 * Resolves once a page shows that a setting was saved. Must be called before the change, because the sign is shown only
 * for a moment. The page itself checks for it in each frame.
 */
export const savedSign = (page: Page) => page.waitForFunction(() => document.querySelector(".setting-saved") !== null);
