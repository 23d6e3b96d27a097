import type { ChannelId } from "../../model/ids.ts";
import { keyOfTarget, type PaletteTarget } from "../../model/search/palette-target.ts";

/** A row of the palette: a target, a new topic with the typed name, or a search for the typed words. */
export type PaletteEntry =
  | PaletteTarget
  | { readonly kind: "newTopic"; readonly channel: ChannelId; readonly topic: string }
  | { readonly kind: "words"; readonly text: string };

export const keyOfEntry = (entry: PaletteEntry): string =>
  entry.kind === "newTopic" || entry.kind === "words" ? entry.kind : keyOfTarget(entry);
