/** Loads the parts that no first view needs, such as the composer, menus, dialogs and the background tasks. */
export const loadDeferred = () => import("./soon.ts");

/** Longer than a frame, after which nothing waits for a tab that paints nothing, because it is hidden. */
const PAINTED_AFTER_MS = 100;

/** Waits until the page is painted as it is: to load and run a script takes longer than a frame. */
export const afterPaint = () =>
  new Promise<unknown>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, PAINTED_AFTER_MS);
  });

/** Loads what a call needs: most visits have none. */
export const loadCalls = () => import("./views/calls/calls.ts");

/** Loads what belongs to several organizations: most people have one. */
export const loadSwitching = () => import("./views/switching/switching.ts");

/** Loads the settings, which have words of their own. */
export const settings = () => import("./views/settings/settings.tsx");
