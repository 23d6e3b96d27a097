import * as v from "valibot";
import { stored } from "../../../database/stored.ts";
import { commitmentTo, type Erasable, type Fields } from "../../../merkle-log/leaf.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Json } from "../../../util/canonical.ts";
import type { Random } from "../../../util/random.ts";
import type { AuditAction } from "./actions.ts";
import { type EntryRow, emailChangesOf, entriesBetween, newestEntry, setErasable } from "./rows.ts";

const SALT_BYTES = 32;

const jsonSchema: v.GenericSchema<Json> = v.lazy(() =>
  v.union([v.string(), v.number(), v.boolean(), v.null(), v.array(jsonSchema), v.record(v.string(), jsonSchema)]),
);
const erasableSchema = v.union([
  v.object({ salt: v.string(), fields: v.record(v.string(), jsonSchema) }),
  v.object({ erased: v.string() }),
]);

export const erasable = (fields: Fields, random: Random): Erasable => ({
  salt: Buffer.from(random.bytes(SALT_BYTES)).toString("base64url"),
  fields,
});

/** Parses stored fields. Unreadable fields count as erased, and fail verification. */
export const readErasable = stored("audit entry", erasableSchema, (): Erasable => ({ erased: "" }));

export function withoutFields(text: string): string {
  const some = readErasable(text);
  return "erased" in some ? text : JSON.stringify({ erased: commitmentTo(some) });
}

const ENTRIES_PER_STEP = 1000;

/** A user or bot, with the strings that identify them in entries about others' actions. */
export interface ErasedIdentity {
  readonly id: number;
  readonly addresses: readonly string[];
  /** Null if the profile was deleted, so that the name is the generic one. */
  readonly name: string | null;
}

/** Returns the earlier email addresses of an account that are recorded in the log. */
export const earlierAddresses = (realm: Realm, id: number): string[] =>
  emailChangesOf.all(realm.sql, { id: String(id) }).flatMap(({ details }) => {
    const some = readErasable(details);
    const before = "fields" in some ? some.fields["before"] : undefined;
    return typeof before === "string" ? [before] : [];
  });

/**
 * Erases a person from a batch of the entries after a given one: names and addresses in entries by or about them, the
 * context (such as the IP address) of what they did, and the details of entries that are about them or contain their
 * name or address. The entries themselves remain, and can still be proven. Returns the id of the last entry checked, or
 * null at the end of the log.
 */
export function erasePerson(realm: Realm, { id, addresses, name }: ErasedIdentity, after: number): number | null {
  const last = after + ENTRIES_PER_STEP;
  for (const row of entriesBetween.all(realm.sql, { after, last })) {
    const acted = isPerson(row.actor_type) && row.actor_id === id;
    const isAbout = isPerson(row.entity_type) && row.entity_id === String(id);
    // The entry of an anonymous login attempt is about the account that someone tried to log in to.
    const isTheirs = acted || (isAbout && row.actor_type === "anonymous");
    // An invitation has no account, only an address.
    const isAddressed = (fields: string) => addresses.some((address) => hasValue(fields, address, NO_NAMES));
    const isInvited = row.entity_type === "invitation" && isAddressed(row.personal);
    const isNamed = isAddressed(row.details) || (name !== null && namesPerson(row, name));
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
/** Details whose values are chosen by the program. Any that equals a person's name does so by coincidence. */
const CHOSEN: ReadonlySet<string> = new Set([
  ...["what", "method", "how", "kind", "role", "type", "format", "command", "permission", "route", "scope", "of"],
]);
const SETTING: AuditAction = "organization.setting_changed";

/**
 * Whether details contain a person's name. False in entries about other accounts or settings, where the same name may
 * be another person's or a setting's value.
 */
const namesPerson = ({ entity_type, action, details }: EntryRow, name: string): boolean =>
  !isPerson(entity_type) && action !== SETTING && hasValue(details, name, CHOSEN);

/** Whether any stored field has this value, ignoring case. */
function hasValue(stored: string, text: string, except: ReadonlySet<string>): boolean {
  const wanted = text.toLowerCase();
  // Most entries don't contain the text, and aren't parsed.
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
