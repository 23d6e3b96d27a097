import * as v from "valibot";

// Frames that clients send to a call's room. Each is a line of JSON with a `type`, and a number `n` if it expects a
// reply.

export const MAX_FRAME_LENGTH = 262_144;
const MAX_SDP_LENGTH = 65_536;
const MAX_LINE_LENGTH = 4096;
const MAX_SEALED_LENGTH = 2048;
const MAX_MEDIA = 64;
/** Maximum tracks per pull request. */
const MAX_PULLED = 64;
/** Maximum media sections of an SDP for the SFU. Transceivers are reused and never removed. */
const MAX_SECTIONS = 200;

const nonNegativeInt = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(64), v.regex(/^[\w-]+$/));
const secret = v.pipe(v.string(), v.maxLength(64));

/** Whether a string has the form of SDP: lines with a letter and a value. The room relays nothing else. */
function isSdp(text: string, most: number): boolean {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  if (lines[0] !== "v=0" || lines.filter((line) => line.startsWith("m=")).length > most) return false;
  return lines.every((line) => line.length <= MAX_LINE_LENGTH && /^[a-z]=[\t\x20-\x7e]*$/.test(line));
}

const sdpOf = (longest: number, most: number) =>
  v.pipe(
    v.string(),
    v.maxLength(longest),
    v.check((text) => isSdp(text, most), "not SDP"),
  );
const sdp = sdpOf(MAX_SDP_LENGTH, MAX_MEDIA);
const mediaSdp = sdpOf(MAX_FRAME_LENGTH, MAX_SECTIONS);

const description = v.variant("type", [
  v.object({ type: v.picklist(["offer", "answer", "pranswer"]), sdp }),
  v.object({ type: v.literal("rollback"), sdp: v.optional(v.literal("")) }),
]);

const candidate = v.object({
  candidate: v.pipe(v.string(), v.maxLength(1024), v.regex(/^(candidate:[\x20-\x7e]*)?$/)),
  sdpMid: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(64), v.regex(/^[\x21-\x7e]*$/)))),
  sdpMLineIndex: v.optional(v.nullable(v.pipe(nonNegativeInt, v.maxValue(MAX_MEDIA)))),
  usernameFragment: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(256), v.regex(/^[\x21-\x7e]*$/)))),
});

/** The tracks a member can send, one of each. `sound` is the audio of a shared screen. */
const MEDIA_KINDS = ["mic", "cam", "screen", "sound"] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];
const kind = v.picklist(MEDIA_KINDS);
const mid = v.pipe(v.string(), v.regex(/^[!-~]{1,32}$/));
const rid = v.pipe(v.string(), v.regex(/^[\w-]{1,16}$/));
const few = <Item extends v.GenericSchema>(item: Item, most: number) =>
  v.pipe(v.array(item), v.minLength(1), v.maxLength(most));
const differ = (values: readonly string[]): boolean => new Set(values).size === values.length;

const sentTracks = v.pipe(
  few(v.object({ mid, kind, rids: v.optional(v.pipe(v.array(rid), v.maxLength(3)), []) }), MEDIA_KINDS.length),
  v.check((tracks) => differ(tracks.map((one) => one.kind)) && differ(tracks.map((one) => one.mid)), "twice"),
);
const wantedTracks = v.pipe(
  few(v.object({ member: nonNegativeInt, kind, rid: v.optional(rid), mid: v.optional(mid) }), MAX_PULLED),
  v.check(
    (tracks) =>
      differ(tracks.map((one) => `${one.member} ${one.kind}`)) && differ(tracks.flatMap((one) => one.mid ?? [])),
    "twice",
  ),
);

/** An uncompressed P-256 point in base64url. */
const publicKey = v.pipe(v.string(), v.regex(/^B[\w-]{86}$/));
const sealed = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_SEALED_LENGTH), v.regex(/^[\w-]+$/));

const n = v.optional(nonNegativeInt);
const flag = v.optional(v.boolean());

export const SWITCHES = ["mic", "cam", "screen", "hand", "deaf"] as const;

const ACTS = ["mute", "unshare", "remove", "lock", "unlock", "plain", "encrypt", "end"] as const;
type ModeratorAct = (typeof ACTS)[number];
const ACTS_OF_STARTERS: readonly ModeratorAct[] = ["mute", "end"];

export const actsOf = (member: { readonly moderates: number; readonly is_starter: number }): readonly ModeratorAct[] =>
  member.moderates === 1 ? ACTS : member.is_starter === 1 ? ACTS_OF_STARTERS : [];

/**
 * A client's frame. In `sfu` mode, a browser has one connection for sending and one for receiving, and gathers all
 * candidates before it sends a description:
 * - `publish` offers new tracks, at most one of each kind. The reply is an `sdp`. `fresh` replaces the connection. The
 *   others get `tracks` with `media`, the number of the member's connections so far: when it rises, they pull
 *   everything again. A track with a different `mid` is a different track, even if of the same kind.
 * - `pull` returns `tracks`, and an `sdp` if the browser must `answer` an offer within ten seconds; further pulls wait
 *   for that. Reusing the browser's transceiver `mid` needs no offer. Codes of tracks are `NOT_THERE`, `EMPTY` (retry),
 *   `MEDIA_AWAY` and `BAD_MEDIA`.
 * - `layer` switches to another layer, `drop` ends pulled tracks and keeps their transceivers, `unpublish` ends sent
 *   tracks.
 * - `heard` reports a member who can still be heard a second after a moderator muted them: the room ends their sound,
 *   as `unshare` ends a screen, and notifies everyone with `tracks`.
 * Errors are `MEDIA_AWAY` and `MEDIA_BUSY` (retry after 1, 2, 4, ... 15 seconds), `SESSION_GONE` (connect with `fresh`)
 * and `BAD_MEDIA`.
 */
const frame = v.variant("type", [
  v.object({
    ...{ type: v.literal("hello"), n, v: v.literal(1), device: name },
    can: v.optional(v.pipe(v.array(name), v.maxLength(10)), []),
    resume: v.optional(secret),
    as: v.optional(v.picklist(["move", "too"])),
    key: v.optional(publicKey),
  }),
  v.object({ type: v.literal("set"), n, mic: flag, cam: flag, screen: flag, hand: flag, deaf: flag }),
  v.object({
    ...{ type: v.literal("signal"), n, to: nonNegativeInt },
    d: v.optional(description),
    c: v.optional(v.nullable(candidate)),
  }),
  v.object({ type: v.literal("key"), n, to: nonNegativeInt, blob: sealed }),
  v.object({ type: v.literal("lost"), n, member: nonNegativeInt }),
  v.object({
    ...{ type: v.literal("moderate"), n },
    act: v.picklist(ACTS),
    member: v.optional(nonNegativeInt),
  }),
  v.object({ type: v.literal("leave"), n }),
  v.object({ type: v.literal("publish"), n, sdp: mediaSdp, tracks: sentTracks, fresh: flag }),
  v.object({ type: v.literal("pull"), n, tracks: wantedTracks, fresh: flag }),
  v.object({ type: v.literal("answer"), n, sdp: mediaSdp }),
  v.object({ type: v.literal("layer"), n, mid, rid }),
  v.object({ type: v.literal("drop"), n, mids: few(mid, MAX_PULLED) }),
  v.object({ type: v.literal("unpublish"), n, mids: few(mid, MEDIA_KINDS.length) }),
  v.object({ type: v.literal("heard"), n, member: nonNegativeInt }),
]);

export type Frame = v.InferOutput<typeof frame>;
export type FrameOf<Type extends Frame["type"]> = Extract<Frame, { type: Type }>;

const numberedFrame = v.pipe(v.string(), v.parseJson(), v.object({ type: v.optional(v.string()), n }));
const frameFromJson = v.pipe(v.string(), v.parseJson(), frame);

interface Unreadable {
  readonly type: "unreadable";
  readonly of: string;
  readonly n: number | undefined;
}

export function readFrame(text: string): Frame | Unreadable {
  const read = v.safeParse(frameFromJson, text);
  if (read.success) return read.output;
  const known = v.safeParse(numberedFrame, text);
  return known.success
    ? { type: "unreadable", of: known.output.type ?? "", n: known.output.n }
    : { type: "unreadable", of: "", n: undefined };
}

/** WebSocket close codes of the room. */
export const Closing = {
  loggedOut: 4401,
  removed: 4403,
  ended: 4404,
  silent: 4408,
  moved: 4409,
  full: 4413,
  tooMany: 4429,
} as const;

export interface ShownMember {
  readonly id: number;
  readonly user_id: number;
  readonly device: string;
  readonly mic: boolean;
  readonly cam: boolean;
  readonly screen: boolean;
  readonly hand: boolean;
  readonly deaf: boolean;
  readonly muted_by?: number;
  readonly lost?: true;
  readonly joined_at: number;
  /** Public key that others use to encrypt their keys, in an encrypted call. Missing if the client can't encrypt. */
  readonly key?: string;
  /** In SFU mode, the number of media connections so far, and the current tracks. */
  readonly media?: number;
  readonly tracks?: readonly { readonly kind: string; readonly rids: readonly string[]; readonly mid: string }[];
}
