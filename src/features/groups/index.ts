import { feature } from "../../realm/feature.ts";
import { schema } from "./rows.ts";

/** User groups, and who is in which. */
export const groups = feature({ name: "groups", schema });
