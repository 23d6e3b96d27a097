import * as v from "valibot";
import { json } from "../../../api/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { LAST_SECOND } from "../../../protocol/limits.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Seconds, seconds } from "../../../util/time.ts";

export const deliveryTime = json(v.pipe(v.number(), v.safeInteger(), v.maxValue(LAST_SECOND), v.transform(seconds)));

export const notInFuture = () => badRequest("Scheduled delivery time must be in the future.");

export function checkDue(realm: Realm, due: Seconds): void {
  if (due <= realm.seconds()) throw notInFuture();
}
