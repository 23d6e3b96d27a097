import { feature } from "../../realm/feature.ts";
import { events } from "./events.ts";
import { schema } from "./rows.ts";
import { state } from "./state.ts";

/** What everybody chooses for themselves, and what new accounts start from. The endpoint is in `preferences`. */
export const settings = feature({ name: "settings", schema, events, state });
