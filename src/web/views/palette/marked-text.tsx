import { fold } from "../../model/completion/fold.ts";

/** A name in which what was typed of it stands out. */
export function MarkedText({ text, typed }: { readonly text: string; readonly typed: string }) {
  return <>{piecesOf(text, typed).map((piece, at) => (piece.isTyped ? <b key={at}>{piece.text}</b> : piece.text))}</>;
}

interface Piece {
  readonly text: string;
  readonly isTyped: boolean;
}

/** A text divided by the typed words that are in it. */
function piecesOf(text: string, typed: string): Piece[] {
  const name = fold(text);
  // Where folding has changed the length, places in one text are none of the other.
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

/** The beginning of a word, if there is one, before what is within words. */
function placeIn(name: string, word: string): number {
  for (let at = name.indexOf(word); at !== -1; at = name.indexOf(word, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(name.charAt(at - 1))) return at;
  return name.indexOf(word);
}
