import { page } from "../../../api/page.ts";

const BEAT_MS = 15_000;

/**
 * Sends pages the client's version (server-sent events). They stay connected, and learn of a new version when they
 * reconnect after the Worker was replaced.
 */
export const versionPage = (version: string) =>
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
