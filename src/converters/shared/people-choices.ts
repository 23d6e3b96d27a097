import { limits } from "../../protocol/limit-table.ts";
import type { Conversion, PeopleChoices } from "../conversion.ts";

interface ImportedPerson {
  /** Keys that can identify a person in a people list, in lower case. */
  readonly keys: readonly string[];
  /** Address in the archive, or "". */
  readonly own: string;
  /** Local part for a generated address, or "" to generate none. */
  readonly handle: string;
}

interface ResolvedAddress {
  /** Email address in lower case, or "" if there is none. */
  readonly address: string;
  /** Name in the people list, or "". */
  readonly name: string;
  /** True if the address was generated from the name and the domain, and might therefore be another person's. */
  readonly isMade: boolean;
}

/**
 * Returns a person's address: from the people list, otherwise the archive's own, otherwise generated from a name and a
 * domain.
 */
export function resolveAddress(
  choices: PeopleChoices | undefined,
  { keys, own, handle }: ImportedPerson,
): ResolvedAddress {
  const listed = keys.map((key) => choices?.listed?.get(key)).find((one) => one !== undefined);
  const told = (listed?.address || own).trim().toLowerCase();
  const known = told.length > limits.text.address ? "" : told;
  const name = listed?.name ?? "";
  const before = handle
    .toLowerCase()
    .replace(/[^\p{L}\p{N}._+-]+/gu, "-")
    .replace(/^[.-]+|[.-]+$/g, "");
  const domain = choices?.emailDomain;
  if (known !== "" || domain === undefined || before === "") return { address: known, name, isMade: false };
  return { address: `${before}@${domain.toLowerCase()}`, name, isMade: true };
}

export function unusedOf({ people, report }: Conversion, found: ReadonlySet<string>): void {
  for (const key of people?.listed?.keys() ?? [])
    if (!found.has(key)) report.changed("users: in the list of people, but not in the archive", key);
}
