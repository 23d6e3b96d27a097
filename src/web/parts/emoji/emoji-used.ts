import { storedJson, storeJson } from "../stored-json.ts";
import type { EmojiValue } from "./emoji.tsx";

type Key = Pick<EmojiValue, "type" | "code" | "name">;
interface Use extends Key {
  readonly times: number;
}

const STORAGE_KEY = "emoji-used";
const MAX_STORED = 40;
/** Emoji that fill the list until enough have been used. */
const FIRST: readonly Key[] = [
  ["thumbs_up", "1f44d"],
  ["heart", "2764"],
  ["tada", "1f389"],
  ["joy", "1f602"],
  ["smile", "1f642"],
  ["eyes", "1f440"],
  ["check", "2705"],
  ["pray", "1f64f"],
  ["rocket", "1f680"],
].map(([name = "", code = ""]) => ({ type: "unicode_emoji", name, code }));

/** Counts a use. Each use lowers the other counts slightly, so that emoji used often long ago move down. */
export function withUse(used: readonly Use[], { type, code, name }: Key): Use[] {
  const is = (one: Key) => one.type === type && one.code === code;
  const times = (used.find(is)?.times ?? 0) + 1;
  const others = used.filter((one) => !is(one)).map((one) => ({ ...one, times: one.times * 0.97 }));
  return [{ type, code, name, times }, ...others].sort((one, other) => other.times - one.times).slice(0, MAX_STORED);
}

function readUses(): readonly Use[] {
  const all = storedJson(STORAGE_KEY);
  return Array.isArray(all) ? (all as readonly Use[]) : [];
}

/** Returns the most used emoji in this browser, followed by popular ones if there are fewer than `count`. */
export function usedEmoji(count: number): readonly Key[] {
  const used = readUses();
  const others = FIRST.filter((one) => !used.some((use) => use.type === one.type && use.code === one.code));
  return [...used, ...others].slice(0, count);
}

export const noteEmojiUse = (emoji: Key): void => storeJson(STORAGE_KEY, withUse(readUses(), emoji));
