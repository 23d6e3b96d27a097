/**
 * A change in the page's state. `hidden`: it is no longer visible. `frozen`: it may stop running, temporarily or for
 * good, because it was closed, is kept for the back button, or the browser saves power. `shown`: one of these has
 * ended. `logged-in`: someone logged in again, in this tab or another. `logged-out`: someone logged out in one of the
 * tabs, and the login page is about to replace this one.
 */
export type PageChange = "shown" | "hidden" | "frozen" | "online" | "offline" | "logged-in" | "logged-out";

export interface Page {
  visible(): boolean;
  online(): boolean;
  /** Calls `run` on each of these changes until the returned function is called. */
  on(changes: readonly PageChange[], run: (change: PageChange) => void): () => void;
}

/** Sent by the client to its window when someone has logged in again. */
export const LOGGED_IN = "parley-logged-in";
/** Sent by the client to its window when someone has logged out. */
export const LOGGED_OUT = "parley-logged-out";

const SOURCES: readonly (readonly ["document" | "window", string, PageChange | undefined])[] = [
  ["document", "visibilitychange", undefined],
  ["document", "freeze", "frozen"],
  ["document", "resume", "shown"],
  ["window", "pageshow", "shown"],
  ["window", "pagehide", "frozen"],
  ["window", "online", "online"],
  ["window", "offline", "offline"],
  ["window", LOGGED_IN, "logged-in"],
  ["window", LOGGED_OUT, "logged-out"],
];

export const browserPage: Page = {
  visible: () => document.visibilityState === "visible",
  online: () => navigator.onLine,
  on(changes, run) {
    const stops = SOURCES.map(([where, type, named]) => {
      const target = where === "document" ? document : window;
      const heard = () => {
        const change = named ?? (document.visibilityState === "visible" ? "shown" : "hidden");
        if (changes.includes(change)) run(change);
      };
      target.addEventListener(type, heard);
      return () => target.removeEventListener(type, heard);
    });
    return () => {
      for (const stop of stops) stop();
    };
  },
};
