import type { CacheKey, Realm } from "./realm.ts";

/** JSON about things, in pieces by the ranges of their ids; null where a range has nothing. */
export type Pieces = Map<number, string | null>;

/** A change of one thing has so many read again by whoever asks next. */
const IDS_OF_A_PIECE = 250;

const pieceIndex = (id: number) => Math.floor(id / IDS_OF_A_PIECE);

interface IdRange {
  readonly from: number;
  readonly to: number;
}

/** The pieces of all things up to the newest. Those that nothing has changed since the last time are in memory. */
export function cachedPieces(
  realm: Realm,
  key: CacheKey<Pieces>,
  { newest, read }: { readonly newest: number; read(range: IdRange): string | null },
): string[] {
  const known = realm.cached(key, () => new Map());
  const all: string[] = [];
  for (let place = 0; place <= pieceIndex(newest); place++) {
    let piece = known.get(place);
    if (piece === undefined) {
      piece = read({ from: place * IDS_OF_A_PIECE, to: (place + 1) * IDS_OF_A_PIECE - 1 });
      known.set(place, piece);
    }
    if (piece !== null) all.push(piece);
  }
  return all;
}

/** Must be called after a thing is written. */
export const forgetPieceOf = (realm: Realm, key: CacheKey<Pieces>, id: number) =>
  realm.peek(key)?.delete(pieceIndex(id));
