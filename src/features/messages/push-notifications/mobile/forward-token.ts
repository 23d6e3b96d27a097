import type { Env } from "../../../../config/env.ts";
import type { Log } from "../../../../logging/log.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { TokenKind } from "../rows.ts";
import { askService, serverIdIn, serviceOf } from "./push-service.ts";
import { ownerAtService } from "./realm-uuid.ts";
import { type TokenChange, tokensOf } from "./tokens.ts";

/** The push service's numbers for the kinds of tokens. */
export const TOKEN_KINDS: Readonly<Record<TokenKind, number>> = Object.freeze({ apns: 1, fcm: 2 });

/** Job: registers or unregisters a token at the push service, according to its user's current state. */
export async function forwardToken(
  { realm, env, log }: { realm: Realm; env: Env; log: Log },
  { user, kind, token }: TokenChange,
): Promise<void> {
  if (realm.config.pushService === null) return;
  const kept = tokensOf(realm, user).find((one) => one.kind === kind && one.token === token);
  const owner = realm.change(() => ownerAtService(realm, user));
  const about = { ...owner, token, token_kind: TOKEN_KINDS[kind] };
  const answer = await askService(
    serviceOf(realm.config.pushService, env),
    kept === undefined
      ? { path: "push/unregister", form: about }
      : { path: "push/register", form: { ...about, server_uuid: serverIdIn(env), ios_app_id: kept.app_id } },
  );
  switch (answer.kind) {
    case "done":
      return;
    case "refused":
      // A token the service doesn't know needn't be unregistered; one that it rejects gets no pushes.
      if (kept !== undefined) log.warn("push_token_refused", { user, code: answer.code });
      return;
    case "failed":
    case "unreachable":
      throw new Error(`the push service ${answer.kind === "failed" ? "fails" : "is unreachable"}`);
    default:
      answer satisfies never;
  }
}
