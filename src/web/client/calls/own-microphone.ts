import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { stopStream, takeMicrophone } from "./devices.ts";

/**
 * Time the microphone stays open while muted. It is then released, so that the browser no longer shows it as in use.
 */
const KEPT_WHILE_MUTED_MS = 300_000;

interface MicrophoneParts {
  /** The microphone that was already tested, if any. */
  readonly stream: MediaStream | undefined;
  readonly isMuted: boolean;
  /** Sends another track or none. Resolves when the previous one is no longer used. */
  readonly publish: (track: MediaStreamTrack | undefined) => Promise<void>;
  readonly onSwitch: (isOn: boolean) => void;
}

export class OwnMicrophone {
  readonly #parts: MicrophoneParts;
  readonly #isMuted: Signal<boolean>;
  #stream: MediaStream | undefined;
  #giveBack: ReturnType<typeof setTimeout> | undefined;
  #switchings = 0;
  readonly #isOpening = signal(false);
  /** False if the user is heard, or will be once the microphone is open. */
  readonly willBeMuted = computed(() => this.#isMuted.value && !this.#isOpening.value);
  #isOver = false;

  constructor(parts: MicrophoneParts) {
    this.#parts = parts;
    this.#isMuted = signal(parts.isMuted || parts.stream === undefined);
    this.#use(parts.stream);
  }

  get isMuted(): ReadonlySignal<boolean> {
    return this.#isMuted;
  }

  /**
   * Mutes or unmutes. Throws `NoDevice` if there is no microphone. If called again while the microphone opens, the
   * latest call counts.
   */
  async mute(isMuted: boolean): Promise<void> {
    this.#switchings += 1;
    const switching = this.#switchings;
    clearTimeout(this.#giveBack);
    const opens = !isMuted && this.#track === undefined;
    this.#isOpening.value = opens;
    try {
      if (opens) this.#use(await takeMicrophone());
    } finally {
      if (switching === this.#switchings) this.#isOpening.value = false;
    }
    if (switching !== this.#switchings) return;
    this.#isMuted.value = isMuted;
    this.#apply();
  }

  /** Switches to the currently chosen microphone. */
  async change(): Promise<void> {
    this.#use(await takeMicrophone());
  }

  /** Opens a microphone again if the one in use has ended. */
  async retake(): Promise<void> {
    if (this.#isOver || this.#stream === undefined || this.#track !== undefined) return;
    try {
      this.#use(await takeMicrophone());
    } catch {
      this.#isMuted.value = true;
      this.#use(undefined);
    }
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#giveBack);
    stopStream(this.#stream);
  }

  get #track(): MediaStreamTrack | undefined {
    return this.#stream?.getAudioTracks().find(({ readyState }) => readyState === "live");
  }

  #use(stream: MediaStream | undefined): void {
    if (this.#isOver) {
      stopStream(stream);
      return;
    }
    const before = this.#stream;
    this.#stream = stream;
    const track = this.#track;
    // The track ends on a phone call, or when the device is unplugged.
    track?.addEventListener("ended", () => void this.retake());
    this.#apply();
    void this.#parts.publish(track).then(() => before !== stream && stopStream(before));
  }

  /** Applies the mute state to the track and the room. */
  #apply(): void {
    const isMuted = this.#isMuted.value;
    if (this.#track !== undefined) this.#track.enabled = !isMuted;
    this.#parts.onSwitch(!isMuted);
    clearTimeout(this.#giveBack);
    if (isMuted && this.#stream !== undefined)
      this.#giveBack = setTimeout(() => this.#use(undefined), KEPT_WHILE_MUTED_MS);
  }
}
