import { createHmac } from "node:crypto";
import * as v from "valibot";
import { stored } from "../../../database/stored.ts";
import { canonical, type Json } from "../../../util/canonical.ts";
import type { Random } from "../../../util/random.ts";

/*
 * Names, addresses and details may have to go one day, so they are not a part of an entry's leaf. The leaf has a commitment to each
 * instead: an HMAC with a random key, the salt, that is kept beside it. Once both are deleted, the commitment tells nothing, and the
 * entry with its place in the tree is provable as before.
 */

export type Fields = { readonly [name: string]: Json };
/** Fields with their salt; or, once they are erased, the commitment to them. */
export type Erasable = { readonly salt: string; readonly fields: Fields } | { readonly erased: string };

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

/** The commitment to fields, which stays the same when they are erased. */
export const commitmentTo = (some: Erasable): string =>
  "erased" in some
    ? some.erased
    : createHmac("sha256", Buffer.from(some.salt, "base64url")).update(canonical(some.fields)).digest("base64url");

/** Reads fields as they are stored. What cannot be read counts as erased, and will not verify. */
export const readErasable = stored("audit entry", erasableSchema, (): Erasable => ({ erased: "" }));

/** The stored form of fields after they were erased. */
export function withoutFields(text: string): string {
  const some = readErasable(text);
  return "erased" in some ? text : JSON.stringify({ erased: commitmentTo(some) });
}
