import type { ChannelId } from "../../model/ids.ts";
import { keyOfTarget, type PaletteTarget } from "../../model/search/palette-target.ts";

/** A line of the palette: a target, or what can be made of what was typed. */
export type PaletteEntry =
  | PaletteTarget
  | { readonly kind: "newTopic"; readonly channel: ChannelId; readonly topic: string }
  | { readonly kind: "words"; readonly text: string };

export const keyOfEntry = (entry: PaletteEntry): string =>
  entry.kind === "newTopic" || entry.kind === "words" ? entry.kind : keyOfTarget(entry);
