import { codeBlock } from "../code/code-block.ts";
import { type CodeHole, type Hole, type MathHole, type Piece, PieceWriter } from "../pieces.ts";

/** Holes that need a large library, which is loaded on demand. */
type Slow = CodeHole | MathHole;

function slowHoles(pieces: readonly Piece[], found: Slow[]): Slow[] {
  for (const piece of pieces) {
    if (typeof piece === "string") continue;
    if (piece.hole === "code" || piece.hole === "math") found.push(piece);
    else if ("content" in piece) slowHoles(piece.content, found);
    else if ("otherwise" in piece) slowHoles(piece.otherwise, found);
  }
  return found;
}

function replaceHoles(pieces: readonly Piece[], finished: ReadonlyMap<Hole, Piece>): readonly Piece[] {
  const writer = new PieceWriter();
  for (const piece of pieces) {
    const instead = typeof piece === "string" ? piece : (finished.get(piece) ?? piece);
    if (typeof instead === "string") writer.html(instead);
    else if ("content" in instead) writer.hole({ ...instead, content: replaceHoles(instead.content, finished) });
    else if ("otherwise" in instead) writer.hole({ ...instead, otherwise: replaceHoles(instead.otherwise, finished) });
    else writer.hole(instead);
  }
  return writer.pieces;
}

async function finishCode(hole: CodeHole, defaultLanguage: string): Promise<Piece> {
  const language = hole.language ?? defaultLanguage;
  const { headed } = hole;
  if (language === "" && headed === undefined) return hole;
  const { highlightedCode } = await import("../code/highlight-code.ts");
  if (language === "" && headed !== undefined) {
    const html = codeBlock(undefined, await highlightedCode(headed.code, headed.language));
    return { ...hole, headed: { ...headed, html } };
  }
  const html = codeBlock(language, await highlightedCode(hole.code, language));
  // Only the realm has its current default language.
  return hole.language === undefined ? { ...hole, supposed: { language, html } } : html;
}

/** Highlights the code and typesets the formulas among the pieces, at any depth. */
export async function finishPieces(pieces: readonly Piece[], defaultLanguage: string): Promise<readonly Piece[]> {
  const slow = slowHoles(pieces, []);
  if (slow.length === 0) return pieces;
  const finished = new Map<Hole, Piece>();
  const formulas = slow.filter((hole) => hole.hole === "math");
  if (formulas.length > 0) {
    const { Typesetter } = await import("./typeset-math.ts");
    const typesetter = new Typesetter();
    for (const hole of formulas) finished.set(hole, typesetter.typeset(hole.tex, hole.display));
  }
  for (const hole of slow) if (hole.hole === "code") finished.set(hole, await finishCode(hole, defaultLanguage));
  return replaceHoles(pieces, finished);
}
