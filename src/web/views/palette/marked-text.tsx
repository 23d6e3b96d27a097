import { fold } from "../../model/completion/fold.ts";

/** A name with the typed parts of it highlighted. */
export function MarkedText({ text, typed }: { readonly text: string; readonly typed: string }) {
  return <>{piecesOf(text, typed).map((piece, at) => (piece.isTyped ? <b key={at}>{piece.text}</b> : piece.text))}</>;
}

interface Piece {
  readonly text: string;
  readonly isTyped: boolean;
}

/** Divides a text into typed and other pieces. */
function piecesOf(text: string, typed: string): Piece[] {
  const name = fold(text);
  // If folding has changed the length, positions in the folded text do not fit the original.
  if (name.length !== text.length) return [{ text, isTyped: false }];
  const isTyped = new Array<boolean>(text.length).fill(false);
  for (const word of fold(typed).split(/\s+/)) {
    const at = word === "" ? -1 : placeIn(name, word);
    if (at !== -1) isTyped.fill(true, at, at + word.length);
  }
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; ) {
    const from = at;
    while (at < text.length && isTyped[at] === isTyped[from]) at += 1;
    pieces.push({ text: text.slice(from, at), isTyped: isTyped[from] ?? false });
  }
  return pieces;
}

/** The position of a typed word: at the beginning of a word if possible, otherwise within one. */
function placeIn(name: string, word: string): number {
  for (let at = name.indexOf(word); at !== -1; at = name.indexOf(word, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(name.charAt(at - 1))) return at;
  return name.indexOf(word);
}
