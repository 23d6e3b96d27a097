import { cleanName } from "../text.ts";

const MAX_CHARACTERS = 100;
/** Characters forbidden in people's names, because mentions would be ambiguous. */
const FORBIDDEN = /[*"`>@\p{Noncharacter_Code_Point}]/gu;

/** Returns a valid name for a person, from the first string that isn't empty. */
export function personName(...wanted: readonly string[]): string {
  for (const name of wanted) {
    const clean = cleanName(name.replace(FORBIDDEN, " "), MAX_CHARACTERS);
    if (clean !== "") return clean;
  }
  return "?";
}

/** Writes mentions, with the id if several people have the same name. */
export class Mentions {
  readonly #count = new Map<string, number>();

  add(name: string): void {
    const key = name.toLowerCase();
    this.#count.set(key, (this.#count.get(key) ?? 0) + 1);
  }

  of({ id, name }: { readonly id: number; readonly name: string }): string {
    return (this.#count.get(name.toLowerCase()) ?? 0) > 1 ? `@**${name}|${id}**` : `@**${name}**`;
  }
}
