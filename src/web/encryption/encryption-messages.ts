import type { KeyedMember } from "./call-keys.ts";
import type { TrackKind } from "./frame-parts.ts";

/** A message of the page to the worker that has the keys of a call. */
export type ToEncryption =
  | { readonly type: "begin"; readonly call: string }
  /** All who are in, with this device. */
  | { readonly type: "members"; readonly me: number; readonly members: readonly KeyedMember[] }
  /** A member may have missed a key; without one, all may. */
  | { readonly type: "repeat"; readonly member?: number }
  | { readonly type: "key"; readonly from: number; readonly blob: string }
  /** A place of a connection receives this track from now on. */
  | { readonly type: "place"; readonly place: number; readonly member: number; readonly kind: TrackKind };

/** A message of the worker to the page. */
export type FromEncryption =
  /** The key that this device announces. */
  | { readonly type: "ready"; readonly publicKey: string }
  | { readonly type: "send"; readonly to: number; readonly blob: string }
  | { readonly type: "number"; readonly number: string };

/** The use of a transform of frames in the worker: of a track that is sent, or of a place where tracks are received. */
export type TransformUse = { readonly encrypt: TrackKind } | { readonly place: number };
