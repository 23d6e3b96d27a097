import type { Page } from "playwright-core";
import { toneOf } from "./talk.ts";

/** Connects two pages directly, like calls without a media server. Each page sends its own tone. */
export async function connectBare(first: Page, second: Page): Promise<void> {
  const { at, sdp: offer } = await first.evaluate(begin, undefined);
  const { sdp: answer } = await second.evaluate(begin, offer);
  await accept(first, at, answer);
}

export const accept = (page: Page, at: number, sdp: string): Promise<void> =>
  page.evaluate(([at, sdp]) => window.talk.connections[at]?.setRemoteDescription({ type: "answer", sdp }), [
    at,
    sdp,
  ] as const);

/** Connects a newcomer to all pages. Returns the milliseconds until the first of them hears it. */
export async function heardBare(others: readonly Page[], newcomer: Page, index: number): Promise<number> {
  const [listener] = others;
  if (listener === undefined) throw new Error("nobody listens");
  const heard = listener.evaluate((tone) => window.talk.hear(tone), toneOf(index));
  const begun = performance.timeOrigin + performance.now();
  await Promise.all(others.map((other) => connectBare(newcomer, other)));
  return (await heard) - begun;
}

export async function disconnectBare(pages: readonly Page[]): Promise<void> {
  for (const page of pages)
    await page.evaluate(() => {
      for (const connection of [...window.talk.connections]) connection.close();
    });
}

/** Creates an offer, or an answer to one, with all ICE candidates. Runs in the page. */
export async function begin(offer: string | undefined): Promise<{ readonly at: number; readonly sdp: string }> {
  const connection = new RTCPeerConnection();
  connection.ontrack = ({ track }) => window.talk.play(track);
  connection.addTrack(await window.talk.voice());
  if (offer !== undefined) await connection.setRemoteDescription({ type: "offer", sdp: offer });
  const gathered = new Promise<void>((resolve) => {
    connection.onicegatheringstatechange = () => connection.iceGatheringState === "complete" && resolve();
  });
  await connection.setLocalDescription();
  await gathered;
  const settings = "usedtx=1;useinbandfec=1;maxaveragebitrate=32000";
  const sdp = (connection.localDescription?.sdp ?? "").replace(/^(a=fmtp:111 .*?)(\r?)$/m, `$1;${settings}$2`);
  return { at: window.talk.connections.indexOf(connection), sdp };
}
