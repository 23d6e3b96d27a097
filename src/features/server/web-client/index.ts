import { page } from "../../../api/page.ts";
import { feature } from "../../../feature.ts";
import { embeddedFiles, reloadingVersion } from "./embedded-files.ts";
import { manifestPage } from "./manifest-page.ts";
import { filePage } from "./serve-file.ts";

const BEAT_MS = 15_000;

/**
 * Sends the client's version to pages, as a server-sent event. Pages stay connected. When the Worker is replaced, they
 * reconnect and receive the new version.
 */
const versionPage = (version: string) =>
  page("GET /w/build", () => {
    const text = new TextEncoder();
    let timer: ReturnType<typeof setInterval> | undefined;
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(text.encode(`retry: 200\ndata: ${version}\n\n`));
        timer = setInterval(() => controller.enqueue(text.encode(":\n\n")), BEAT_MS);
      },
      cancel: () => clearInterval(timer),
    });
    return new Response(body, { headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store" } });
  });

/** The redirect that Cloudflare makes for the file it serves at "/". */
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
