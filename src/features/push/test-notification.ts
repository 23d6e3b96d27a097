import { action } from "../../http/endpoint.ts";
import { optional, text } from "../../http/parameter.ts";
import { realmSettings } from "../organizations/organizations.ts";
import {
  adminActionRequired,
  deviceNotRecognized,
  deviceNotRecognizedByService,
  notConfigured,
  serviceFailed,
  serviceUnreachable,
} from "./failures.ts";
import { askService, type ServiceAnswer } from "./push-service.ts";
import { tokensOf } from "./tokens.ts";

/** Sends a push to one of the caller's devices, or to all, so that they see whether it arrives. */
export const testNotificationEndpoint = action({
  route: "POST /mobile_push/test_notification",
  by: "human",
  params: { token: optional(text) },
  reply: {},
  plan({ realm, actor, params: { token }, request: { origin } }) {
    const all = tokensOf(realm, actor.user_id);
    const devices = token === undefined ? all : all.filter((one) => one.token === token);
    if (token !== undefined && devices.length === 0) throw deviceNotRecognized();
    const service = realm.config.pushService;
    if (devices.length > 0 && service === null) throw notConfigured();
    const { name: realm_name } = realmSettings(realm);
    const base = { event: "test", server: realm.host, realm_id: realm.id, realm_name, user_id: actor.user_id };
    return { service, devices, payload: { ...base, realm_url: origin, realm_uri: origin, time: realm.now() } };
  },
  async prepare({ plan: { service, devices, payload }, env }) {
    for (const { kind: token_kind, token, app_id } of devices) {
      const body = { token, token_kind, ios_app_id: app_id, user_id: payload.user_id, base_payload: payload };
      refuse(await askService(service, env, "test_notification", body));
    }
  },
  run: () => ({}),
});

function refuse(answer: ServiceAnswer): void {
  switch (answer.kind) {
    case "done":
      return;
    case "refused":
      throw answer.code.includes("TOKEN") ? deviceNotRecognizedByService() : adminActionRequired();
    case "failed":
      throw serviceFailed();
    case "unreachable":
      throw serviceUnreachable();
    default:
      answer satisfies never;
  }
}
