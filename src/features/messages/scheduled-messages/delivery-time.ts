import * as v from "valibot";
import { json } from "../../../endpoints/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { LAST_SECOND } from "../../../protocol/limits.ts";
import type { Realm } from "../../../realm/realm.ts";

/** When something is to be delivered, in UTC seconds. */
export const deliveryTime = json(v.pipe(v.number(), v.safeInteger(), v.maxValue(LAST_SECOND)));

export const notInFuture = () => badRequest("Scheduled delivery time must be in the future.");

export function checkDue(realm: Realm, due: number): void {
  if (due <= realm.now()) throw notInFuture();
}
