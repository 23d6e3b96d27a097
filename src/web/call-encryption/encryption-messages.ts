import type { KeyedMember } from "./call-keys.ts";
import type { TrackKind } from "./frame-parts.ts";

/** A message from the page to the worker that holds a call's keys. */
export type ToEncryption =
  | { readonly type: "begin"; readonly call: string }
  /** All members, including this device. */
  | {
      readonly type: "members";
      readonly me: number;
      readonly members: readonly KeyedMember[];
      /** True while media isn't encrypted, for example because a member can't decrypt it. */
      readonly isPlain: boolean;
    }
  /** A member may have missed a key; if omitted, all may. */
  | { readonly type: "repeat"; readonly member?: number }
  | { readonly type: "key"; readonly from: number; readonly blob: string }
  /** A transceiver receives this track from now on. */
  | { readonly type: "place"; readonly place: number; readonly member: number; readonly kind: TrackKind };

export type FromEncryption =
  /** The key that this device announces. */
  | { readonly type: "ready"; readonly publicKey: string }
  | { readonly type: "send"; readonly to: number; readonly blob: string }
  | { readonly type: "number"; readonly number: string }
  /** The first frame of a transceiver has arrived. */
  | { readonly type: "reached"; readonly place: number };

/** The transceiver that a frame transform in the worker serves, and the kind of track it encrypts if it sends. */
export interface TransformUse {
  readonly place: number;
  readonly encrypt?: TrackKind;
}
