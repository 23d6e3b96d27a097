import { integrationsWords } from "../../../words/settings/integrations/integrations.ts";
import "./integrations.css";
import { useClient } from "../../../client/client.ts";
import { canMakeBots } from "../../../model/organization/permissions.ts";
import { addressOf } from "../../../model/places/address.ts";
import { Empty } from "../../../parts/lists/empty.tsx";
import type { SectionProps } from "../section.ts";
import { useLoaded, WhenLoaded } from "../use-loaded.tsx";
import { Gallery } from "./gallery.tsx";
import { Guide } from "./guide.tsx";
import { loadOffers } from "./offers.ts";
import { ownBots } from "./own-bots.ts";

/** The services whose events become messages, or the setup of the one that the address names. */
export function Integrations({ path: [name] }: SectionProps) {
  const client = useClient();
  const state = client.watch("users", "realm", "groups", "account");
  const loaded = useLoaded(() => loadOffers(client));
  const w = integrationsWords();
  if (!canMakeBots(state) && ownBots(state).length === 0)
    return <Empty icon="blocks" title={w.mayNot} text={w.mayNotText} />;
  return (
    <WhenLoaded of={loaded}>
      {(offers) => {
        if (name === undefined) return <Gallery offers={offers} />;
        const offer = offers.find((one) => one.name === name);
        if (offer !== undefined) return <Guide key={name} offer={offer} />;
        return (
          <Empty icon="blocks" title={w.unknown} text={w.unknownText}>
            <a class="button button-plain" href={addressOf({ view: "settings", section: "integrations" }, state)}>
              {w.all}
            </a>
          </Empty>
        );
      }}
    </WhenLoaded>
  );
}
