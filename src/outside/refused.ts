/**
 * The reason why an address could not be asked: it may not be, it redirects too often or to where the request may not be
 * repeated, nobody answers there, not in time, or at more length than is read.
 */
type WhyNot = "forbidden" | "redirects" | "unreachable" | "timeout" | "too_long";

/** Thrown when an address that people gave is not asked, or has not answered as it has to. */
export class OutsideRefused extends Error {
  constructor(
    readonly reason: WhyNot,
    detail: string,
  ) {
    super(`${reason}: ${detail}`);
  }
}
