import type { ComponentType } from "preact";
import type { State } from "../../model/state.ts";
import type { SettingsWords } from "../../words/settings/settings.ts";

export type Area = "own" | "organization";

export interface SectionProps {
  /** The part of the address after the section's name. */
  readonly path: readonly string[];
}

interface Options {
  /** Other whole addresses that lead here, as Zulip's clients have them. */
  readonly also?: readonly string[];
  /** Whether the list shows the section to the user; without it, everyone sees the section. */
  readonly isFor?: (state: State) => boolean;
}

export interface Section extends Options {
  readonly area: Area;
  readonly name: keyof SettingsWords["sections"];
  readonly View: ComponentType<SectionProps>;
  readonly words: () => { readonly rows: Readonly<Record<string, string>> };
}

/** Makes sections of an area. */
export const sectionIn =
  (area: Area) =>
  (name: Section["name"], View: Section["View"], words: Section["words"], options: Options = {}): Section => ({
    ...options,
    area,
    name,
    View,
    words,
  });
/** The address of a section, as a place has it. */
export const addressOfSection = ({ area, name }: Pick<Section, "area" | "name">): string =>
  area === "own" ? name : `organization/${name}`;
