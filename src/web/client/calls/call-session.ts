import { type ReadonlySignal, signal } from "@preact/signals";
import { CallMedia } from "./call-media.ts";
import { CallMembers } from "./call-members.ts";
import { CallSecrecy } from "./call-secrecy.ts";
import type {
  EndReason,
  Member,
  ModeratorAct,
  ModeratorAction,
  RoomFrame,
  RoomRequest,
  RoomResponse,
  RoomState,
} from "./frames.ts";
import { OwnMicrophone } from "./own-microphone.ts";
import { OwnPictures, type PictureKind } from "./own-pictures.ts";
import { openRoom, type RoomSocket } from "./room-socket.ts";

interface ModerationParts {
  readonly ask: (request: RoomRequest) => Promise<RoomResponse>;
  /** Called when a moderator acts on this member or on the whole call. */
  readonly onTold: (told: ModeratorAction) => void;
}

/** What this member can do as a moderator, according to the room, and whether the call is locked. */
export class Moderation {
  readonly #parts: ModerationParts;
  readonly #may = signal<ReadonlySet<ModeratorAct>>(new Set());
  readonly #isLocked = signal(false);
  readonly may: ReadonlySignal<ReadonlySet<ModeratorAct>> = this.#may;
  readonly isLocked: ReadonlySignal<boolean> = this.#isLocked;
  #me = 0;

  constructor(parts: ModerationParts) {
    this.#parts = parts;
  }

  /** Acts on a member or the whole call. Throws a `RoomError` if the room refuses. */
  async act(act: ModeratorAct, member?: number): Promise<void> {
    await this.#parts.ask({ type: "moderate", act, ...(member !== undefined && { member }) });
  }

  follow(frame: RoomFrame): void {
    if (frame.type === "state") {
      this.#me = frame.me;
      this.#isLocked.value = frame.locked === true;
    }
    if (frame.type === "state" || frame.type === "may") this.#may.value = new Set(frame.may);
    if (frame.type !== "told") return;
    if (frame.act === "lock" || frame.act === "unlock") this.#isLocked.value = frame.act === "lock";
    if (frame.member === undefined || frame.member === this.#me) this.#parts.onTold(frame);
  }
}

const MEASURE_MS = 2_000;
const LISTEN_MS = 200;

interface SessionParts {
  /** The microphone that was already tested. Without one, the user only listens. */
  readonly microphone: MediaStream | undefined;
  readonly isMuted: boolean;
  /** A camera that is on from the start. */
  readonly camera?: MediaStream | undefined;
  /** True if this is the user's second device in the call, which plays nothing. */
  readonly isSecond: boolean;
  /** False if the call is known not to be end-to-end encrypted, or this browser can't encrypt. */
  readonly isEncrypted: boolean;
  /** True if media only goes through a relay, so that no one in the call can see this browser's address. */
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

/** A call in this tab: its members, media and own devices, kept in sync with the room. */
export class CallSession {
  readonly call: string;
  readonly members = new CallMembers();
  readonly media: CallMedia;
  readonly microphone: OwnMicrophone;
  readonly pictures: OwnPictures;
  readonly moderation: Moderation;
  readonly secrecy: CallSecrecy;
  readonly #parts: SessionParts;
  readonly #socket: RoomSocket;
  readonly #isHandUp = signal(false);
  readonly #isLinked = signal(false);
  readonly #startedAt = signal<number | undefined>(undefined);
  readonly #ends: (() => void)[] = [];
  readonly isHandUp: ReadonlySignal<boolean> = this.#isHandUp;
  /** True if the room can be reached. Members hear each other even without it. */
  readonly isLinked: ReadonlySignal<boolean> = this.#isLinked;
  /** Seconds since 1970. */
  readonly startedAt: ReadonlySignal<number | undefined> = this.#startedAt;

  constructor(call: string, parts: SessionParts) {
    const { isEncrypted, isMuted, isRelayed, isSecond, microphone, camera, onTold, onRefused } = parts;
    this.call = call;
    this.#parts = parts;
    const secrecy = new CallSecrecy({ call, isEncrypted, send: (one) => socket.send(one) });
    const socket = openRoom(call, {
      key: secrecy.key,
      device: crypto.getRandomValues(new Uint32Array(2)).join("-"),
      as: isSecond ? "too" : "move",
      onFrame: (frame) => this.#follow(frame),
      onLink: (isLinked) => {
        this.#isLinked.value = isLinked;
      },
      onEnd: (why) => this.#end(why),
    });
    this.secrecy = secrecy;
    this.#socket = socket;
    this.moderation = new Moderation({ ask: (it) => socket.ask(it), onTold });
    const { members, isLinked } = this;
    this.media = new CallMedia({ members, socket, secrecy, isLinked, isRelayed, isDeaf: isSecond });
    this.pictures = new OwnPictures({
      publish: (kind, track) => this.media.publish(kind, track),
      ask: (switches) => socket.ask({ type: "set", ...switches }),
      onRefused,
    });
    this.microphone = new OwnMicrophone({
      ...{ stream: microphone, isMuted },
      publish: (track) => this.media.publish("mic", track),
      onSwitch: (mic) => socket.send({ type: "set", mic }),
    });
    if (camera !== undefined) void this.pictures.show("cam", camera);
    this.#every(MEASURE_MS, () => void this.#measure());
    this.#every(LISTEN_MS, () => this.media.listen());
    this.#on(window, "online", () => this.#lookAgain());
    this.#on((navigator as { connection?: EventTarget }).connection, "change", () => this.#lookAgain());
    // A closing page notifies the room at once. Otherwise, the others would wait half a minute.
    this.#on(window, "pagehide", () => this.leave());
    this.#on(navigator.mediaDevices as MediaDevices | undefined, "devicechange", () => void this.microphone.retake());
  }

  raiseHand(isUp: boolean): void {
    this.#isHandUp.value = isUp;
    this.#socket.send({ type: "set", hand: isUp });
  }

  leave(why?: EndReason): void {
    this.#socket.leave(why);
  }

  #follow(frame: RoomFrame): void {
    const { members, media, microphone, moderation, pictures, secrecy } = this;
    switch (frame.type) {
      case "state": {
        const { joined, gone } = members.replace(frame);
        this.#startedAt.value = frame.started_at;
        moderation.follow(frame);
        this.#muteAsModerated(frame);
        secrecy.settle(frame);
        // In a mesh call, only the transport is encrypted, so the server could intercept media.
        if (secrecy.frames !== undefined && frame.mode !== "sfu") {
          this.leave("unencrypted");
          return;
        }
        media.follow(frame);
        const { isSecond: deaf } = this.#parts;
        this.#socket.send({ type: "set", mic: !microphone.isMuted.value, hand: this.#isHandUp.value, deaf });
        void pictures.tellAgain();
        for (const one of joined) this.#parts.onJoin(one);
        for (const one of gone) this.#parts.onGone(one);
        return;
      }
      case "join":
        members.add(frame.member);
        secrecy.follow(members.me.value, members.all.value);
        media.path?.add(frame.member);
        this.#parts.onJoin(frame.member);
        return;
      case "gone": {
        const member = members.remove(frame.id);
        secrecy.follow(members.me.value, members.all.value);
        media.path?.remove(frame.id);
        if (member !== undefined) this.#parts.onGone(member);
        return;
      }
      case "set": {
        const { type: _, id, ...changed } = frame;
        const before = members.find(id);
        const now = members.change(id, changed);
        if (before === undefined || now === undefined) return;
        if (frame.lost === false) secrecy.repeat(id);
        const isMe = id === members.me.value;
        if (!isMe) this.#parts.onChange(before, now);
        if (isMe && frame.muted_by && !microphone.willBeMuted.value) void microphone.mute(true);
        // A moderator has stopped the screen sharing.
        if (isMe && frame.screen === false) void pictures.hide("screen");
        return;
      }
      case "tracks": {
        const { type: _, id, ...changed } = frame;
        const member = members.change(id, changed);
        if (member !== undefined) media.path?.add(member);
        return;
      }
      case "signal":
        // A signal can still be in flight after its sender was removed from the call.
        if (members.find(frame.from) !== undefined) media.path?.take(frame);
        return;
      case "key":
        secrecy.take(frame);
        return;
      case "ice":
        media.path?.useServers(frame.ice_servers);
        return;
      case "told":
        secrecy.followModerator(frame);
        moderation.follow(frame);
        return;
      case "may":
        moderation.follow(frame);
    }
  }

  /** Mutes this device if a moderator muted it while the room couldn't be reached. */
  #muteAsModerated({ me }: RoomState): void {
    const by = this.members.find(me)?.muted_by;
    if (!by || this.microphone.willBeMuted.value) return;
    void this.microphone.mute(true);
    this.#parts.onTold({ type: "told", act: "mute", by, member: me });
  }

  #lookAgain(): void {
    this.#socket.check();
    this.media.path?.restart();
  }

  /** Measures the connections, and turns the camera off if it harms the sound. */
  async #measure(): Promise<void> {
    if (!(await this.media.measure()) || this.pictures.camera.value === undefined) return;
    void this.pictures.hide("cam");
    this.#parts.onStrained();
  }

  #every(ms: number, run: () => void): void {
    const timer = setInterval(run, ms);
    this.#ends.push(() => clearInterval(timer));
  }

  #on(target: EventTarget | undefined, type: string, run: () => void): void {
    target?.addEventListener(type, run);
    this.#ends.push(() => target?.removeEventListener(type, run));
  }

  #end(why: EndReason): void {
    for (const end of this.#ends) end();
    this.media.close();
    this.secrecy.close();
    this.pictures.close();
    this.microphone.close();
    this.#parts.onEnd(why);
  }
}
