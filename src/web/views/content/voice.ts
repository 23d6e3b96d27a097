import { loadVoice } from "../../loads.ts";
import type { ContentSurroundings } from "./content-surroundings.ts";

/** Matches URLs of files recorded by Parley. All other audio keeps the browser's player. */
const RECORDED = /^\/user_uploads\/.+\/Voice-message-(\d+)m(\d\d)s\.\w+$/;

/** Replaces the browser's player for recorded voice messages. */
export async function showVoice(root: HTMLElement, { client }: ContentSurroundings): Promise<void> {
  const message = Number(root.id.slice(1)) || undefined;
  const found = [...root.querySelectorAll("audio")].flatMap((audio) => {
    const { origin, pathname } = new URL(audio.src);
    const [, minutes, seconds] = (origin === location.origin && RECORDED.exec(pathname)) || [];
    if (minutes === undefined) return [];
    const duration_ms = (Number(minutes) * 60 + Number(seconds)) * 1000;
    return [{ audio, sound: { address: pathname, title: audio.title, duration_ms, message } }];
  });
  if (found.length === 0) return;
  const { showPlayer } = await loadVoice();
  for (const { audio, sound } of found) showPlayer(client, audio, sound);
}
