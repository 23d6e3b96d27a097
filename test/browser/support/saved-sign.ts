import type { Page } from "playwright-core";

/**
 * Resolves once a page shows that a setting was saved. Ask before the change: the page itself looks in each frame, because
 * the sign is shown only for a moment.
 */
export const savedSign = (page: Page) => page.waitForFunction(() => document.querySelector(".setting-saved") !== null);
