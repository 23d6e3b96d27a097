import type { Env } from "../../../config/env.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, hours } from "../../../util/time.ts";
import { isAwaited, type Registration, type Settlement, settleRegistration } from "./devices.ts";
import { askService, serviceOf, valueIn } from "./push-service.ts";
import { realmUuid } from "./realm-uuid.ts";

/** Less than the outbox tries: a device is never left waiting. */
const PATIENCE = hours(20);

/** The job: hands a registration to the push service, which alone can read it. */
export async function forwardRegistration(
  { realm, env }: { realm: Realm; env: Env },
  registration: Registration,
): Promise<void> {
  if (!isAwaited(realm, registration)) return;
  const { push_account_id, bouncer_public_key, encrypted_push_registration, requested_at } = registration;
  const realm_uuid = realm.change(() => realmUuid(realm));
  const answer = await askService(serviceOf(realm.config.pushService, env), {
    path: "e2ee/register",
    form: { realm_uuid, push_account_id, bouncer_public_key, encrypted_push_registration },
  });
  const settle = (settlement: Settlement) => realm.change(() => settleRegistration(realm, registration, settlement));
  switch (answer.kind) {
    case "done":
      return settle({ device_id: deviceIdIn(answer.reply) });
    case "refused":
      return settle({ error_code: answer.code });
    case "failed":
    case "unreachable":
      if (realm.seconds() > after(requested_at, PATIENCE)) return settle({ error_code: "REQUEST_EXPIRED" });
      throw new Error(`the push service is ${answer.kind === "failed" ? "not well" : "unreachable"}`);
    default:
      answer satisfies never;
  }
}

function deviceIdIn(reply: unknown): number | null {
  const id = valueIn(reply, "device_id");
  return typeof id === "number" && Number.isSafeInteger(id) ? id : null;
}
