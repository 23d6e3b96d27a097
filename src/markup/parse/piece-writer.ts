import type { Hole, Piece } from "../pieces.ts";

/** Collects pieces, merging adjacent finished HTML. */
export class PieceWriter {
  readonly pieces: Piece[] = [];

  html(html: string): void {
    const last = this.pieces.length - 1;
    const before = this.pieces[last];
    if (typeof before === "string") this.pieces[last] = before + html;
    else if (html) this.pieces.push(html);
  }

  hole(hole: Hole): void {
    this.pieces.push(hole);
  }

  all(pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      if (typeof piece === "string") this.html(piece);
      else this.hole(piece);
    }
  }
}
