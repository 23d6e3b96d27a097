import { limits } from "../../protocol/limit-table.ts";
import type { Conversion, PeopleChoices } from "../conversion.ts";

interface ImportedPerson {
  /** The keys by which a list of people may name a person, in lower case. */
  readonly keys: readonly string[];
  /** The address that the archive has; "" for none. */
  readonly own: string;
  /** The part before the domain of an address that is made; "" where none is to be made. */
  readonly handle: string;
}

interface ResolvedAddress {
  /** In lower case; "" for none. */
  readonly address: string;
  /** The name that the list of people has; "" for none. */
  readonly name: string;
  /** Whether the address was made of the name and the domain, so that it can be another person's. */
  readonly isMade: boolean;
}

/** The address of somebody: as the list of people has it, else the archive's own, else made of a name and a domain. */
export function addressOf(choices: PeopleChoices | undefined, { keys, own, handle }: ImportedPerson): ResolvedAddress {
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

/** Reports who is in the list of people alone. */
export function unusedOf({ people, report }: Conversion, found: ReadonlySet<string>): void {
  for (const key of people?.listed?.keys() ?? [])
    if (!found.has(key)) report.changed("users: in the list of people, but not in the archive", key);
}
