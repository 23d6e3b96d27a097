import type { Env } from "../../../../config/env.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { after, hours } from "../../../../util/time.ts";
import { isPending, type Registration, type RegistrationResult, settleRegistration } from "./devices.ts";
import { askService, serviceOf, valueIn } from "./push-service.ts";
import { realmUuid } from "./realm-uuid.ts";

/** A registration fails after this time. It is shorter than the outbox retries, so that no device stays pending. */
const LONGEST_WAIT = hours(20);

/** The job that forwards a registration to the push service, which alone can decrypt it. */
export async function forwardRegistration(
  { realm, env }: { realm: Realm; env: Env },
  registration: Registration,
): Promise<void> {
  if (!isPending(realm, registration)) return;
  const { push_account_id, bouncer_public_key, encrypted_push_registration, requested_at } = registration;
  const realm_uuid = realm.change(() => realmUuid(realm));
  const answer = await askService(serviceOf(realm.config.pushService, env), {
    path: "e2ee/register",
    form: { realm_uuid, push_account_id, bouncer_public_key, encrypted_push_registration },
  });
  const settle = (result: RegistrationResult) => realm.change(() => settleRegistration(realm, registration, result));
  switch (answer.kind) {
    case "done":
      return settle({ device_id: deviceIdIn(answer.reply) });
    case "refused":
      return settle({ error_code: answer.code });
    case "failed":
    case "unreachable":
      if (realm.seconds() > after(requested_at, LONGEST_WAIT)) return settle({ error_code: "REQUEST_EXPIRED" });
      throw new Error(`the push service ${answer.kind === "failed" ? "fails" : "is unreachable"}`);
    default:
      answer satisfies never;
  }
}

function deviceIdIn(reply: unknown): number | null {
  const id = valueIn(reply, "device_id");
  return typeof id === "number" && Number.isSafeInteger(id) ? id : null;
}
