import { signal } from "@preact/signals";
import { MAX_VOICE_MESSAGE_SECONDS } from "../../../protocol/voice/voice-limits.ts";
import { peaksOf, SILENCE } from "../../client/voice/peaks.ts";

/** Recording formats, best first. All phones can play MP4. Safari records AAC, and Firefox records WebM. */
const FORMATS = [
  ["audio/mp4;codecs=opus", "m4a"],
  ["audio/mp4", "m4a"],
  ["audio/webm;codecs=opus", "weba"],
] as const;
const BITS_PER_SECOND = 32_000;
const LEVEL_INTERVAL_MS = 100;
/** Time without a sound before the microphone counts as silent. */
const SILENT_AFTER_MS = 3000;

type Phase = "asking" | "recording" | "paused" | "recorded" | Trouble;
type Trouble = "insecure" | "unsupported" | "denied" | "missing" | "broken";

export interface Recording {
  readonly blob: Blob;
  /** The file name's extension. */
  readonly extension: string;
  readonly duration_ms: number;
  readonly peaks: readonly number[];
}

/** Called with each second of a recording, and the recording's properties so far. */
type OnChunk = (chunk: Blob, soFar: Omit<Recording, "blob">) => void;

/** Records from the microphone until stopped, or until the limit is reached. */
export class Recorder {
  readonly phase = signal<Phase>("asking");
  readonly elapsedMs = signal(0);
  /** Current loudness, from 0 to 1. */
  readonly level = signal(0);
  /** True if no sound was detected since the recording started. */
  readonly silent = signal(false);
  /** The loudness at each tenth of a second. */
  readonly levels: number[] = [];
  readonly #chunks: Blob[] = [];
  #isOver = false;
  #media: MediaRecorder | undefined;
  #extension = "";
  #audio: AudioContext | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Time recorded before the last pause, and when recording was resumed after the pause. Undefined while paused. */
  #before = 0;
  #since: number | undefined;
  #recording: Recording | undefined;
  readonly #onChunk: OnChunk;

  constructor(onChunk: OnChunk) {
    this.#onChunk = onChunk;
  }

  async begin(): Promise<void> {
    const format = globalThis.MediaRecorder && FORMATS.find(([type]) => MediaRecorder.isTypeSupported(type));
    if (!globalThis.isSecureContext || navigator.mediaDevices === undefined) return this.#fail("insecure");
    if (format === undefined) return this.#fail("unsupported");
    try {
      const constraints = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
      const stream = await navigator.mediaDevices.getUserMedia({ audio: constraints });
      // The recording was canceled before the browser's permission prompt was answered.
      if (this.#isOver) return stopTracks(stream);
      this.#record(stream, format);
    } catch (error) {
      const { name } = error as Error;
      this.#fail(name === "NotAllowedError" ? "denied" : name === "NotFoundError" ? "missing" : "broken");
    }
  }

  pause(): void {
    if (this.phase.value !== "recording") return;
    this.#media?.pause();
    this.#before = this.#elapsed();
    this.#since = undefined;
    this.level.value = 0;
    this.phase.value = "paused";
  }

  goOn(): void {
    if (this.phase.value !== "paused") return;
    this.#media?.resume();
    this.#since = performance.now();
    this.phase.value = "recording";
  }

  /** Ends the recording and returns it, or undefined if nothing was recorded. */
  async stop(): Promise<Recording | undefined> {
    this.#isOver = true;
    const media = this.#media;
    if (media === undefined || this.#recording !== undefined) return this.#recording;
    this.pause();
    clearInterval(this.#timer);
    if (media.state !== "inactive") {
      const stopped = new Promise((resolve) => media.addEventListener("stop", resolve, { once: true }));
      media.stop();
      await stopped;
    }
    stopTracks(media.stream);
    void this.#audio?.close();
    this.#audio = undefined;
    const type = media.mimeType.split(";")[0] ?? "";
    this.#recording ??= { blob: new Blob(this.#chunks, { type }), ...this.#soFar() };
    this.phase.value = "recorded";
    return this.#recording;
  }

  #record(stream: MediaStream, [mimeType, extension]: (typeof FORMATS)[number]): void {
    const media = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: BITS_PER_SECOND });
    media.addEventListener("dataavailable", ({ data }) => {
      this.#chunks.push(data);
      this.#onChunk(data, this.#soFar());
    });
    // Another program has taken the microphone, or it was unplugged. What was recorded is kept.
    for (const track of stream.getTracks()) track.addEventListener("ended", () => void this.stop());
    this.#media = media;
    this.#extension = extension;
    media.start(1000);
    this.#since = performance.now();
    const look = this.#listen(stream);
    this.phase.value = "recording";
    this.#timer = setInterval(() => {
      if (this.phase.value !== "recording") return;
      this.elapsedMs.value = this.#elapsed();
      const level = look();
      this.levels.push(level);
      this.level.value = level;
      this.silent.value = this.elapsedMs.value > SILENT_AFTER_MS && Math.max(...this.levels) < SILENCE;
      if (this.elapsedMs.value >= MAX_VOICE_MESSAGE_SECONDS * 1000) void this.stop();
    }, LEVEL_INTERVAL_MS);
  }

  /** Returns a function that measures the current loudness. */
  #listen(stream: MediaStream): () => number {
    this.#audio = new AudioContext();
    void this.#audio.resume();
    const analyser = this.#audio.createAnalyser();
    this.#audio.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    return () => {
      analyser.getFloatTimeDomainData(samples);
      return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    };
  }

  #soFar(): Omit<Recording, "blob"> {
    return { extension: this.#extension, duration_ms: Math.round(this.#elapsed()), peaks: peaksOf(this.levels) };
  }

  #elapsed(): number {
    return this.#before + (this.#since === undefined ? 0 : performance.now() - this.#since);
  }

  #fail(trouble: Trouble): void {
    this.phase.value = trouble;
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
