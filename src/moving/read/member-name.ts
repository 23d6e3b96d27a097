import { ArchiveError } from "../../archive/archive-error.ts";

/** The most bytes of a member's name. */
const MAX_NAME_BYTES = 4096;

/** Refuses the names by which archives reach for files that are not theirs. */
export function checkMemberName(name: string): void {
  const parts = name.split("/");
  const isHarmless =
    name !== "" &&
    name.length <= MAX_NAME_BYTES &&
    !name.startsWith("/") &&
    !/^[A-Za-z]:/.test(name) &&
    !name.includes("\\") &&
    !name.includes("\0") &&
    !parts.includes("..");
  if (!isHarmless) throw new ArchiveError(`A member has a name that is refused: ${JSON.stringify(name.slice(0, 200))}`);
}
