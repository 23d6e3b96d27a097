import { REGIONS, type WorkerSettings } from "./settings.ts";

/** A region where Cloudflare should place an object on first use. A hint, followed on a best-effort basis. */
export type Region = (typeof REGIONS)[number] & DurableObjectLocationHint;

export interface ObjectLocation {
  /**
   * Jurisdiction that objects never leave, or null for anywhere. The same name refers to a different object in each
   * jurisdiction.
   */
  readonly jurisdiction: DurableObjectJurisdiction | null;
  /** Region to create objects near, or null to create them near the first caller. Objects never move. */
  readonly region: Region | null;
}

/**
 * Returns where objects are created. Keeps an unknown jurisdiction, so that Cloudflare refuses every call and nothing
 * is stored elsewhere.
 */
export const objectLocation = ({ JURISDICTION, REGION }: WorkerSettings): ObjectLocation => ({
  jurisdiction: JURISDICTION ? (JURISDICTION as DurableObjectJurisdiction) : null,
  region: REGIONS.find((region) => region === REGION) ?? null,
});
