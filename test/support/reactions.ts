import { exports } from "cloudflare:workers";
import type { Fields, Json, Person, Reply } from "./person.ts";

export const react = (who: Person, message: number, emoji: Fields): Promise<Reply> =>
  who.post(`/messages/${message}/reactions`, emoji);
export const unreact = (who: Person, message: number, emoji: Fields): Promise<Reply> =>
  who.delete(`/messages/${message}/reactions`, emoji);

export const reactionsOf = async (who: Person, message: number): Promise<Json[]> =>
  (await who.ok(who.get(`/messages/${message}`))).message.reactions;

/** A PNG of one pixel. */
const PNG = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
  (character) => character.charCodeAt(0),
);

/** Adds a custom emoji, and returns its code. */
export async function addEmoji(who: Person, name: string): Promise<string> {
  const body = new FormData();
  body.set("file", new File([PNG], "point.png", { type: "image/png" }));
  const Authorization = `Basic ${btoa(`${who.email}:${who.key}`)}`;
  const url = `http://${who.host}/api/v1/realm/emoji/${name}`;
  const response = await exports.default.fetch(url, {
    method: "POST",
    headers: { Host: who.host, Authorization },
    body,
  });
  if (response.status !== 200) throw new Error(await response.text());
  const { emoji } = await who.ok(who.get("/realm/emoji"));
  const found = Object.entries<Json>(emoji).find(([, one]) => one.name === name && !one.deactivated);
  if (found === undefined) throw new Error(`no emoji ${name}`);
  return found[0];
}
