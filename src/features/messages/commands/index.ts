import { feature } from "../../../feature.ts";
import { runCommandEndpoint } from "./run-command.ts";

/** Commands that stand in the place of a message. */
export const commands = feature({ name: "commands", endpoints: [runCommandEndpoint] });
