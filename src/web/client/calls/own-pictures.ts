import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { stopStream } from "./devices.ts";
import { RoomError, type Switches, type TrackKind } from "./frames.ts";

export type PictureKind = "cam" | "screen";

interface PictureParts {
  readonly publish: (kind: TrackKind, track: MediaStreamTrack | undefined) => Promise<void>;
  /**
   * Sends new values of this device's switches to the room. Throws a `RoomError` if there are too many videos, or if
   * the room can't be reached.
   */
  readonly ask: (switches: Partial<Switches>) => Promise<unknown>;
  /** Called when the room refuses a video that was already shown. */
  readonly onRefused: (kind: PictureKind) => void;
}

/** The videos this device sends: its camera and its shared screen. */
export class OwnPictures {
  readonly #parts: PictureParts;
  readonly #shown: Readonly<Record<PictureKind, Signal<MediaStream | undefined>>> = {
    cam: signal(undefined),
    screen: signal(undefined),
  };
  readonly camera: ReadonlySignal<MediaStream | undefined> = this.#shown.cam;
  readonly screen: ReadonlySignal<MediaStream | undefined> = this.#shown.screen;
  /** Videos that the room may still list as shown, because it couldn't be reached when they were hidden. */
  readonly #unreported = new Set<PictureKind>();
  #isOver = false;

  constructor(parts: PictureParts) {
    this.#parts = parts;
  }

  /** Shows a video to the others, replacing the previous one. Throws a `RoomError` if the room has too many. */
  async show(kind: PictureKind, stream: MediaStream): Promise<void> {
    try {
      if (this.#shown[kind].peek() === undefined) await this.#claim(kind);
      if (this.#isOver) throw new RoomError("OVER");
    } catch (error) {
      stopStream(stream);
      throw error;
    }
    // Another video may have been shown while waiting for the room.
    const before = this.#shown[kind].peek();
    this.#shown[kind].value = stream;
    const [picture, sound] = [stream.getVideoTracks()[0], stream.getAudioTracks()[0]];
    // A camera can be unplugged, and the browser has its own button to stop sharing.
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
    this.#reportHidden(kind);
    await this.#parts.publish(kind, undefined);
    if (kind === "screen") await this.#parts.publish("sound", undefined);
    stopStream(stream);
  }

  /** Reports which videos are shown to a room that has missed it, or has lost its state. */
  async tellAgain(): Promise<void> {
    for (const kind of ["cam", "screen"] as const) {
      if (this.#shown[kind].peek() === undefined) {
        if (this.#unreported.has(kind)) this.#reportHidden(kind);
        continue;
      }
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

  #reportHidden(kind: PictureKind): void {
    this.#unreported.delete(kind);
    this.#parts.ask({ [kind]: false }).catch(() => this.#unreported.add(kind));
  }

  async #claim(kind: PictureKind): Promise<void> {
    this.#unreported.delete(kind);
    try {
      await this.#parts.ask({ [kind]: true });
    } catch (error) {
      // If the room is unreachable, the request is repeated later.
      if (!(error instanceof RoomError && error.code === "LOST")) throw error;
    }
  }
}
