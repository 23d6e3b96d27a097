import type { Env } from "../../env.ts";
import type { Realm } from "../../realm/realm.ts";
import { isAwaited, type Registration, settleRegistration } from "./devices.ts";
import { askService } from "./push-service.ts";

/** Less than the outbox tries: a device is never left waiting. */
const PATIENCE_SECONDS = 20 * 3600;

/** The job: hands a registration to the push service, which alone can read it. */
export async function forwardRegistration(
  { realm, env }: { realm: Realm; env: Env },
  registration: Registration,
): Promise<void> {
  if (!isAwaited(realm, registration)) return;
  const { push_account_id, bouncer_public_key, encrypted_push_registration, requested_at } = registration;
  const answer = await askService(realm.config.pushService, env, "e2ee/register", {
    realm: realm.host,
    push_account_id,
    bouncer_public_key,
    encrypted_push_registration,
  });
  const settle = (error_code: string | null) => realm.change(() => settleRegistration(realm, registration, error_code));
  switch (answer.kind) {
    case "done":
      return settle(null);
    case "refused":
      return settle(answer.code);
    case "failed":
    case "unreachable":
      if (realm.now() > requested_at + PATIENCE_SECONDS) return settle("REQUEST_EXPIRED");
      throw new Error(`the push service is ${answer.kind === "failed" ? "not well" : "unreachable"}`);
    default:
      answer satisfies never;
  }
}
