// The parts of this feature that others can use.
export { codeForm } from "./code-form.ts";
export { sessionsEndedHook } from "./hooks.ts";
export { SETUP_PATH, wantedPath } from "./login-page.ts";
export { endSessions, listSessions, livingSessions, removeSessions, settleSetup, startSession } from "./sessions.ts";
export { checkWayIn } from "./ways-in.ts";
