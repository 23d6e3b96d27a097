import { entryOf } from "../util/collections.ts";
import type { CacheKey, Realm } from "./realm.ts";

/** Cached JSON of rows, by piece index. A piece is a range of ids. Null if it has no rows. */
export type Pieces = Map<number, string | null>;

/** Kept small, because changing one row makes the next reader reload its whole piece. */
const IDS_OF_A_PIECE = 250;

const pieceIndex = (id: number) => Math.floor(id / IDS_OF_A_PIECE);

interface IdRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the JSON of all pieces up to the newest row. Unchanged pieces come from memory. */
export function cachedPieces(
  realm: Realm,
  key: CacheKey<Pieces>,
  { newest, read }: { readonly newest: number; read(range: IdRange): string | null },
): string[] {
  const known = realm.cached(key, () => new Map());
  const all: string[] = [];
  for (let place = 0; place <= pieceIndex(newest); place++) {
    const piece = entryOf(known, place, () =>
      read({ from: place * IDS_OF_A_PIECE, to: (place + 1) * IDS_OF_A_PIECE - 1 }),
    );
    if (piece !== null) all.push(piece);
  }
  return all;
}

/** Drops the cached piece that contains a row. Call it after writing the row. */
export const forgetPieceOf = (realm: Realm, key: CacheKey<Pieces>, id: number) =>
  realm.peek(key)?.delete(pieceIndex(id));
