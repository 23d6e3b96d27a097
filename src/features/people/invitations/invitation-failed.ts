import { ApiError } from "../../../protocol/errors.ts";

/** An address that wasn't invited, the reason, and whether it has a deactivated account (users-groups-org.md 7). */
export type AddressError = readonly [email: string, reason: string, isDeactivated: boolean];

interface FailureDetails {
  readonly msg: string;
  readonly errors?: readonly AddressError[];
  readonly sent_invitations?: boolean;
  readonly daily_limit_reached?: boolean;
}

/** The error INVITATION_FAILED (seed 4.12). This server has no licenses, so `license_limit_reached` is false. */
export const invitationFailed = ({
  msg,
  errors = [],
  sent_invitations = false,
  daily_limit_reached = false,
}: FailureDetails) =>
  new ApiError({
    code: "INVITATION_FAILED",
    msg,
    extra: { errors, sent_invitations, daily_limit_reached, license_limit_reached: false },
  });
