import { type ReadonlySignal, signal } from "@preact/signals";
import { chosenDevice } from "./devices.ts";
import type { TrackKind } from "./frames.ts";

export const canChooseLoudspeaker = (): boolean => "setSinkId" in HTMLMediaElement.prototype;

/** Plays a call's audio tracks, one element each. */
export class Loudspeakers {
  readonly #playing = new Map<string, HTMLAudioElement>();
  readonly #silenced = new Set<number>();
  readonly #isRefused = signal(false);
  /** True if the browser refuses to play until the user interacts with the page. */
  readonly isRefused: ReadonlySignal<boolean> = this.#isRefused;

  /** Replaces the audio track that is played for a member. Null stops it. */
  play(member: number, kind: TrackKind, track: MediaStreamTrack | null): void {
    const name = `${member} ${kind}`;
    this.#stop(name);
    if (track === null) return;
    const element = new Audio();
    element.srcObject = new MediaStream([track]);
    element.muted = kind === "mic" && this.#silenced.has(member);
    this.#playing.set(name, element);
    void this.#start(element);
  }

  /** Mutes or unmutes a member's voice locally. */
  silence(member: number, isSilent: boolean): void {
    if (isSilent) this.#silenced.add(member);
    else this.#silenced.delete(member);
    const element = this.#playing.get(`${member} mic`);
    if (element !== undefined) element.muted = isSilent;
  }

  change(): void {
    for (const element of this.#playing.values()) void this.#choose(element);
  }

  retry(): void {
    this.#isRefused.value = false;
    for (const element of this.#playing.values()) void this.#start(element);
  }

  close(): void {
    for (const name of [...this.#playing.keys()]) this.#stop(name);
  }

  #stop(name: string): void {
    const element = this.#playing.get(name);
    if (element !== undefined) element.srcObject = null;
    this.#playing.delete(name);
  }

  async #choose(element: HTMLAudioElement): Promise<void> {
    // If a loudspeaker is unplugged, the browser's default stays in use.
    if (canChooseLoudspeaker()) await element.setSinkId(chosenDevice("loudspeaker")).catch(() => {});
  }

  async #start(element: HTMLAudioElement): Promise<void> {
    if (chosenDevice("loudspeaker") !== "") await this.#choose(element);
    try {
      await element.play();
    } catch (error) {
      // Elements whose track has ended in the meantime fail with another error.
      if (error instanceof Error && error.name === "NotAllowedError") this.#isRefused.value = true;
    }
  }
}
