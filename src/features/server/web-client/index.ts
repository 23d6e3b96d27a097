import { page } from "../../../api/page.ts";
import { feature } from "../../../feature.ts";
import { embeddedFiles, reloadingVersion } from "./embedded-files.ts";
import { manifestPage } from "./manifest-page.ts";
import { filePage } from "./serve-file.ts";
import { versionPage } from "./tell-version.ts";

/** The same redirect Cloudflare makes for the name of the file it serves at "/". */
const toRoot = page("GET /index.html", () => new Response(null, { status: 307, headers: { Location: "/" } }));

/** The web client's manifest and, under `npm start`, its files. */
export const webClient = feature({
  name: "web_client",
  pages: [
    manifestPage,
    ...embeddedFiles.map(filePage),
    ...(embeddedFiles.length > 0 ? [toRoot] : []),
    ...(reloadingVersion === undefined ? [] : [versionPage(reloadingVersion)]),
  ],
});
