import { isInCode } from "./code-at.ts";

/** A mention that notifies, as the text has it. */
export interface WrittenMention {
  readonly name: string;
  readonly id: number | undefined;
  readonly kind: "person" | "group";
}

const mention = /(?<![^\s'"({[/<])@(?:\*\*([^*\n]*)\*\*|\*([^*\n]+)\*)/g;

/** The mentions in a text that notify someone. Mentions in code do not count. */
export function mentionsIn(text: string): WrittenMention[] {
  if (!text.includes("@*")) return [];
  return Array.from(text.matchAll(mention)).flatMap(({ index, 1: person, 2: group }): WrittenMention[] => {
    if (isInCode(text, index)) return [];
    if (person === undefined) return [{ name: group ?? "", id: undefined, kind: "group" }];
    const [, name = person, id] = /^(.*)\|(\d+)$/.exec(person) ?? [];
    return [{ name, id: id === undefined ? undefined : Number(id), kind: "person" }];
  });
}
