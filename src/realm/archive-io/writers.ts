import * as v from "valibot";
import { ApiError } from "../../protocol/errors.ts";

/** Returns the error that the organization's endpoints would reject the row with, or undefined if they accept it. */
export function refusalMessage(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

const anyJson = v.pipe(v.string(), v.parseJson());

export function jsonOf(text: string): unknown {
  const parsed = v.safeParse(anyJson, text);
  return parsed.success ? parsed.output : undefined;
}
