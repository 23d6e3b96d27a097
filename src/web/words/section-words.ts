import { type Language, speech } from "./language.ts";

/** What one part of the settings says: it is loaded with that part, and asked by calling it. */
export interface SectionWords<Words> {
  (): Words;
  readonly load: () => Promise<void>;
}

/** The catalog of a part of the settings, from a file for each language. */
export function sectionWords<Words extends { readonly [key: string]: unknown }>(
  from: Record<Exclude<Language, "ar-XB">, () => Promise<Words>>,
): SectionWords<Words> {
  let present: Words | undefined;
  const read = async (language: Language): Promise<Words> => {
    if (language !== "ar-XB") return from[language]();
    const [english, { mirrored }] = await Promise.all([from.en(), import("./pseudo.ts")]);
    return mirrored(english);
  };
  const words = () => {
    if (present === undefined) throw new Error("these words of the settings are not loaded yet");
    return present;
  };
  const load = async () => {
    present ??= await read(speech().language);
  };
  return Object.assign(words, { load });
}
