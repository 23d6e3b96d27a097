import { feature } from "../../../feature.ts";

/** Messages from the system bots. */
export const notices = feature({ name: "notices" });
