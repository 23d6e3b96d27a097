import type { ComponentType } from "preact";
import type { State } from "../../model/state.ts";
import type { IconName } from "../../parts/icon.tsx";
import type { SettingsWords } from "../../words/settings/settings.ts";

export type Area = "own" | "organization";

export interface SectionProps {
  /** The part of the address after the section's name. */
  readonly path: readonly string[];
}

interface Options {
  /** Other whole addresses that lead here, as Zulip's clients have them. */
  readonly also?: readonly string[];
  /** Whole addresses that lead to a card of the section, with the heading of each card. */
  readonly cards?: Readonly<Record<string, () => string>>;
  /** Whether the list shows the section to the user; without it, everyone sees the section. */
  readonly isFor?: (state: State) => boolean;
}

export interface Section extends Options {
  readonly area: Area;
  /** The small heading that the section is listed under; undefined where the area's own heading is enough. */
  readonly part: keyof SettingsWords["parts"] | undefined;
  readonly name: keyof SettingsWords["sections"];
  readonly icon: IconName;
  readonly View: ComponentType<SectionProps>;
  /** The catalogs of the section: the search finds the section's rows in them. */
  readonly words: readonly (() => { readonly rows: Readonly<Record<string, string>> })[];
}

/** Makes sections of an area, or of a part of it. */
export const sectionIn =
  (area: Area, part?: Section["part"]) =>
  (
    name: Section["name"],
    icon: IconName,
    View: Section["View"],
    words: Section["words"],
    options: Options = {},
  ): Section => ({ ...options, area, part, name, icon, View, words });

/** The address of a section, as a place has it. */
export const addressOfSection = ({ area, name }: Pick<Section, "area" | "name">): string =>
  area === "own" ? name : `organization/${name}`;
