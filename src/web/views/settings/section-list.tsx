import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { addressOf } from "../../model/places/address.ts";
import { Field } from "../../parts/fields/field.tsx";
import { settingsWords } from "../../words/settings/settings.ts";
import { sought } from "./find-row.ts";
import { type Area, addressOfSection, type Section } from "./section.ts";
import { SECTIONS } from "./sections.ts";

const AREAS: readonly Area[] = ["own", "organization"];

/** The sections by area. A search shows the sections that match it, with the rows that match. */
export function SectionList({ chosen }: { readonly chosen: Section | undefined }) {
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
                          sought.value = row;
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
