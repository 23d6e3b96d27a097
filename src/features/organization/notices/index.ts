import { feature } from "../../../feature.ts";

/** Messages that the server's bots write. */
export const notices = feature({ name: "notices" });
