import type { Fields } from "../../../proofs/leaf.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Json } from "../../../util/canonical.ts";
import type { AuditAction } from "./actions.ts";
import { readErasable, withoutFields } from "./erasable.ts";
import { type EntryRow, entriesBetween, newestEntry, setErasable } from "./rows.ts";

/** The number of entries that are looked through in one change. */
const ENTRIES_PER_STEP = 1000;

/** A person, or a bot, with the words by which they are known from what others did. */
interface ErasedIdentity {
  readonly id: number;
  readonly address: string;
  /** Null where it is what all are called whose profiles are deleted. */
  readonly name: string | null;
}

/**
 * Takes a person out of some of the entries after one: the names, addresses and details of what they did and of what was done to
 * them, and the details elsewhere that name them. The entries stay, and can be proven as before. Returns the last entry that was
 * looked at, or null where that was the newest.
 */
export function erasePerson(realm: Realm, { id, address, name }: ErasedIdentity, after: number): number | null {
  const last = after + ENTRIES_PER_STEP;
  for (const row of entriesBetween.all(realm.sql, { after, last })) {
    const acted = isPerson(row.actor_type) && row.actor_id === id;
    const isAbout = isPerson(row.entity_type) && row.entity_id === String(id);
    // An attempt to log in is told of the account that it names.
    const isTheirs = acted || (isAbout && row.actor_type === "anonymous");
    // An invitation has no account, but an address.
    const isInvited = row.entity_type === "invitation" && hasValue(row.personal, address, NO_NAMES);
    const isNamed = hasValue(row.details, address, NO_NAMES) || (name !== null && namesPerson(row, name));
    const erased = {
      personal: acted || isAbout || isInvited ? withoutFields(row.personal) : row.personal,
      context: isTheirs ? withoutFields(row.context) : row.context,
      details: isAbout || isNamed ? withoutFields(row.details) : row.details,
    };
    if (erased.personal !== row.personal || erased.context !== row.context || erased.details !== row.details)
      setErasable.run(realm.sql, { id: row.id, ...erased });
  }
  return last < newestEntry.one(realm.sql, {}).id ? last : null;
}

const NO_NAMES: ReadonlySet<string> = new Set();
/** The details whose values this program chooses: a person's name among them is the same by chance. */
const CHOSEN: ReadonlySet<string> = new Set([
  ...["what", "method", "how", "kind", "role", "type", "format", "command", "permission", "route", "scope", "of"],
]);
const SETTING: AuditAction = "organization.setting_changed";

/** Whether details name a person. Those of another account, or of a setting, have the name of a namesake, or a word that is a value. */
const namesPerson = ({ entity_type, action, details }: EntryRow, name: string): boolean =>
  !isPerson(entity_type) && action !== SETTING && hasValue(details, name, CHOSEN);

/** Whether a text is one of the values of stored fields, in any case. */
function hasValue(stored: string, text: string, except: ReadonlySet<string>): boolean {
  const wanted = text.toLowerCase();
  // Most do not have it anywhere, and need not be parsed.
  if (wanted === "" || !stored.toLowerCase().includes(JSON.stringify(wanted))) return false;
  const some = readErasable(stored);
  return !("erased" in some) && isWithin(some.fields, wanted, except);
}

function isWithin(value: Json | Fields, wanted: string, except: ReadonlySet<string>): boolean {
  if (typeof value === "string") return value.toLowerCase() === wanted;
  if (value === null || typeof value !== "object") return false;
  return Object.entries(value).some(([key, field]) => !except.has(key) && isWithin(field, wanted, except));
}

const isPerson = (type: string) => type === "user" || type === "bot";
