import type { PullItem, TrackKind } from "../frames.ts";

export interface TrackRequest {
  readonly member: number;
  readonly kind: TrackKind;
  /** The member's session, and the track in it. Tracks published earlier no longer arrive. */
  readonly publication: string;
  readonly rid?: string;
}

/** A transceiver of the connection. It stays when its track ends, and can be reused for another. */
export interface PullSlot {
  readonly mid: string;
  readonly isVideo: boolean;
  use: TrackRequest | undefined;
}

/** Requests to the room that assign the wanted tracks to the connection's transceivers. */
interface Plan {
  readonly pulls: readonly PullItem[];
  /** Transceivers whose tracks are no longer wanted, and that no other track reuses. */
  readonly drops: readonly string[];
  readonly layers: readonly { readonly mid: string; readonly rid: string }[];
}

const MAX_PULLS = 64;

type Track = Pick<TrackRequest, "member" | "kind">;

export const isVideo = (kind: TrackKind): boolean => kind === "cam" || kind === "screen";
export const isSameTrack = (one: Track | undefined, other: Track): boolean =>
  one?.member === other.member && one.kind === other.kind;

export function planPulls(places: readonly PullSlot[], wishes: readonly TrackRequest[]): Plan {
  const wishOf = (use: TrackRequest) => wishes.find((wish) => isSameTrack(use, wish));
  const pulls: PullItem[] = [];
  const layers: { mid: string; rid: string }[] = [];
  const spare = places.filter(({ use }) => use === undefined || wishOf(use) === undefined);
  // Empty slots come before those whose track will be stopped.
  spare.sort((one, other) => Number(one.use !== undefined) - Number(other.use !== undefined));
  for (const wish of wishes) {
    const { member, kind, publication, rid } = wish;
    const place = places.find(({ use }) => isSameTrack(use, wish));
    if (place?.use?.publication === publication) {
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
