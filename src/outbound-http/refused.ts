/**
 * Why a URL couldn't be fetched: forbidden, too many redirects or an invalid one, unreachable, timed out, or too long.
 */
type WhyNot = "forbidden" | "redirects" | "unreachable" | "timeout" | "too_long";

/** Thrown if a user-supplied URL isn't fetched, or the response is invalid. */
export class OutsideRefused extends Error {
  constructor(
    readonly reason: WhyNot,
    detail: string,
  ) {
    super(`${reason}: ${detail}`);
  }
}
