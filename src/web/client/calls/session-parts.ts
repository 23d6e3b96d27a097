import type { EndReason, Member, ModeratorAction } from "./frames.ts";
import type { PictureKind } from "./own-pictures.ts";

/** The surroundings of a call that this tab is in. */
export interface SessionParts {
  /** The microphone that was tested before; without one, somebody listens. */
  readonly microphone: MediaStream | undefined;
  readonly isMuted: boolean;
  /** The camera that is on from the beginning. */
  readonly camera?: MediaStream | undefined;
  /** Whether this is a second device of its person, which plays nothing. */
  readonly isSecond: boolean;
  /** Whether the call is encrypted beyond the media server, as far as is known. */
  readonly isEncrypted: boolean;
  /** Whether media goes through a relay alone, so that nobody in the call learns the address of this browser. */
  readonly isRelayed: boolean;
  readonly onJoin: (member: Member) => void;
  readonly onGone: (member: Member) => void;
  /** Called when a member has turned something on or off. */
  readonly onChange: (before: Member, now: Member) => void;
  /** Called when a moderator has done something to this member, or to the whole call. */
  readonly onTold: (told: ModeratorAction) => void;
  /** Called when the camera was turned off for the sake of the voices. */
  readonly onStrained: () => void;
  readonly onRefused: (kind: PictureKind) => void;
  readonly onEnd: (why: EndReason) => void;
}

/** Tells of those who came and went while the room could not be reached. */
export function emitMemberChanges(parts: SessionParts, before: readonly Member[], now: readonly Member[]): void {
  const isIn = (some: readonly Member[], user: number) => some.some(({ user_id }) => user_id === user);
  for (const one of now) if (!isIn(before, one.user_id)) parts.onJoin(one);
  for (const one of before) if (!isIn(now, one.user_id)) parts.onGone(one);
}
