import { REGIONS } from "./settings.ts";

/**
 * A region where Cloudflare can be asked to keep an object when it is first used: a hint, which it follows as well as it can.
 */
export type Region = (typeof REGIONS)[number] & DurableObjectLocationHint;

/** The place of a deployment's objects. */
export interface ObjectLocation {
  /**
   * The jurisdiction where they are kept and run without exception; null for anywhere. The same name is another object in
   * each.
   */
  readonly jurisdiction: DurableObjectJurisdiction | null;
  /** Near where they are made; null for near whoever asks first. They never move. */
  readonly region: Region | null;
}

/** A jurisdiction that there is not is kept: Cloudflare then refuses every call, and nothing is stored elsewhere. */
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
