import type { EndReason, Member, ModeratorAction } from "./frames.ts";
import type { PictureKind } from "./own-pictures.ts";

export interface SessionParts {
  /** The microphone that was already tested. Without one, the user only listens. */
  readonly microphone: MediaStream | undefined;
  readonly isMuted: boolean;
  /** A camera that is on from the start. */
  readonly camera?: MediaStream | undefined;
  /** True if this is the user's second device in the call, which plays nothing. */
  readonly isSecond: boolean;
  /** True if the call is known to be end-to-end encrypted. */
  readonly isEncrypted: boolean;
  /** True if media only goes through a relay, so that no one in the call learns this browser's address. */
  readonly isRelayed: boolean;
  readonly onJoin: (member: Member) => void;
  readonly onGone: (member: Member) => void;
  readonly onChange: (before: Member, now: Member) => void;
  /** Called when a moderator acts on this member or on the whole call. */
  readonly onTold: (told: ModeratorAction) => void;
  /** Called when the camera was turned off to protect audio quality. */
  readonly onStrained: () => void;
  readonly onRefused: (kind: PictureKind) => void;
  readonly onEnd: (why: EndReason) => void;
}

/** Reports members who joined or left while the room couldn't be reached. */
export function emitMemberChanges(parts: SessionParts, before: readonly Member[], now: readonly Member[]): void {
  const isIn = (some: readonly Member[], user: number) => some.some(({ user_id }) => user_id === user);
  for (const one of now) if (!isIn(before, one.user_id)) parts.onJoin(one);
  for (const one of before) if (!isIn(now, one.user_id)) parts.onGone(one);
}
