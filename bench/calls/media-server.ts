import type { Page } from "playwright-core";
import { APP, SfuStandIn } from "../../test/process/support/sfu/stand-in.ts";
import { accept, begin } from "./bare.ts";

/**
 * Starts a fake media server that forwards only to the first page that sends: forwarding everything to everyone would
 * take too much CPU next to the browsers.
 */
export async function startMediaServer(): Promise<SfuStandIn> {
  const sfu = await SfuStandIn.start();
  const deaf = new Set<string>();
  sfu.fault = ({ sessionId = "", body }) => {
    const [first] = sfu.sessions.keys();
    const tracks = (body["tracks"] ?? []) as { readonly sessionId?: string }[];
    if (tracks.some((track) => track.sessionId === first)) deaf.add(sessionId);
    return deaf.has(sessionId) ? { items: "empty_track_error" } : undefined;
  };
  return sfu;
}

/** Makes pages send their tones to a media server, and the first page receive the tones of the others. */
export async function connectThrough({ url }: SfuStandIn, pages: readonly Page[]): Promise<void> {
  const ask = async (method: string, path: string, body: object = {}) => {
    const headers = { authorization: `Bearer ${APP.secret}`, "content-type": "application/json" };
    const response = await fetch(`${url}/apps/${APP.id}/sessions${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    return (await response.json()) as { readonly sessionId: string; readonly sessionDescription: { sdp: string } };
  };
  const sessions: string[] = [];
  for (const page of pages) {
    const { sessionId } = await ask("POST", "/new");
    const { at, sdp } = await page.evaluate(begin, undefined);
    const tracks = [{ location: "local", mid: "0", trackName: "mic" }];
    const offer = { sessionDescription: { type: "offer", sdp }, tracks };
    await accept(page, at, (await ask("POST", `/${sessionId}/tracks/new`, offer)).sessionDescription.sdp);
    sessions.push(sessionId);
  }
  const [listener] = pages;
  const { sessionId } = await ask("POST", "/new");
  const tracks = sessions.slice(1).map((sender) => ({ location: "remote", sessionId: sender, trackName: "mic" }));
  const { sessionDescription } = await ask("POST", `/${sessionId}/tracks/new`, { tracks });
  const answer = await listener?.evaluate(begin, sessionDescription.sdp);
  await ask("PUT", `/${sessionId}/renegotiate`, { sessionDescription: { type: "answer", sdp: answer?.sdp } });
}
