import type { Member } from "../../../../src/web/client/calls/frames.ts";

/** Returns a call member whose microphone is on. */
export const memberOf = (id: number, more: Partial<Member> = {}): Member => ({
  ...{ id, user_id: id, mic: true, cam: false, screen: false, hand: false, deaf: false },
  ...more,
});
