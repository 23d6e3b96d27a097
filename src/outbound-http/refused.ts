/**
 * Why an address couldn't be fetched: forbidden, too many redirects or one that can't be followed, unreachable, timed
 * out, or too long.
 */
type WhyNot = "forbidden" | "redirects" | "unreachable" | "timeout" | "too_long";

/** Thrown when a user-supplied address isn't fetched, or gives no valid response. */
export class OutsideRefused extends Error {
  constructor(
    readonly reason: WhyNot,
    detail: string,
  ) {
    super(`${reason}: ${detail}`);
  }
}
