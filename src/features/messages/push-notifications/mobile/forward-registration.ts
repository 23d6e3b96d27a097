import type { JobContext } from "../../../../realm/job.ts";
import { after, hours, type Seconds } from "../../../../util/time.ts";
import { unknownToServiceHook } from "../hooks.ts";
import { failToken, isTokenPending, settleToken, type TokenRegistration } from "./client-devices.ts";
import { isPending, type Registration, settleRegistration } from "./devices.ts";
import { askService, serviceOf, UNKNOWN_ORGANIZATION, valueIn } from "./push-service.ts";
import { realmUuid } from "./realm-uuid.ts";

/** Registrations fail after this time. The outbox retries for longer, so no device stays pending forever. */
const MAX_WAIT = hours(20);
/** Error code of a registration that waited too long. The app sends a new one. */
const EXPIRED = "REQUEST_EXPIRED";
/** Codes that reject the server rather than the registration. The server's operator can fix the cause. */
const PASSING = new Set([UNKNOWN_ORGANIZATION, "INVALID_ZULIP_SERVER", "PUSH_NOTIFICATIONS_DISALLOWED"]);

/** Job: forwards a token to the push service. */
export async function forwardTokenRegistration(context: JobContext, registration: TokenRegistration): Promise<void> {
  const { realm } = context;
  if (!isTokenPending(realm, registration)) return;
  const { token_id, encrypted_push_registration, bouncer_public_key, requested_at } = registration;
  const form = { token_id, encrypted_push_registration, bouncer_public_key };
  const result = await registerAtService(context, form, requested_at);
  realm.change(() => {
    if ("reply" in result) settleToken(realm, registration);
    else failToken(realm, registration, result.error_code);
  });
}

/** Job: forwards the registration of a device that uses an earlier feature level. */
export async function forwardRegistration(context: JobContext, registration: Registration): Promise<void> {
  const { realm } = context;
  if (!isPending(realm, registration)) return;
  const { push_account_id, bouncer_public_key, encrypted_push_registration, requested_at } = registration;
  const form = { push_account_id, bouncer_public_key, encrypted_push_registration };
  const result = await registerAtService(context, form, requested_at);
  const settled = "reply" in result ? { device_id: deviceIdIn(result.reply) } : result;
  realm.change(() => settleRegistration(realm, registration, settled));
}

/**
 * Asks the push service to register a device. Returns its reply, or the code of a permanent rejection. Throws if the
 * request must be retried.
 */
async function registerAtService(
  { realm, env, log }: JobContext,
  form: Readonly<Record<string, string | number>>,
  requested_at: Seconds,
): Promise<{ reply: unknown } | { error_code: string }> {
  const realm_uuid = realm.change(() => realmUuid(realm));
  const service = serviceOf(realm.config.pushService, env);
  const answer = await askService(service, { path: "push/e2ee/register", form: { realm_uuid, ...form } });
  if (answer.kind === "done") return { reply: answer.reply };
  const code = answer.kind === "refused" ? answer.code : undefined;
  if (code !== undefined && (PASSING.has(code) || code === EXPIRED)) log.warn("push_registration_refused", { code });
  if (code !== undefined && !PASSING.has(code)) return { error_code: code };
  if (code === UNKNOWN_ORGANIZATION) realm.change(() => realm.run(unknownToServiceHook));
  if (realm.seconds() > after(requested_at, MAX_WAIT)) return { error_code: EXPIRED };
  throw new Error(`the push service has not registered a device: ${code ?? answer.kind}`);
}

function deviceIdIn(reply: unknown): number | null {
  const id = valueIn(reply, "device_id");
  return typeof id === "number" && Number.isSafeInteger(id) ? id : null;
}
