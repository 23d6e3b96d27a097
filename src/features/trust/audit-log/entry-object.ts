import * as v from "valibot";
import type { Erasable, Fields } from "../../../merkle-log/leaf.ts";
import { UNNAMED } from "../../../protocol/client-name.ts";
import type { Realm } from "../../../realm/realm.ts";
import { browserName } from "../../../util/browser-name.ts";
import { readErasable } from "./erasure.ts";
import { type EntryRow, entriesBetween } from "./rows.ts";

const namesSchema = { name: v.optional(v.string()), email: v.optional(v.string()) };
const fieldsSchema = v.record(v.string(), v.any());
/** The salt of the commitment to erasable fields, or the commitment itself once the fields were erased. */
const proofSchema = v.union([v.object({ salt: v.string() }), v.object({ erased: v.string() })]);

export const entrySchema = v.object({
  id: v.number(),
  /** The same time twice: in whole seconds since 1970, and as ISO 8601 with milliseconds. */
  date_create: v.number(),
  at: v.string(),
  action: v.string(),
  result: v.string(),
  actor: v.object({ type: v.string(), id: v.nullable(v.number()), ...namesSchema }),
  entity: v.object({ type: v.string(), id: v.string(), ...namesSchema }),
  context: fieldsSchema,
  /** Browser and operating system, or the name a program sends. Null if the context doesn't contain it. */
  program: v.nullable(v.string()),
  details: fieldsSchema,
  /** Needed to verify the entry. */
  proof: v.object({ personal: proofSchema, context: proofSchema, details: proofSchema }),
});
export type EntryObject = v.InferOutput<typeof entrySchema>;

export function entryObject(row: EntryRow): EntryObject {
  const [personal, context, details] = [
    readErasable(row.personal, row.id),
    readErasable(row.context, row.id),
    readErasable(row.details, row.id),
  ];
  const { actor, entity } = unerasedFields(personal) as { actor?: Names; entity?: Names };
  return {
    id: row.id,
    date_create: Math.floor(row.at / 1000),
    at: new Date(row.at).toISOString(),
    action: row.action,
    result: row.result,
    actor: { type: row.actor_type, id: row.actor_id, ...actor },
    entity: { type: row.entity_type, id: row.entity_id, ...entity },
    context: { ...unerasedFields(context) },
    program: programOf(unerasedFields(context)),
    details: { ...unerasedFields(details) },
    proof: { personal: proofOf(personal), context: proofOf(context), details: proofOf(details) },
  };
}

interface Names {
  readonly name?: string;
  readonly email?: string;
}

function programOf({ ua, client }: Fields): string | null {
  const name = (typeof ua === "string" && browserName(ua)) || client;
  return typeof name === "string" && name !== UNNAMED ? name : null;
}

const unerasedFields = (some: Erasable): Fields => ("erased" in some ? {} : some.fields);
const proofOf = (some: Erasable) => ("erased" in some ? { erased: some.erased } : { salt: some.salt });

export const heldEntries = (realm: Realm, after: number, last: number): EntryObject[] =>
  entriesBetween.all(realm.sql, { after, last }).map(entryObject);
