import { ApiError } from "../../../../protocol/errors.ts";

/** What an organization says to a row that its own endpoints would refuse too; undefined where it takes it. */
export function refusalOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}
