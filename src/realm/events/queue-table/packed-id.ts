export const ID_WORDS = 4;

/** Queue ids are UUIDs. Anything else, or uppercase, can't be packed. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Packs an id into four words, or returns null if it isn't a UUID. */
export function packId(id: string): readonly number[] | null {
  if (!UUID.test(id)) return null;
  const hex = id.replaceAll("-", "");
  return [0, 8, 16, 24].map((at) => Number.parseInt(hex.slice(at, at + 8), 16));
}

export function unpackId(words: Uint32Array): string {
  let hex = "";
  for (const word of words) hex += word.toString(16).padStart(8, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Returns a hash of an id. Different ids rarely collide. */
export function hashOfId(id: string, words: readonly number[] | null): number {
  if (words !== null) return words[0] as number;
  let hash = 0;
  for (let index = 0; index < id.length; index++) hash = (Math.imul(hash, 31) + id.charCodeAt(index)) >>> 0;
  return hash;
}
