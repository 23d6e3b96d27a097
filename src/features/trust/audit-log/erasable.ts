import * as v from "valibot";
import { stored } from "../../../database/stored.ts";
import { commitmentTo, type Erasable, type Fields } from "../../../merkle-log/leaf.ts";
import type { Json } from "../../../util/canonical.ts";
import type { Random } from "../../../util/random.ts";

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

/** Parses stored fields. Unreadable ones count as erased, and will fail verification. */
export const readErasable = stored("audit entry", erasableSchema, (): Erasable => ({ erased: "" }));

export function withoutFields(text: string): string {
  const some = readErasable(text);
  return "erased" in some ? text : JSON.stringify({ erased: commitmentTo(some) });
}
