import { feature } from "../../../feature.ts";

export const notices = feature({ name: "notices" });
