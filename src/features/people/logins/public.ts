// What other features may use of this one.
export { endSessions, startSession } from "./sessions.ts";
