import { useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { CATEGORIES, type Category, categoryOf, type Offer } from "../../../model/integrations/integration.ts";
import { addressOf } from "../../../model/places/address.ts";
import type { State } from "../../../model/state.ts";
import { Field } from "../../../parts/fields/field.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Empty } from "../../../parts/lists/empty.tsx";
import { integrationsWords } from "../../../words/settings/integrations/integrations.ts";
import { CATEGORY_ICONS } from "./category-icon.ts";
import { described } from "./offers.ts";

const addressOfOffer = (state: State, name: string) =>
  addressOf({ view: "settings", section: `integrations/${name}` }, state);

/** All integrations by category; a search shows those that match. */
export function Gallery({ offers }: { readonly offers: readonly Offer[] }) {
  const state = useClient().watch("account");
  const [search, setSearch] = useState("");
  const w = integrationsWords();
  const wanted = search.trim().toLowerCase().split(/\s+/);
  const fits = (offer: Offer) => {
    const text = `${offer.title} ${offer.name} ${described(offer).about} ${w.categories[categoryOf(offer.category)]}`;
    return wanted.every((word) => text.toLowerCase().includes(word));
  };
  const found = offers.filter(fits);
  return (
    <section class="setting-group" aria-label={w.all}>
      <p class="settings-note">{w.lead}</p>
      <Field label={w.rows.search} quiet type="search" placeholder={w.rows.search} value={search} onInput={setSearch} />
      {found.length === 0 && (
        <Empty icon="search" title={w.nothing} text={w.nothingText}>
          <a class="button button-plain" href={addressOfOffer(state, "template")}>
            {w.useTemplate}
          </a>
        </Empty>
      )}
      {CATEGORIES.map((category) => (
        <Group
          key={category}
          category={category}
          offers={found.filter((one) => categoryOf(one.category) === category)}
          state={state}
        />
      ))}
    </section>
  );
}

interface GroupProps {
  readonly category: Category;
  readonly offers: readonly Offer[];
  readonly state: State;
}

function Group({ category, offers, state }: GroupProps) {
  if (offers.length === 0) return null;
  const name = integrationsWords().categories[category];
  return (
    <section aria-label={name}>
      <h2 class="gallery-title">{name}</h2>
      <ul class="gallery">
        {offers.map((offer) => (
          <li key={offer.name}>
            <a class="gallery-card" href={addressOfOffer(state, offer.name)}>
              <span class="gallery-sign">
                <Icon name={CATEGORY_ICONS[category]} size={18} />
              </span>
              <span class="gallery-text">
                <span class="gallery-name">{offer.title}</span>
                <span class="gallery-about">{described(offer).about}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
