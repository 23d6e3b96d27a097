import { event } from "../../../realm/events/event.ts";

/** The list of invitations changed. Clients that show it fetch it again (register-and-events.md 5.4). */
export const invitesChanged = event({ type: "invites_changed", fields: {} });
