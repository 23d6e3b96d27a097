import type { Config } from "../../config/config.ts";

/** The share of a database at which its filling is told, and below which it counts as having room again. */
const FILLING = 0.8;
const ROOMY = 0.7;

/** The bytes that the organization's database has, and can take. */
export interface DatabaseSize {
  readonly bytes: number;
  /** Null where nothing but the disk limits it. */
  readonly limit: number | null;
  readonly is_filling: boolean;
}

export const sizeOf = (bytes: number, { databaseLimit: limit }: Pick<Config, "databaseLimit">): DatabaseSize => ({
  bytes,
  limit,
  is_filling: limit !== null && bytes >= FILLING * limit,
});

/** Whether it has so much room again that it is told anew when it fills up. */
export const hasRoomAgain = ({ bytes, limit }: DatabaseSize): boolean => limit === null || bytes < ROOMY * limit;
