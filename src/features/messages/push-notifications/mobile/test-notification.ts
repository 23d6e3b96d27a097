import { action } from "../../../../api/endpoint.ts";
import { optional, text } from "../../../../api/parameter.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { realmSettings } from "../../../organization/organization-settings/realm-settings.ts";
import {
  adminActionRequired,
  checkAnswer,
  deviceNotRecognized,
  deviceNotRecognizedByService,
  notConfigured,
} from "../failures.ts";
import { plainBase } from "../payloads.ts";
import { askService, requestTimeout, type Service, serviceOf } from "./push-service.ts";
import { ownerAtService } from "./realm-uuid.ts";
import { TOKEN_KINDS } from "./registration-fields.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** Sends a plain test notification to one of the caller's devices, or to all of them. */
export const testNotificationEndpoint = action({
  route: "POST /mobile_push/test_notification",
  by: "human",
  params: { token: optional(text("token")) },
  plan({ realm, actor: { user_id }, params: { token } }) {
    if (realmSettings(realm).require_e2ee_push_notifications) throw adminActionRequired();
    const all = tokensOf(realm, user_id);
    const devices = token === undefined ? all : all.filter((one) => one.token === token);
    if (token !== undefined && devices.length === 0) throw deviceNotRecognized();
    const service = realm.config.pushService;
    if (devices.length > 0 && service === null) throw notConfigured();
    return { service, requests: plainTests(realm, user_id, devices) };
  },
  async prepare({ plan: { service: url, requests }, env }) {
    const service = serviceOf(url, env);
    for (const answer of await sendPlainTests(service, requests, requestTimeout())) checkAnswer(answer, refusal);
  },
  run: () => ({}),
});

export function plainTests(realm: Realm, user_id: UserId, tokens: readonly Token[]) {
  const owner = ownerAtService(realm, user_id);
  return tokens.map(({ kind, token }) => ({
    ...owner,
    token,
    token_kind: TOKEN_KINDS[kind],
    // The service itself marks it as a test.
    base_payload: { ...plainBase(realm, user_id), time: realm.seconds() },
  }));
}

export const sendPlainTests = (service: Service, requests: readonly object[], signal: AbortSignal) =>
  Promise.all(requests.map((json) => askService(service, { path: "push/test_notification", json }, signal)));

const refusal = (code: string) => (code.includes("TOKEN") ? deviceNotRecognizedByService() : adminActionRequired());
