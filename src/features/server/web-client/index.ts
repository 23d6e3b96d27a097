import { page } from "../../../endpoints/page.ts";
import { feature } from "../../../feature.ts";
import { embeddedFiles } from "./embedded-files.ts";
import { filePage } from "./serve-file.ts";

/** As Cloudflare does with the name of the file that it serves at "/". */
const toRoot = page("GET /index.html", () => new Response(null, { status: 307, headers: { Location: "/" } }));

/** The web client under `npm start`. */
export const webClient = feature({
  name: "web_client",
  pages: embeddedFiles.length > 0 ? [...embeddedFiles.map(filePage), toRoot] : [],
});
