import { ArchiveError } from "../../archive-format/archive-error.ts";

const MAX_NAME_BYTES = 4096;

/** Rejects names that would let an archive reach files outside it. */
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
