import { ApiError } from "../../../protocol/errors.ts";

/** An address that was not invited, why, and whether it is that of a deactivated account (users-groups-org.md 7). */
export type Refusal = readonly [email: string, reason: string, isDeactivated: boolean];

interface Failure {
  readonly msg: string;
  readonly errors?: readonly Refusal[];
  readonly sent_invitations?: boolean;
  readonly daily_limit_reached?: boolean;
}

/** Some or all addresses could not be invited (seed 4.12). There are no licenses here, so none is ever missing. */
export const invitationFailed = ({
  msg,
  errors = [],
  sent_invitations = false,
  daily_limit_reached = false,
}: Failure) =>
  new ApiError({
    code: "INVITATION_FAILED",
    msg,
    extra: { errors, sent_invitations, daily_limit_reached, license_limit_reached: false },
  });
