/** Loads the deferred script: everything the first view doesn't need, such as the composer, menus and dialogs. */
export const loadDeferred = () => import("./deferred.ts");

/** Fallback for hidden tabs, which get no animation frames. */
const PAINTED_AFTER_MS = 100;

/** Waits until the page is painted, because loading and running a script takes longer than a frame. */
export const afterPaint = () =>
  new Promise<unknown>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, PAINTED_AFTER_MS);
  });

/** Loads the code for calls, which most visits don't need. */
export const loadCalls = () => import("./views/calls/calls.ts");

export const loadBoards = () => import("./views/board/boards.ts");

/** Loads the code for conversations with people outside the organization, and for inviting these people. */
export const loadOutside = () => import("./views/outside/outside.ts");

/** Loads the code for scheduled messages and reminders, and for the dialogs of polls and task lists. */
export const loadLater = () => import("./views/later/later.ts");

/** Loads the code for the buttons and forms in bots' messages. */
export const loadButtons = () => import("./views/message/buttons/buttons.ts");

/** Loads the code that records and plays voice messages. */
export const loadVoice = () => import("./views/voice/voice.ts");

/** Loads the code for switching between organizations, which most users don't need. */
export const loadSwitching = () => import("./views/organizations/organizations.ts");

/** Loads the settings, which have their own strings. */
export const settings = () => import("./views/settings/settings.tsx");
