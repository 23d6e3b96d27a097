import { words } from "../words/words.ts";

/** What people are told of an error: the server's own words where it refused (a `code` marks them), else what went wrong. */
export function errorText(error: unknown): string {
  if (error instanceof Error && "code" in error && error.message !== "") return error.message;
  if (error instanceof Error && (error.name === "Unreachable" || error instanceof TypeError)) {
    return words().errors.unreachable;
  }
  return words().errors.unknown;
}
