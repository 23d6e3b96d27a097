import "./settings.css";
import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { addressOf } from "../../model/places/address.ts";
import type { Place } from "../../model/places/place.ts";
import { Field } from "../../parts/fields/field.tsx";
import { settingsWords } from "../../words/settings/settings.ts";
import { PlaceBar } from "../shell/place-bar.tsx";
import { type Area, addressOfSection, type Section } from "./section.ts";
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
  const row = rowToFind.value;
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

const AREAS: readonly Area[] = ["own", "organization"];

/** The sections by area. A search shows the sections that match it, with the rows that match. */
function SectionList({ chosen }: { readonly chosen: Section | undefined }) {
  const client = useClient();
  const state = client.watch("account");
  const [search, setSearch] = useState("");
  const list = useRef<HTMLElement>(null);
  // The section in the address can be far down the list.
  useLayoutEffect(() => list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" }), [chosen]);
  const wanted = search.trim().toLowerCase();
  const w = settingsWords();
  const fits = (text: string) => text.toLowerCase().includes(wanted);
  const found = SECTIONS.filter(({ isFor }) => isFor?.(state) ?? true).flatMap((section) => {
    if (wanted === "") return { section, rows: [] };
    const rows = Object.values(section.words().rows).filter(fits);
    return rows.length > 0 || fits(w.sections[section.name]) ? { section, rows } : [];
  });
  return (
    <nav ref={list} class="settings-list" aria-label={w.title}>
      <Field label={w.search} quiet type="search" placeholder={w.search} value={search} onInput={setSearch} />
      {AREAS.map((area) => {
        const listed = found.filter(({ section }) => section.area === area);
        if (listed.length === 0) return null;
        return (
          <section key={area} aria-label={w[area]}>
            <h2>{w[area]}</h2>
            <ul>
              {listed.map(({ section, rows }) => {
                const href = addressOf({ view: "settings", section: addressOfSection(section) }, state);
                return (
                  <li key={section.name}>
                    <a class="settings-link" href={href} aria-current={section === chosen ? "page" : undefined}>
                      {w.sections[section.name]}
                    </a>
                    {rows.map((row) => (
                      <a
                        key={row}
                        class="settings-link settings-found"
                        href={href}
                        onClick={() => {
                          rowToFind.value = row;
                        }}
                      >
                        {row}
                      </a>
                    ))}
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
      {found.length === 0 && <p class="settings-note">{w.nothingFound}</p>}
    </nav>
  );
}

/** The label of the row that was searched for. The section that has the row leads to it once it is drawn. */
const rowToFind = signal<string | undefined>(undefined);

const NAMES = "label, legend, h2, h3, button, a, .setting-name";
const CONTROLS = "input, select, textarea, button, a";

/** Scrolls to the row as soon as it is drawn, and focuses its control; returns a function that stops waiting for it. */
function findRow(box: HTMLElement, name: string): () => void {
  const find = (): boolean => {
    const found = [...box.querySelectorAll<HTMLElement>(NAMES)].find((one) => one.textContent?.trim() === name);
    if (found === undefined) return false;
    rowToFind.value = undefined;
    found.scrollIntoView({ block: "center" });
    const control =
      found instanceof HTMLLabelElement ? found.control : found.matches(CONTROLS) ? found : found.parentElement;
    const focused = control?.matches(CONTROLS) ? control : control?.querySelector<HTMLElement>(CONTROLS);
    focused?.focus();
    return true;
  };
  if (find()) return () => {};
  const observer = new MutationObserver(() => find() && observer.disconnect());
  observer.observe(box, { childList: true, subtree: true });
  return () => observer.disconnect();
}
