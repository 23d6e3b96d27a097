import type { Env } from "../../../config/env.ts";
import type { Log } from "../../../logging/log.ts";
import type { Realm } from "../../../realm/realm.ts";
import { askService, serviceOf } from "./push-service.ts";
import { realmUuid } from "./realm-uuid.ts";
import type { TokenKind } from "./rows.ts";
import { type TokenNews, tokensOf } from "./tokens.ts";

/** The kinds of tokens, as the push service counts them. */
export const TOKEN_KINDS: Readonly<Record<TokenKind, number>> = Object.freeze({ apns: 1, fcm: 2 });

/** The job: has the push service know a token as long as it is wanted. */
export async function forwardToken(
  { realm, env, log }: { realm: Realm; env: Env; log: Log },
  news: TokenNews,
): Promise<void> {
  const { user, kind, token } = news;
  if (realm.config.pushService === null) return;
  const kept = tokensOf(realm, user).find((one) => one.kind === kind && one.token === token);
  const realm_uuid = realm.change(() => realmUuid(realm));
  const about = { user_id: user, realm_uuid, token, token_kind: TOKEN_KINDS[kind] };
  const answer = await askService(
    serviceOf(realm.config.pushService, env),
    kept === undefined
      ? { path: "unregister", form: about }
      : { path: "register", form: { ...about, ios_app_id: kept.app_id } },
  );
  switch (answer.kind) {
    case "done":
      return;
    case "refused":
      // One that it does not know need not be taken back; one that it does not want gets no pushes.
      if (kept !== undefined) log.warn("push_token_refused", { user, code: answer.code });
      return;
    case "failed":
    case "unreachable":
      throw new Error(`the push service is ${answer.kind === "failed" ? "not well" : "unreachable"}`);
    default:
      answer satisfies never;
  }
}
