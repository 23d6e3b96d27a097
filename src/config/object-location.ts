import { REGIONS } from "./settings.ts";

/** A region where Cloudflare should place an object on first use. A hint, followed on a best-effort basis. */
export type Region = (typeof REGIONS)[number] & DurableObjectLocationHint;

export interface ObjectLocation {
  /** Jurisdiction that they never leave, or null for anywhere. The same name is a different object in each. */
  readonly jurisdiction: DurableObjectJurisdiction | null;
  /** Region near which they are created, or null for near the first caller. They never move. */
  readonly region: Region | null;
}

/** Keeps an unknown jurisdiction: Cloudflare then refuses every call, and nothing is stored elsewhere. */
export const objectLocation = ({
  JURISDICTION,
  REGION,
}: {
  JURISDICTION?: string;
  REGION?: string;
}): ObjectLocation => ({
  jurisdiction: JURISDICTION ? (JURISDICTION as DurableObjectJurisdiction) : null,
  region: REGIONS.find((region) => region === REGION) ?? null,
});
