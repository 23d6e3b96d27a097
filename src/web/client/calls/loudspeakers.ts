import { type ReadonlySignal, signal } from "@preact/signals";
import { chosenDevice } from "./devices.ts";
import type { TrackKind } from "./frames.ts";

/** Whether pages can choose the loudspeaker in this browser. */
export const canChooseLoudspeaker = (): boolean => "setSinkId" in HTMLMediaElement.prototype;

/** Plays the sounds of a call, one element each. */
export class Loudspeakers {
  readonly #playing = new Map<string, HTMLAudioElement>();
  /** The members whose voices are not played. */
  readonly #silenced = new Set<number>();
  readonly #isRefused = signal(false);

  /** Whether the browser refuses to play before somebody has pressed on the page. */
  get isRefused(): ReadonlySignal<boolean> {
    return this.#isRefused;
  }

  /** Plays this sound of a member instead of the one before it, or none. */
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

  /** Plays the voice of a member no more, or again. */
  silence(member: number, isSilent: boolean): void {
    if (isSilent) this.#silenced.add(member);
    else this.#silenced.delete(member);
    const element = this.#playing.get(`${member} mic`);
    if (element !== undefined) element.muted = isSilent;
  }

  /** Plays through the loudspeaker that was chosen meanwhile. */
  change(): void {
    for (const element of this.#playing.values()) void this.#choose(element);
  }

  /** Plays again what was refused. */
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
    // A loudspeaker that is unplugged leaves the browser's own choice.
    if (canChooseLoudspeaker()) await element.setSinkId(chosenDevice("loudspeaker")).catch(() => {});
  }

  async #start(element: HTMLAudioElement): Promise<void> {
    if (chosenDevice("loudspeaker") !== "") await this.#choose(element);
    try {
      await element.play();
    } catch (error) {
      // Elements whose voice is gone by now end with another error.
      if (error instanceof Error && error.name === "NotAllowedError") this.#isRefused.value = true;
    }
  }
}
