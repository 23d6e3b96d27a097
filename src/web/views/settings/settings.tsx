import { settingsWords } from "../../words/settings/settings.ts";
import "./settings.css";
import { useEffect, useRef } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import type { Place } from "../../model/places/place.ts";
import { PlaceBar } from "../shell/place-bar.tsx";
import { findRow, sought } from "./find-row.ts";
import { SectionList } from "./section-list.tsx";
import { SECTIONS, sectionAt } from "./sections.ts";

/**
 * All settings: the list of sections, and one section. Where there is no room for both, the list has an address of its own;
 * where there is, that address shows the first section beside the list. sections.ts describes how to add a section.
 */
export function Settings({ place }: { readonly place: Extract<Place, { readonly view: "settings" }> }) {
  const state = useClient().watch("account");
  const chosen = sectionAt(place.section ?? "");
  const first = SECTIONS.find(({ isFor }) => isFor?.(state) ?? true);
  const section = chosen?.section ?? first;
  const w = settingsWords();
  const scroller = useRef<HTMLDivElement>(null);
  const row = sought.value;
  useEffect(() => {
    if (scroller.current !== null && row !== undefined) return findRow(scroller.current, row);
    return undefined;
  }, [row, section]);
  return (
    <>
      {chosen === undefined ? (
        <PlaceBar title={w.title} />
      ) : (
        <PlaceBar within={<a href="#settings">{w.all}</a>} title={w.sections[chosen.section.name]} />
      )}
      <div class={chosen === undefined ? "settings settings-begin" : "settings"}>
        <div class="settings-panes">
          <SectionList chosen={section} />
          <div class="settings-section" ref={scroller} key={section?.name}>
            {section !== undefined && (
              <div class="settings-page">
                <section.View path={chosen?.path ?? []} />
              </div>
            )}
          </div>
        </div>
      </div>
    </>
  );
}
