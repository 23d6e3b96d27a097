import type { ParsedSearch } from "../../model/search/parse-search.ts";
import { searchWords } from "../../words/search.ts";

/** The reason why a search is not understood. */
export function unknownText({ operator, operand }: ParsedSearch["unknown"][number]): string {
  const w = searchWords().unknown;
  switch (operator) {
    case "channel":
      return w.channel(operand);
    case "sender":
    case "dm":
    case "dm-including":
      return w.person(operand);
    default:
      return w.other(operator, operand);
  }
}
