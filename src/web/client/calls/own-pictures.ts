import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { stopStream } from "./devices.ts";
import { RoomError, type Switches, type TrackKind } from "./frames.ts";

export type PictureKind = "cam" | "screen";

interface PictureParts {
  /** Sends another track to the others, or nothing of this kind. */
  readonly publish: (kind: TrackKind, track: MediaStreamTrack | undefined) => Promise<void>;
  /** Asks the room, which throws a `RoomError` where there are too many pictures, or it cannot be reached. */
  readonly ask: (switches: Partial<Switches>) => Promise<unknown>;
  /** Called when the room refuses a picture that was shown already. */
  readonly onRefused: (kind: PictureKind) => void;
}

/** The pictures that this device sends: of its camera, and of a screen that it shares. */
export class OwnPictures {
  readonly #parts: PictureParts;
  readonly #shown: Readonly<Record<PictureKind, Signal<MediaStream | undefined>>> = {
    cam: signal(undefined),
    screen: signal(undefined),
  };
  #isOver = false;

  constructor(parts: PictureParts) {
    this.#parts = parts;
  }

  get camera(): ReadonlySignal<MediaStream | undefined> {
    return this.#shown.cam;
  }
  get screen(): ReadonlySignal<MediaStream | undefined> {
    return this.#shown.screen;
  }

  /** Shows a picture to the others, in place of the one before it; throws a `RoomError` if the room has too many. */
  async show(kind: PictureKind, stream: MediaStream): Promise<void> {
    try {
      if (this.#shown[kind].peek() === undefined) await this.#claim(kind);
      if (this.#isOver) throw new RoomError("OVER");
    } catch (error) {
      stopStream(stream);
      throw error;
    }
    // Another one may have come while the room was asked.
    const before = this.#shown[kind].peek();
    this.#shown[kind].value = stream;
    const [picture, sound] = [stream.getVideoTracks()[0], stream.getAudioTracks()[0]];
    // A camera is pulled out; the browser has a button of its own that stops sharing.
    picture?.addEventListener("ended", () => {
      if (this.#shown[kind].peek() === stream) void this.hide(kind);
    });
    await this.#parts.publish(kind, picture);
    if (kind === "screen") await this.#parts.publish("sound", sound);
    stopStream(before);
  }

  async hide(kind: PictureKind): Promise<void> {
    const stream = this.#shown[kind].peek();
    if (stream === undefined) return;
    this.#shown[kind].value = undefined;
    // The room may be away: it is told when it is there again.
    this.#parts.ask({ [kind]: false }).catch(() => {});
    await this.#parts.publish(kind, undefined);
    if (kind === "screen") await this.#parts.publish("sound", undefined);
    stopStream(stream);
  }

  /** Tells a room what is shown that has forgotten it, or did not know it. */
  async tellAgain(): Promise<void> {
    for (const kind of ["cam", "screen"] as const) {
      if (this.#shown[kind].peek() === undefined) continue;
      try {
        await this.#claim(kind);
      } catch {
        await this.hide(kind);
        this.#parts.onRefused(kind);
      }
    }
  }

  close(): void {
    this.#isOver = true;
    for (const shown of Object.values(this.#shown)) {
      stopStream(shown.peek());
      shown.value = undefined;
    }
  }

  async #claim(kind: PictureKind): Promise<void> {
    try {
      await this.#parts.ask({ [kind]: true });
    } catch (error) {
      // Without the room, it is asked as soon as it is there.
      if (!(error instanceof RoomError && error.code === "LOST")) throw error;
    }
  }
}
