import { feature } from "../../realm/feature.ts";
import { schema } from "./rows.ts";

/** Channels, who is subscribed to them, and who may see them. What changes a subscription is in `subscriptions`. */
export const channels = feature({ name: "channels", schema });
