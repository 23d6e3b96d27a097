import { feature } from "../../../feature.ts";
import { authenticateGrantHook, grantActsHook } from "../../../realm/admission-hooks.ts";
import { on } from "../../../realm/realm.ts";
import { messageSentHook } from "../../messages/core/hooks.ts";
import { unfinishedLoginsHook } from "../../organization/accounts/hooks.ts";
import { settingStoredHook } from "../../organization/organization-settings/hooks.ts";
import { authorizePages } from "./consent/authorize-page.ts";
import { decideEndpoint, getConsentEndpoint } from "./consent-endpoints.ts";
import { assistantsChanged } from "./events.ts";
import { discoveryPages } from "./oauth/discovery.ts";
import { tokenPages } from "./oauth/token-pages.ts";
import { makeTokensEndpoint, registerClientEndpoint, revokeTokenEndpoint } from "./oauth-endpoints.ts";
import { authenticateGrant, endGrantsOf, laterActor } from "./oauth-grants.ts";
import { ruleSet } from "./organization-rules.ts";
import { grantsPages } from "./own-grants/grants-page.ts";
import { countMessage, schema } from "./rows.ts";

/**
 * Assistants that users authorize: OAuth at the organization's own host, and what each assistant can do.
 *
 * `consent/` asks the user, and `oauth/` has the pages for clients. Codes and tokens (`tokens.ts`) are hashed and only
 * in the realm, so that single use and rotation need no lock. A call's actor has a `Grant` (src/protocol/actor.ts), and
 * admission only allows endpoints whose `scope` the grant has. The access checks that tools rely on hide excluded
 * channels and people (`isClosedTo`, `isKeptFrom`). Calls with an API key at `/mcp` have no grant, but their actor is
 * marked (`asksAsAssistant`), which hides closed channels, too.
 */
export const assistantGrants = feature({
  name: "assistant-grants",
  schema,
  personal: { assistant_grants: { user: "user_id" } },
  archive: {
    leftOut: {
      assistant_grants: "of this server: people let their assistants in again",
      assistant_codes: "of the moment",
      assistant_refreshes: "as the grants",
      assistant_tokens: "as the grants",
    },
  },
  endpoints: [registerClientEndpoint, makeTokensEndpoint, revokeTokenEndpoint, getConsentEndpoint, decideEndpoint],
  pages: [...discoveryPages, ...tokenPages, ...authorizePages, ...grantsPages],
  events: [assistantsChanged],
  handlers: [
    on(authenticateGrantHook, authenticateGrant),
    on(messageSentHook, (realm, { grant_id }) => {
      if (grant_id !== null) countMessage.run(realm.sql, { id: grant_id });
    }),
    on(grantActsHook, laterActor),
    on(settingStoredHook, ruleSet),
    on(unfinishedLoginsHook, (realm, user) => void endGrantsOf(realm, user, "logins ended")),
  ],
});
