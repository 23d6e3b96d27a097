import type { Config } from "../../config/config.ts";

/**
 * Fractions of a database's limit. Above the first, the database is reported as filling up. Below the second, it has
 * room again.
 */
const FILLING = 0.8;
const ROOMY = 0.7;

export interface DatabaseSize {
  readonly bytes: number;
  /** Null if only the disk limits the database's size. */
  readonly limit: number | null;
  readonly is_filling: boolean;
}

export const databaseSize = (bytes: number, { databaseLimit: limit }: Pick<Config, "databaseLimit">): DatabaseSize => ({
  bytes,
  limit,
  is_filling: limit !== null && bytes >= FILLING * limit,
});

/** True if enough room is free again that the next shortage should be reported as a new one. */
export const hasRoomAgain = ({ bytes, limit }: DatabaseSize): boolean => limit === null || bytes < ROOMY * limit;
