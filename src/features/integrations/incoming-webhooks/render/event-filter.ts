/** Which events create messages (webhooks.md 1): lists of names with shell wildcards. */
export interface EventFilter {
  readonly only?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** Whether an event can create messages. Events without a name always can. */
export function isWanted(event: string | undefined, { only, exclude }: EventFilter): boolean {
  if (event === undefined) return true;
  if (only !== undefined && !only.some((pattern) => matches(event, pattern))) return false;
  return exclude === undefined || !exclude.some((pattern) => matches(event, pattern));
}

/**
 * Whether a text matches a shell pattern: `*`, `?` and `[abc]`. Takes linear time, unlike a RegExp, which can
 * backtrack.
 */
export function matches(text: string, pattern: string): boolean {
  const tokens = tokensOf(pattern);
  let at = 0;
  let token = 0;
  let star = -1;
  let resume = 0;
  while (at < text.length) {
    const current = tokens[token];
    if (current === "*") {
      star = token;
      token += 1;
      resume = at;
    } else if (current !== undefined && isOne(text.charAt(at), current)) {
      at += 1;
      token += 1;
    } else if (star >= 0) {
      token = star + 1;
      resume += 1;
      at = resume;
    } else return false;
  }
  return tokens.slice(token).every((rest) => rest === "*");
}

/** Splits a pattern into tokens. A `[` is literal if it is unclosed, as in a shell, or if its set is too long. */
const tokensOf = (pattern: string): readonly string[] => pattern.match(/\[!?\]?[^\]]{0,100}\]|[\s\S]/g) ?? [];

function isOne(character: string, token: string): boolean {
  if (token === "?") return true;
  if (token.length === 1) return token === character;
  const isNegated = token.startsWith("[!");
  const set = token.slice(isNegated ? 2 : 1, -1);
  const ranges = set.match(/[\s\S]-[\s\S]|[\s\S]/g) ?? [];
  const isIn = ranges.some((range) =>
    range.length === 3 ? character >= range.charAt(0) && character <= range.charAt(2) : range === character,
  );
  return isIn !== isNegated;
}
