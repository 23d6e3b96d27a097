const MOST_CHARACTERS = 100;

/** A name as a provider tells it, made fit to be one here; whoever has it may still change it before they join. */
export function fittingName(name: string): string {
  const plain = name
    .replace(/[*"`>@|\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return [...plain].slice(0, MOST_CHARACTERS).join("");
}
