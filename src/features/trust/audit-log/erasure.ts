import type { Realm } from "../../../realm/realm.ts";
import { withoutFields } from "./erasable.ts";
import { entriesBetween, newestEntry, setErasable } from "./rows.ts";

/** The number of entries that are looked through in one change. */
const AT_ONCE = 1000;

/** A person, or a bot, with the words by which they are known from what others did. */
interface Known {
  readonly id: number;
  readonly words: readonly string[];
}

/**
 * Takes a person out of some of the entries after one: the names, addresses and details of what they did and of what was done to
 * them, and the details elsewhere that name them. The entries stay, and can be proven as before. Returns the last entry that was
 * looked at, or null where that was the newest.
 */
export function erasePerson(realm: Realm, { id, words }: Known, after: number): number | null {
  const last = after + AT_ONCE;
  const quoted = words.map((word) => JSON.stringify(word).toLowerCase());
  const names = (text: string) => quoted.some((word) => text.toLowerCase().includes(word));
  for (const row of entriesBetween.all(realm.sql, { after, last })) {
    const acted = isPerson(row.actor_type) && row.actor_id === id;
    const isAbout = isPerson(row.entity_type) && row.entity_id === String(id);
    // An attempt to log in is told of the account that it names.
    const isTheirs = acted || (isAbout && row.actor_type === "anonymous");
    const erased = {
      personal: acted || isAbout || names(row.personal) ? withoutFields(row.personal) : row.personal,
      context: isTheirs ? withoutFields(row.context) : row.context,
      details: isAbout || names(row.details) ? withoutFields(row.details) : row.details,
    };
    if (erased.personal !== row.personal || erased.context !== row.context || erased.details !== row.details)
      setErasable.run(realm.sql, { id: row.id, ...erased });
  }
  return last < newestEntry.one(realm.sql, {}).id ? last : null;
}

const isPerson = (type: string) => type === "user" || type === "bot";
