import { action } from "../../../../endpoints/endpoint.ts";
import { optional, text } from "../../../../endpoints/parameter.ts";
import {
  adminActionRequired,
  checkAnswer,
  deviceNotRecognized,
  deviceNotRecognizedByService,
  notConfigured,
} from "../failures.ts";
import { plainBase } from "../payloads.ts";
import { TOKEN_KINDS } from "./forward-token.ts";
import { askService, requestTimeout, serviceOf } from "./push-service.ts";
import { realmUuid } from "./realm-uuid.ts";
import { tokensOf } from "./tokens.ts";

/** Sends a plain test notification to one of the caller's devices, or to all of them. */
export const testNotificationEndpoint = action({
  route: "POST /mobile_push/test_notification",
  by: "human",
  params: { token: optional(text("token")) },
  reply: {},
  plan({ realm, actor: { user_id }, params: { token } }) {
    const all = tokensOf(realm, user_id);
    const devices = token === undefined ? all : all.filter((one) => one.token === token);
    if (token !== undefined && devices.length === 0) throw deviceNotRecognized();
    const service = realm.config.pushService;
    if (devices.length > 0 && service === null) throw notConfigured();
    const about = { realm_uuid: realmUuid(realm), user_id };
    const requests = devices.map(({ kind, token: to }) => ({
      ...about,
      token: to,
      token_kind: TOKEN_KINDS[kind],
      base_payload: { ...plainBase(realm, user_id), event: "test", time: realm.seconds() },
    }));
    return { service, requests };
  },
  async prepare({ plan: { service: url, requests }, env }) {
    const service = serviceOf(url, env);
    const signal = requestTimeout();
    const ask = (json: object) => askService(service, { path: "test_notification", json }, signal);
    for (const answer of await Promise.all(requests.map(ask))) checkAnswer(answer, refusal);
  },
  run: () => ({}),
});

const refusal = (code: string) => (code.includes("TOKEN") ? deviceNotRecognizedByService() : adminActionRequired());
