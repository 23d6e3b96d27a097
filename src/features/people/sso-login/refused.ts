import { ApiError } from "../../../protocol/errors.ts";

/** Why a login through another service fails. */
export type Reason = keyof typeof messages;

interface RefusalDetails {
  /** Address reported by the provider, which the page shows to the user who logged in there. */
  readonly email?: string | undefined;
  /** Name of the provider, for providers that aren't on the login page. */
  readonly service?: string;
}

/** A rejected login, with the data for its page. */
export class ExternalLoginRefused extends ApiError {
  readonly email: string | undefined;

  /** `detail` is for the log. It must not contain secrets or addresses. */
  constructor(
    readonly reason: Reason,
    readonly detail = "",
    { email, service }: RefusalDetails = {},
  ) {
    super({
      code: "EXTERNAL_LOGIN_FAILED",
      msg: messages[reason],
      status: statuses[reason] ?? 401,
      extra: { reason, ...(email !== undefined && { email }), ...(service !== undefined && { service }) },
    });
    this.email = email;
  }
}

const statuses: Partial<Record<Reason, number>> = {
  state: 400,
  expired: 400,
  used: 400,
  provider_down: 503,
  setup_wanted: 403,
};

const messages = {
  state: "This login was not begun in this browser.",
  expired: "This login took too long.",
  used: "This login has been used already.",
  cancelled: "The login was canceled.",
  provider_down: "The login service cannot be reached.",
  untrusted: "The login service gave an answer that cannot be trusted.",
  unverified: "The login service doesn't say that the email address is verified.",
  not_allowed: "This organization doesn't allow accounts with this email address.",
  deactivated: "Account is deactivated",
  /** The provider's logins can't create accounts. */
  login_only: "No account has this email address.",
  invitation_needed: "No account has this email address, and no invitation was sent to it.",
  other_address: "The invitation is for another email address.",
  /** An administrator gave the account this address. */
  not_confirmed: "The account's new email address isn't confirmed yet. Open the link in the email about it.",
  other_login: "The account with this email address belongs to another login.",
  linked_elsewhere: "This login is linked to another account.",
  /** The organization requires a second factor. The account has a passkey to log in with instead. */
  passkey_wanted: "This organization requires a passkey. Log in with your passkey.",
  /** The organization requires a second factor, but the account has none yet, and it can't be set up in an app. */
  setup_wanted:
    "This organization requires a passkey or two-factor authentication. Log in with a browser to set one up.",
  not_fresh: "The login service didn't ask you to log in again.",
  switched_off: "People do not log in this way in this organization.",
};
