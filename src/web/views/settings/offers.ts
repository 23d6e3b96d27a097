import type { Client } from "../../client/client.ts";
import { type Integration, type Offer, offersOf, type Preset } from "../../model/integrations/integration.ts";
import { integrationsWords } from "../../words/settings/integrations/integrations.ts";
import { servicesWords } from "../../words/settings/integrations/services.ts";

/** Loads all available integrations, and the presets of the template webhook. */
export async function loadOffers({ api }: Pick<Client, "api">): Promise<readonly Offer[]> {
  const { integrations, presets } = await api.get<{ integrations: Integration[]; presets: Preset[] }>("/integrations");
  return offersOf(integrations, presets);
}

/** Returns the texts about a service: the events it sends, and where its webhooks are set up. */
export function described({ name }: Pick<Offer, "name">): { readonly about: string; readonly where: string } {
  const w = integrationsWords();
  const services: Readonly<Record<string, { readonly about: string; readonly where: string }>> = servicesWords();
  return services[name] ?? { about: w.aboutUnknown, where: w.whereUnknown };
}
