import { event } from "../../../realm/events/event.ts";

/** Clients that show invitations fetch them again (register-and-events.md 5.4). */
export const invitesChanged = event({ type: "invites_changed", fields: {} });
