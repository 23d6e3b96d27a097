import { event } from "../../../realm/events/event.ts";

/** The list of assistants has changed: clients that show it fetch it again. It goes to the person, and to owners. */
export const assistantsChanged = event({ type: "assistants_changed", fields: {} });
