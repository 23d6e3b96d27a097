import * as v from "valibot";
import { setupAction } from "../../../api/endpoint.ts";
import { isSameSecret } from "../../../util/is-same.ts";
import { planTrials, sendTrials, settleTrials } from "../../messages/push-notifications/try-push.ts";
import { accountParams, byOperator, checkOperator, findPerson, noSuchPerson } from "./operator-account.ts";

/** Sends a push to all devices and browsers of an account. Returns the services' responses, without tokens and keys. */
export const tryPushEndpoint = setupAction({
  route: "POST /organizations/push/try",
  params: accountParams,
  reply: {
    pushes: v.array(
      v.object({
        kind: v.picklist(["encrypted", "plain", "browser"]),
        /** "apns" or "fcm", or the host of a browser's push service. */
        to: v.string(),
        is_taken: v.boolean(),
        said: v.string(),
      }),
    ),
  },
  organization: byOperator.organization,
  plan({ realm, params: { email, setup_token } }) {
    const { setupToken } = realm.config;
    // Without the correct token, no account is looked up. The next step rejects the request.
    if (setupToken === null || !isSameSecret(setup_token, setupToken)) return { trials: null };
    const user = findPerson(realm, email);
    return { trials: user === undefined ? null : planTrials(realm, user.id) };
  },
  async prepare({ plan: { trials }, env, ...rest }) {
    await checkOperator({ env, ...rest });
    if (trials === null) throw noSuchPerson();
    return { trials, sent: await sendTrials(trials, env) };
  },
  run({ realm, prepared: { trials, sent } }) {
    settleTrials(realm, trials, sent);
    const taken = sent.trials.filter(({ is_taken }) => is_taken).length;
    realm.log.info("push_tried", { account: trials.user, pushes: sent.trials.length, taken });
    return { pushes: sent.trials };
  },
});
