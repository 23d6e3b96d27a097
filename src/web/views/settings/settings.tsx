import { keysWords } from "../../words/help.ts";
import "./settings.css";
import { signal } from "@preact/signals";
import { Fragment } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { hashForRoute, settingsAddress } from "../../model/addresses/address.ts";
import type { Route } from "../../model/routes/place.ts";
import type { State } from "../../model/state.ts";
import { SearchField } from "../../parts/fields/field.tsx";
import { Icon } from "../../parts/icon.tsx";
import { settingsWords } from "../../words/settings/settings.ts";
import { ScreenHeader } from "../frame/screen-header.tsx";
import { sectionInTitle } from "../notifications/page-title.ts";
import { type Area, addressOfSection, type Section } from "./section.ts";
import { SECTIONS, sectionAt } from "./sections.ts";

/**
 * All settings: the list of sections, which replaces the app's sidebar, and one section. In narrow windows, the list
 * and the section have separate URLs. In wide windows, the list's URL shows the first section next to the list.
 * sections.ts describes how to add a section.
 */
export function Settings({ place }: { readonly place: Extract<Route, { readonly view: "settings" }> }) {
  const state = useClient().watch("account", "realm", "groups");
  const chosen = sectionAt(place.section ?? "");
  const first = SECTIONS.find(({ isFor }) => isFor?.(state) ?? true);
  const section = chosen?.section ?? first;
  const w = settingsWords();
  const name = section && w.sections[section.name];
  const scroller = useRef<HTMLDivElement>(null);
  const shown = chosen && name;
  useLayoutEffect(() => {
    sectionInTitle.value = shown;
    return () => {
      sectionInTitle.value = undefined;
    };
  }, [shown]);
  const row = rowToFind.value;
  const card = row === undefined ? chosen?.card?.() : undefined;
  useEffect(() => {
    const sought = row ?? card;
    if (scroller.current !== null && sought !== undefined) return findRow(scroller.current, sought, row !== undefined);
    return undefined;
  }, [row, card, section]);
  return (
    <div class={chosen === undefined ? "settings settings-begin" : "settings"}>
      <div class="settings-panes">
        {chosen === undefined ? (
          <ScreenHeader
            title={
              <>
                <span class="settings-narrow">{keysWords().actions.settings}</span>
                <span class="settings-wide">{name}</span>
              </>
            }
          />
        ) : (
          <ScreenHeader within={<a href="#settings">{w.all}</a>} title={name} />
        )}
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
  );
}

const AREAS: readonly Area[] = ["own", "organization"];
const PARTS = [undefined, "general", "people", "channels", "features", "data"] as const;

/** A listed section, with the rows that match a search. */
interface SectionMatch {
  readonly section: Section;
  readonly rows: readonly string[];
}

/** Finds sections that match a search by their names, their rows, or other search terms. */
function sectionsFor(search: string, state: State): readonly SectionMatch[] {
  const w = settingsWords();
  const wanted = search.toLowerCase().split(/[\s-]+/);
  const fits = (text: string) => wanted.every((word) => text.toLowerCase().includes(word));
  const all = SECTIONS.filter(({ isFor }) => isFor?.(state) ?? true);
  if (search.trim() === "") return all.map((section) => ({ section, rows: [] }));
  return all.flatMap((section) => {
    const rows = section.words.flatMap((words) => Object.values(words().rows)).filter(fits);
    const isFound = rows.length > 0 || fits(`${w.sections[section.name]} ${w.finds[section.name]}`);
    return isFound ? { section, rows } : [];
  });
}

/** The sections by area and part. A search shows matching sections with their matching rows. */
function SectionList({ chosen }: { readonly chosen: Section | undefined }) {
  const client = useClient();
  const state = client.watch("account", "realm", "groups");
  const [search, setSearch] = useState("");
  const list = useRef<HTMLElement>(null);
  // The section in the URL may be far down the list.
  useLayoutEffect(() => list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" }), [chosen]);
  const w = settingsWords();
  const found = sectionsFor(search, state);
  return (
    <nav ref={list} class="settings-list" aria-label={keysWords().actions.settings}>
      <div class="settings-head">
        <a class="settings-link settings-leave" href={hashForRoute(client.outside, state)}>
          <Icon name="arrow-left" />
          {w.leave}
        </a>
        <SearchField label={w.search} value={search} onInput={setSearch} />
      </div>
      <div class="settings-scroll">
        {AREAS.map((area) => {
          const listed = found.filter(({ section }) => section.area === area);
          if (listed.length === 0) return null;
          return (
            <section key={area} aria-label={w[area]}>
              <h2>{w[area]}</h2>
              {PARTS.map((part) => {
                const some = listed.filter(({ section }) => section.part === part);
                if (some.length === 0) return null;
                return (
                  <Fragment key={part}>
                    {part !== undefined && <h3>{w.parts[part]}</h3>}
                    <ul>
                      {some.map((one) => (
                        <SectionLink key={one.section.name} {...one} isChosen={one.section === chosen} />
                      ))}
                    </ul>
                  </Fragment>
                );
              })}
            </section>
          );
        })}
        {found.length === 0 && <p class="settings-note">{w.nothingFound}</p>}
      </div>
    </nav>
  );
}

function SectionLink({ section, rows, isChosen }: SectionMatch & { readonly isChosen: boolean }) {
  const href = settingsAddress(addressOfSection(section));
  return (
    <li>
      <a class="settings-link" href={href} aria-current={isChosen ? "page" : undefined}>
        <Icon name={section.icon} />
        {settingsWords().sections[section.name]}
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
}

/** The label of the row that was searched for. Its section jumps to it once rendered. */
const rowToFind = signal<string | undefined>(undefined);

const NAMES = "label, legend, h2, h3, button, a, .setting-name";
const CONTROLS = "input, select, textarea, button, a";

/**
 * Scrolls to a row or card as soon as it is rendered. With `isFocused`, also focuses its control. Returns a function
 * that stops waiting for it.
 */
function findRow(box: HTMLElement, name: string, isFocused: boolean): () => void {
  const find = (): boolean => {
    const found = [...box.querySelectorAll<HTMLElement>(NAMES)].find((one) => one.textContent?.trim() === name);
    if (found === undefined) return false;
    rowToFind.value = undefined;
    found.scrollIntoView({ block: isFocused ? "center" : "start" });
    if (!isFocused) return true;
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
