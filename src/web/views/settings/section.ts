import type { ComponentType } from "preact";
import type { State } from "../../model/state.ts";
import type { IconName } from "../../parts/icon.tsx";
import type { SettingsWords } from "../../words/settings/settings.ts";

export type Area = "own" | "organization";

export interface SectionProps {
  /** The URL's part after the section's name. */
  readonly path: readonly string[];
}

interface Options {
  /** Other full URLs that lead here, as used by Zulip's clients. */
  readonly also?: readonly string[];
  /** Full URLs that lead to a card of the section, with each card's heading. */
  readonly cards?: Readonly<Record<string, () => string>>;
  /** Returns true if the list shows the section to the user. If undefined, everyone sees the section. */
  readonly isFor?: (state: State) => boolean;
}

export interface Section extends Options {
  readonly area: Area;
  /** The subheading that the section is listed under, or undefined if the area's own heading is enough. */
  readonly part: keyof SettingsWords["parts"] | undefined;
  readonly name: keyof SettingsWords["sections"];
  readonly icon: IconName;
  readonly View: ComponentType<SectionProps>;
  /** The word catalogs of the section. The settings search finds the section's rows in them. */
  readonly words: readonly (() => { readonly rows: Readonly<Record<string, string>> })[];
}

/** Returns a function that creates sections in an area, or in a part of it. */
export const sectionIn =
  (area: Area, part?: Section["part"]) =>
  (
    name: Section["name"],
    icon: IconName,
    View: Section["View"],
    words: Section["words"],
    options: Options = {},
  ): Section => ({ ...options, area, part, name, icon, View, words });

/** Returns a section's URL part, as used in a place. */
export const addressOfSection = ({ area, name }: Pick<Section, "area" | "name">): string =>
  area === "own" ? name : `organization/${name}`;
