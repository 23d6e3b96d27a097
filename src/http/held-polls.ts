import { machineClock } from "../util/clock.ts";

/** Until when the objects of organizations said that polls wait in their memory, as of their last answers. */
const heldUntil = new Map<string, number>();
const MAX_REMEMBERED_POLLS = 1000;

/** Whether polls of an organization seem to wait in its object's memory. It may be wrong: then a poll asks twice. */
export const seemsToHold = (subdomain: string): boolean =>
  machineClock.milliseconds() < (heldUntil.get(subdomain) ?? 0);

/** Takes note of what an object has said. */
export function noteHeld(subdomain: string, ms: number): void {
  heldUntil.delete(subdomain);
  if (heldUntil.size === MAX_REMEMBERED_POLLS) heldUntil.clear();
  if (ms > 0) heldUntil.set(subdomain, machineClock.milliseconds() + ms);
}
