import type { PullItem, TrackKind } from "../frames.ts";

/** A track that this device wants to receive. */
export interface TrackRequest {
  readonly member: number;
  readonly kind: TrackKind;
  /** The number of the member's session: a track of an earlier one no longer comes. */
  readonly media: number;
  readonly rid?: string;
}

/** A place for a track in the connection; it stays when its track is gone, and another one can take it. */
export interface PullSlot {
  readonly mid: string;
  readonly isVideo: boolean;
  use: TrackRequest | undefined;
}

/** The requests to the room by which the places of the connection get the wanted tracks. */
interface Plan {
  readonly pulls: readonly PullItem[];
  /** The places whose tracks are no longer wanted, and that no other track takes. */
  readonly drops: readonly string[];
  readonly layers: readonly { readonly mid: string; readonly rid: string }[];
}

/** The most tracks that one request may ask for. */
const MAX_PULLS = 64;

type Track = Pick<TrackRequest, "member" | "kind">;

export const isVideo = (kind: TrackKind): boolean => kind === "cam" || kind === "screen";
export const isSame = (one: Track | undefined, other: Track): boolean =>
  one?.member === other.member && one.kind === other.kind;

export function planPulls(places: readonly PullSlot[], wishes: readonly TrackRequest[]): Plan {
  const wishOf = (use: TrackRequest) => wishes.find((wish) => isSame(use, wish));
  const pulls: PullItem[] = [];
  const layers: { mid: string; rid: string }[] = [];
  const spare = places.filter(({ use }) => use === undefined || wishOf(use) === undefined);
  // Empty places before those whose track is to be stopped.
  spare.sort((one, other) => Number(one.use !== undefined) - Number(other.use !== undefined));
  for (const wish of wishes) {
    const { member, kind, media, rid } = wish;
    const place = places.find(({ use }) => isSame(use, wish));
    if (place?.use?.media === media) {
      if (rid !== undefined && rid !== place.use.rid) layers.push({ mid: place.mid, rid });
      continue;
    }
    if (pulls.length === MAX_PULLS) continue;
    const at = spare.findIndex((one) => one.isVideo === isVideo(kind));
    const mid = place?.mid ?? (at < 0 ? undefined : spare.splice(at, 1)[0]?.mid);
    pulls.push({ member, kind, ...(rid !== undefined && { rid }), ...(mid !== undefined && { mid }) });
  }
  const drops = spare.filter(({ use }) => use !== undefined).map(({ mid }) => mid);
  return { pulls, drops, layers };
}
