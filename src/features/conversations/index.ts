import { feature } from "../../feature.ts";
import { schema } from "./rows.ts";

/** Where messages stand: in which conversation and topic, who sent them, and who takes part. */
export const conversations = feature({ name: "conversations", schema });
