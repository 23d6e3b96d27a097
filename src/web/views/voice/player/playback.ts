import { effect, signal } from "@preact/signals";
import { currentCall } from "../../../client/calls/current-call.ts";
import { storedJson, storeJson } from "../../../parts/stored-json.ts";
import { currentSound, type VoiceSound } from "../current-sound.ts";

const RATES = [1, 1.5, 2] as const;
const RATE_STORED = "parley.voice.rate";
const PLAYED_STORED = "parley.voice.played";
/** Maximum voice messages remembered as played. */
const MAX_PLAYED = 500;

function playedBefore(): readonly string[] {
  const all = storedJson(PLAYED_STORED);
  return Array.isArray(all) ? all.filter((one) => typeof one === "string") : [];
}

/** Plays voice messages, one at a time, whether or not their messages are on the page. */
class Playback {
  readonly isPlaying = signal(false);
  /** Playback position. */
  readonly seconds = signal(0);
  readonly rate = signal(RATES.find((one) => one === storedJson(RATE_STORED)) ?? 1);
  /** URLs of the voice messages that were played in this browser. */
  readonly played = signal<ReadonlySet<string>>(new Set(playedBefore()));
  /** URL of the voice message that couldn't be played. Undefined if there is none. */
  readonly failed = signal<string | undefined>(undefined);
  readonly #audio = new Audio();

  constructor() {
    const audio = this.#audio;
    audio.addEventListener("timeupdate", () => this.#follow());
    audio.addEventListener("play", () => this.#follow());
    audio.addEventListener("pause", () => this.#follow());
    audio.addEventListener("ended", () => this.stop());
    audio.addEventListener("error", () => {
      const address = currentSound.peek()?.address;
      if (address === undefined) return;
      this.stop();
      this.failed.value = address;
    });
    // Other audio, videos and calls must not sound at the same time.
    document.addEventListener("play", () => this.pause(), { capture: true });
    effect(() => {
      if (currentCall.value !== undefined) this.pause();
    });
  }

  toggle(sound: VoiceSound): void {
    this.#take(sound);
    if (!this.#audio.paused) this.#audio.pause();
    else void this.#play(sound);
  }

  pause(): void {
    this.#audio.pause();
  }

  /**
   * Moves to a playback position. If another voice message was current, `sound` becomes the current one and stays
   * paused.
   */
  seek(sound: VoiceSound, seconds: number): void {
    this.#take(sound);
    this.#audio.currentTime = Math.max(0, seconds);
    this.seconds.value = Math.max(0, seconds);
  }

  nextRate(): void {
    this.rate.value = RATES[(RATES.indexOf(this.rate.value) + 1) % RATES.length] ?? 1;
    this.#audio.playbackRate = this.rate.value;
    storeJson(RATE_STORED, this.rate.value);
  }

  stop(): void {
    currentSound.value = undefined;
    this.#audio.pause();
    this.isPlaying.value = false;
    this.seconds.value = 0;
  }

  #take(sound: VoiceSound): void {
    if (currentSound.peek()?.address === sound.address) return;
    this.stop();
    this.failed.value = undefined;
    this.#audio.src = sound.address;
    this.#audio.defaultPlaybackRate = this.rate.value;
    this.#audio.playbackRate = this.rate.value;
    currentSound.value = sound;
  }

  async #play({ address }: VoiceSound): Promise<void> {
    for (const other of document.querySelectorAll<HTMLMediaElement>("audio, video")) other.pause();
    try {
      await this.#audio.play();
      this.#remember(address);
    } catch {
      // Either the audio was paused before it started, or the "error" event reports the problem.
    }
  }

  #remember(address: string): void {
    if (this.played.value.has(address)) return;
    // Other tabs may have played other voice messages.
    const all = [...new Set([...playedBefore(), address])].slice(-MAX_PLAYED);
    storeJson(PLAYED_STORED, all);
    this.played.value = new Set(all);
  }

  #follow(): void {
    if (currentSound.peek() === undefined) return;
    this.seconds.value = this.#audio.currentTime;
    this.isPlaying.value = !this.#audio.paused;
  }
}

export const playback = new Playback();
