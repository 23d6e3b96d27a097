import { feature } from "../../../feature.ts";
import { resumeSessionHook } from "../../../realm/admission-hooks.ts";
import { on } from "../../../realm/realm.ts";
import { recentLoginHook, roleRaisedHook, userDeactivatedHook } from "../../organization/accounts/hooks.ts";
import { settingStoredHook } from "../../organization/organization-settings/hooks.ts";
import { secondFactorResetHook } from "../two-factor/two-factor.ts";
import { sessionEndpoints } from "./endpoints.ts";
import { loginPages } from "./login-page.ts";
import { endOverdueLogins, limitSet, OVERDUE_TIMER } from "./overdue.ts";
import { schema } from "./rows.ts";
import { endSessions, isRecentLogin, resumeSession } from "./sessions.ts";

/** Browser sessions, and API keys from a JSON web token or the developer login. */
export const logins = feature({
  name: "logins",
  schema,
  personal: { sessions: { user: "user_id" }, ended_sessions: { user: "user_id" } },
  archive: {
    leftOut: {
      sessions: "of the moment: people log in again",
      ended_sessions: "of the moment, as sessions are",
    },
  },
  endpoints: sessionEndpoints,
  pages: loginPages,
  handlers: [
    on(userDeactivatedHook, (realm, user) => void endSessions(realm, user.id)),
    on(roleRaisedHook, (realm, user) => void endSessions(realm, user, { reason: "role_raised" })),
    on(secondFactorResetHook, (realm, user) => void endSessions(realm, user)),
    on(resumeSessionHook, resumeSession),
    on(recentLoginHook, isRecentLogin),
    on(settingStoredHook, limitSet),
  ],
  timers: { [OVERDUE_TIMER]: ({ realm }) => endOverdueLogins(realm) },
});
