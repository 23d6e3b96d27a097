import { feature } from "../../../feature.ts";
import { embeddedFiles } from "./embedded-files.ts";
import { filePage } from "./serve-file.ts";

/** The web client under `npm start`. */
export const webClient = feature({ name: "web_client", pages: embeddedFiles.map(filePage) });
