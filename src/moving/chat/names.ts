import { cleanName } from "../text.ts";

const MAX_CHARACTERS = 100;
/** The characters that no name of a person may have here, since mentions could not be told apart otherwise. */
const FORBIDDEN = /[*"`>@\p{Noncharacter_Code_Point}]/gu;

/** A name that a person may have: the first of some that is not empty. */
export function personName(...wanted: readonly string[]): string {
  for (const name of wanted) {
    const clean = cleanName(name.replace(FORBIDDEN, " "), MAX_CHARACTERS);
    if (clean !== "") return clean;
  }
  return "?";
}

/** Writes mentions: of a name that several have, with the id. */
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
