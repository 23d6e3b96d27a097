// The parts of this feature that others can use.
export { codeForm } from "./code-form.ts";
export { type EndedAtService, endServiceSessions } from "./end-service-sessions.ts";
export { logoutPathHook, sessionsEndedHook } from "./hooks.ts";
export { otherWays } from "./login-form.ts";
export { leavingPage, SETUP_PATH, wantedPath } from "./login-page.ts";
export { type ServiceLogin, serviceLoginSchema } from "./service-login.ts";
export { endSessions, listSessions, livingSessions, removeSessions, settleSetup, startSession } from "./sessions.ts";
export { checkWayIn } from "./ways-in.ts";
