import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { NAMELESS } from "../../../http/caller-address.ts";
import { notFound } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { allProviders } from "../../organization/realm/sign-in.ts";
import { countAttempt, forgetAttempts } from "../../organization/users/authentication/login-attempts.ts";
import { auditedAsService } from "../../trust/audit-log/audit.ts";
import { endServiceSessions } from "../logins/end-service-sessions.ts";
import { explained } from "./providers/identify.ts";
import { readLogoutToken } from "./providers/logout-token.ts";
import { asked } from "./providers/provider-fetch.ts";
import { endTicketsOf, useOnce } from "./tickets.ts";

/** The number of tokens that may be refused within half an hour from one address, and from all whose address is unknown. */
const MOST_FAILURES = { address: 30, nameless: 300 };

const failuresFrom = (address: string) => `logout tokens from ${address}`;

/** The provider with an id, also one by which nobody logs in at the moment: sessions may be left that it ends. */
function anyProvider(realm: Realm, id: string) {
  const provider = allProviders(realm).find((other) => other.id === id && other.protocol === "openid");
  if (provider === undefined) throw notFound("This organization doesn't have that login method.");
  return provider;
}

/**
 * Ends the sessions that began by logins which have ended at a service, as the service itself says by a token that it signs
 * (OpenID Connect Back-Channel Logout). API keys stay: they are no sessions.
 */
export const logOutByServiceEndpoint = action({
  route: "POST /external_login/:provider/logout",
  by: "anyone",
  params: { provider: text("id"), logout_token: text("token") },
  reply: {},
  plan({ realm, params, request: { address } }) {
    const provider = anyProvider(realm, params.provider);
    countAttempt(realm, failuresFrom(address), MOST_FAILURES[address === NAMELESS ? "nameless" : "address"]);
    return provider;
  },
  prepare: ({ plan: provider, params, log, ...worker }) =>
    explained(provider, log, () => readLogoutToken(asked(provider, worker), params.logout_token)),
  run({ realm, params, prepared: { jti, sid, subject }, request }) {
    const { id, name, issuer, connection } = anyProvider(realm, params.provider);
    useOnce(realm, `logout ${id} ${jti}`);
    forgetAttempts(realm, failuresFrom(request.address));
    endTicketsOf(realm, { issuer, sid, subject });
    auditedAsService(realm, { id: connection, name }, () => {
      const sessions = endServiceSessions(realm, { issuer, sid, subject });
      realm.log.info("logged_out_by_service", { provider: id, sessions });
    });
    return {};
  },
});
