import { event } from "../../../realm/events/event.ts";

/** The list of assistants changed, and clients showing it must reload it. Sent to the user and to owners. */
export const assistantsChanged = event({ type: "assistants_changed", fields: {} });
