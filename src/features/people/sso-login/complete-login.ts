import type * as v from "valibot";
import { shapedAction, WithHeaders } from "../../../api/endpoint.ts";
import { text } from "../../../api/parameter.ts";
import type { LoginProvider } from "../../../config/login-providers.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { findUserByRealEmail } from "../../organization/accounts/accounts.ts";
import { countAttemptFrom, forgetAttemptsFrom } from "../../organization/accounts/authentication/login-attempts.ts";
import { accountEntity, auditIfRefused, organizationEntity } from "../../trust/audit-log/audit.ts";
import { hasSecondFactor } from "../two-factor/two-factor.ts";
import { attemptCookie, attemptSchema, endedAttempt, type Identity, withoutToken } from "./attempt.ts";
import { accessProvider, redirectUri } from "./begin-login.ts";
import { continueLogin, isFresh, waitForCode } from "./finish-login.ts";
import { accessEntrance } from "./joining.ts";
import { showStep, stepReply } from "./login-step.ts";
import { identify } from "./providers/identify.ts";
import { toAskedProvider } from "./providers/provider-fetch.ts";
import { ExternalLoginRefused, type Reason } from "./refused.ts";
import { seal, unseal } from "./seal.ts";
import { findAccount, grant, linkAccount, linkByAddress } from "./sso-login.ts";
import { useOnce } from "./tickets.ts";
import { withVouched } from "./vouching.ts";

/** Reasons for a failed login that don't indicate attempted unauthorized access. */
const NO_FAILURES: ReadonlySet<Reason> = new Set(["cancelled", "provider_down"]);

/** Runs part of a provider login. If the login is rejected, records that in the audit log. */
function notingRefusal<T>(realm: Realm, provider: LoginProvider, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ExternalLoginRefused && !NO_FAILURES.has(error.reason)) noteRefusal(realm, provider, error);
    throw error;
  }
}

function noteRefusal(realm: Realm, provider: LoginProvider, { reason, email }: ExternalLoginRefused): void {
  const user = email === undefined ? undefined : findUserByRealEmail(realm, email);
  const of = user === undefined ? organizationEntity(realm) : accountEntity(user);
  const name = user === undefined ? email : undefined;
  auditIfRefused(realm, "login.failed", { of, details: { method: provider.name, reason, name } });
}

const MAX_CHARACTERS = 100;

/** Converts a provider's name for a user to a valid one. The user can still change it before joining. */
function fittingName(name: string): string {
  const plain = name
    .replace(/[*"`>@|\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return [...plain].slice(0, MAX_CHARACTERS).join("");
}

const FAILURES = "external login";
/** Maximum failed logins from one address within half an hour. */
const MAX_FAILURES = 30;

/**
 * Completes a login with the provider's answer, which the browser passes on. Checks that it belongs to this browser,
 * and asks the provider for the user's identity. Then logs the user in, or asks for their name first if they can join.
 */
export const completeLoginEndpoint = shapedAction({
  route: "POST /external_login/:provider/complete",
  by: "anyone",
  internal: true,
  params: { provider: text("id"), attempt: text("token"), answer: text("token") },
  reply: stepReply,
  plan({ realm, params, request: { address } }) {
    const provider = accessProvider(realm, params.provider);
    countAttemptFrom(realm, address, FAILURES, MAX_FAILURES);
    return provider;
  },
  async prepare({ plan: provider, params, env, config, request: { origin }, log }) {
    const attempt = await unseal(params.attempt, attemptSchema, { purpose: "attempt", provider, origin });
    const answer = new URLSearchParams(params.answer);
    if (answer.get("state") !== attempt.state) throw new ExternalLoginRefused("state");
    const binding = { ...attempt, redirectUri: redirectUri(origin, provider.id) };
    try {
      return { attempt, identity: await identify(toAskedProvider(provider, { env, config }), answer, binding, log) };
    } catch (error) {
      if (!(error instanceof ExternalLoginRefused)) throw error;
      // Not thrown here, because only `run` can write the audit log.
      return { attempt, identity: null, reason: error.reason, detail: error.detail };
    }
  },
  run({ realm, params, prepared, request }) {
    const provider = accessProvider(realm, params.provider, prepared.identity?.login);
    const complete = () => {
      if (prepared.identity === null) throw new ExternalLoginRefused(prepared.reason, prepared.detail);
      return logInOrLink(realm, provider, { ...prepared, request });
    };
    // Users who link an account are logged in already, so a rejection isn't audited as a failed login.
    return prepared.attempt.goal.link === undefined ? notingRefusal(realm, provider, complete) : complete();
  },
  async shape({ result, request }) {
    const { origin } = request;
    const { provider } = result;
    if ("linked" in result) return new WithHeaders({ location: result.linked.next }, [endedAttempt(origin)]);
    if (!("joining" in result)) return showStep(result, provider, request);
    const { goal, identity, email } = result.joining;
    const sealed = await seal({ identity, goal }, { purpose: "joining", provider, origin });
    const joining = { email, full_name: identity.full_name };
    return new WithHeaders({ joining }, [attemptCookie(sealed, origin)]);
  },
});

interface LoginCallback {
  readonly attempt: v.InferOutput<typeof attemptSchema>;
  readonly identity: Identity;
  readonly request: RequestFacts;
}

/** Logs in the user identified by the provider, links their account, or returns the next step of the login. */
function logInOrLink(
  realm: Realm,
  provider: LoginProvider,
  { attempt: { goal, state }, identity: reported, request }: LoginCallback,
) {
  const identity = withVouched(provider, reported);
  const { login } = identity;
  useOnce(realm, state);
  if (goal.fresh === true && !isFresh(realm, login)) throw new ExternalLoginRefused("not_fresh");
  forgetAttemptsFrom(realm, request.address, FAILURES);
  if (goal.link !== undefined) {
    linkAccount(realm, goal.link, identity);
    return { linked: goal, provider };
  }
  const found = findAccount(realm, identity);
  if (found !== undefined) {
    const { user, isLinked } = found;
    // The provider vouches for the address, but not yet for the account, so the account's own second factor is
    // requested once.
    if (!isLinked && hasSecondFactor(realm, user.id)) {
      return { ...waitForCode(realm, user, { goal, login, identity: reported }), provider };
    }
    if (!isLinked) linkByAddress(realm, user, { identity, gaveCode: false });
    const now = grant(realm, provider, user, identity);
    return { ...continueLogin(realm, provider, now, { goal, request, login }), provider };
  }
  const { email } = accessEntrance(realm, provider, identity, goal);
  return {
    provider,
    joining: {
      ...{ goal, email },
      identity: {
        ...withoutToken(reported),
        emails: reported.emails.filter((one) => one === email),
        full_name: fittingName(reported.full_name),
      },
    },
  };
}
