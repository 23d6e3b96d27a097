import { feature } from "../../../feature.ts";
import { runCommandEndpoint } from "./run-command.ts";

/** Commands that web clients accept in place of a message, such as `/dark`. */
export const commands = feature({ name: "commands", endpoints: [runCommandEndpoint] });
