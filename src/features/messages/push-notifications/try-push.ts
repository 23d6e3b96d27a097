import type { Env } from "../../../config/env.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { encryptedDevicesOf, sendEncrypted, settleLost } from "./mobile/encrypted-push.ts";
import { encryptedTests } from "./mobile/encrypted-test-notification.ts";
import { requestTimeout, type ServiceAnswer, serviceOf } from "./mobile/push-service.ts";
import { realmUuid } from "./mobile/realm-uuid.ts";
import { plainTests, sendPlainTests } from "./mobile/test-notification.ts";
import { tokensOf } from "./mobile/tokens.ts";
import { webTests } from "./web/endpoints.ts";
import { removeWebDevice, webDevicesOf } from "./web/web-devices.ts";
import { sendWeb } from "./web/web-push.ts";

/** A test push to a device, encrypted or not, or to a browser, with the service's answer. */
interface PushTrial {
  readonly kind: "encrypted" | "plain" | "browser";
  /** APNs or FCM, behind the server's push service, or the host of the browser's push service. */
  readonly to: string;
  readonly is_taken: boolean;
  /** The service's answer, without tokens and keys. */
  readonly said: string;
}

/** Prepares test notifications for all devices and browsers of a user. */
export function planTrials(realm: Realm, user: UserId) {
  const tokens = tokensOf(realm, user);
  const isPlainOff = realmSettings(realm).require_e2ee_push_notifications;
  const browsers = webDevicesOf(realm, user);
  return {
    user,
    service: realm.config.pushService,
    uuid: realmUuid(realm),
    encrypted: encryptedTests(realm, user, encryptedDevicesOf(realm, user)),
    plain: { kinds: tokens.map(({ kind }) => kind), requests: isPlainOff ? null : plainTests(realm, user, tokens) },
    web: browsers.length === 0 ? null : webTests(realm, user, browsers),
  };
}

type Plan = ReturnType<typeof planTrials>;

export async function sendTrials({ service: url, uuid, encrypted, plain, web }: Plan, env: Env) {
  const service = serviceOf(url, env);
  const signal = requestTimeout();
  const wordsFor = (answer: ServiceAnswer) => (url === null ? NOT_CONFIGURED : wordsOf(answer));
  const [ofDevices, ofTokens, ofBrowsers] = await Promise.all([
    sendEncrypted(service, uuid, encrypted, signal),
    plain.requests === null ? [] : sendPlainTests(service, plain.requests, signal),
    web === null ? [] : sendWeb(web.sender, web.pushes, signal),
  ]);
  const { answers, gone, invalidKeys } = ofDevices;
  const lost = new Map([
    ...gone.map((one) => [one, DEVICE_GONE_RESULT] as const),
    ...invalidKeys.map((one) => [one, BAD_KEY] as const),
  ]);
  const trials: PushTrial[] = [
    ...encrypted.map((push) => ({
      kind: "encrypted" as const,
      to: push.device.token_kind,
      ...(lost.get(push.device) ?? wordsFor(answers.get(push) ?? { kind: "unreachable" })),
    })),
    ...plain.kinds.map((to, index) => {
      const one = ofTokens[index];
      return { kind: "plain" as const, to, ...(one === undefined ? NOT_ENCRYPTED : wordsFor(one)) };
    }),
    ...ofBrowsers.map(({ push, answer: one, isGone }) => ({
      kind: "browser" as const,
      to: new URL(push.device.endpoint).host,
      ...(isGone ? DEVICE_GONE_RESULT : wordsOf(one)),
    })),
  ];
  const goneBrowsers = ofBrowsers.flatMap(({ isGone, push }) => (isGone ? [push.device.id] : []));
  return { trials, gone, invalidKeys, goneBrowsers };
}

/** Deletes devices that can no longer receive pushes, according to the services. */
export function settleTrials(
  realm: Realm,
  { user }: Plan,
  { goneBrowsers, ...devices }: Awaited<ReturnType<typeof sendTrials>>,
): void {
  settleLost(realm, devices);
  for (const id of goneBrowsers) removeWebDevice(realm, user, id);
}

type TrialOutcome = Pick<PushTrial, "is_taken" | "said">;

const refusedAs = (said: string): TrialOutcome => ({ is_taken: false, said });
const DEVICE_GONE_RESULT = refusedAs("gone: it no longer gets pushes, and was removed");
const BAD_KEY = refusedAs("its key is invalid, and nothing can be encrypted for it");
const NOT_ENCRYPTED = refusedAs("not sent: the organization requires encryption, which this device does not have");
const NOT_CONFIGURED = refusedAs("no push service is configured (PUSH_SERVICE_URL)");

function wordsOf(answer: ServiceAnswer): TrialOutcome {
  switch (answer.kind) {
    case "done":
      return { is_taken: true, said: "taken" };
    case "refused":
      // A service can return any string as its code.
      return refusedAs(`refused: ${/^\w{1,64}$/.test(answer.code) ? answer.code : "for a reason that is no code"}`);
    case "failed":
      return refusedAs(`failed: HTTP ${answer.status}`);
    case "unreachable":
      return refusedAs("did not answer");
    default:
      return answer satisfies never;
  }
}
