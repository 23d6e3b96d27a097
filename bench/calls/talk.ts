import type { Page } from "playwright-core";

declare global {
  interface Window {
    /** Set only while a measure runs. */
    talk: {
      readonly connections: RTCPeerConnection[];
      /** When a button was last pressed, in milliseconds since 1970. NaN before the first time. */
      pressed: number;
      /** Returns a track with the tone that serves as the page's voice. */
      voice(): Promise<MediaStreamTrack>;
      /** Listens until a tone is heard, or no longer heard. Returns the time, in milliseconds since 1970. */
      hear(tone: number, isHeard?: boolean): Promise<number>;
      /** Plays a received track, as calls do. */
      play(track: MediaStreamTrack): void;
    };
  }
}

export const toneOf = (index: number): number => 400 + 150 * index;

/** Makes a tone the page's voice. The tone is set up before the page's own scripts run. */
export const giveVoice = async (page: Page, index: number): Promise<void> => {
  await page.addInitScript(speak, toneOf(index));
};

/** Runs in the page. */
function speak(frequency: number): void {
  const LISTEN_MS = 10;
  const MAX_LISTEN_MS = 60_000;
  const SIZE = 2048;
  let context: AudioContext | undefined;
  const audio = () => {
    context ??= new AudioContext();
    return context;
  };
  const connections: RTCPeerConnection[] = [];
  const now = () => performance.timeOrigin + performance.now();
  const analysers = new Map<MediaStreamTrack, { readonly source: AudioNode; readonly analyser: AnalyserNode }>();
  const isHeard = (tone: number) => {
    const bin = Math.round((tone * SIZE) / audio().sampleRate);
    for (const { track } of connections.flatMap((connection) => connection.getReceivers())) {
      if (track.kind !== "audio" || track.readyState !== "live") continue;
      const known = analysers.get(track)?.analyser;
      const analyser = known ?? audio().createAnalyser();
      if (known === undefined) {
        analyser.fftSize = SIZE;
        analyser.smoothingTimeConstant = 0;
        const source = audio().createMediaStreamSource(new MediaStream([track]));
        source.connect(analyser);
        analysers.set(track, { source, analyser });
      }
      const levels = new Float32Array(analyser.frequencyBinCount);
      analyser.getFloatFrequencyData(levels);
      // Every bin has traces of other tones.
      const loudest = levels.reduce((best, level, at) => (level > (levels[best] ?? 0) ? at : best), 0);
      if (Math.abs(loudest - bin) < 2 && (levels[loudest] ?? 0) > -60) return true;
    }
    return false;
  };
  window.talk = {
    connections,
    pressed: Number.NaN,
    async voice() {
      const oscillator = audio().createOscillator();
      oscillator.frequency.value = frequency;
      const destination = audio().createMediaStreamDestination();
      oscillator.connect(destination);
      oscillator.start();
      await audio().resume();
      return destination.stream.getAudioTracks()[0] as MediaStreamTrack;
    },
    async hear(tone, wanted = true) {
      await audio().resume();
      const begun = now();
      while (isHeard(tone) !== wanted) {
        if (now() - begun > MAX_LISTEN_MS)
          throw new Error(`the tone of ${tone} Hz is ${wanted ? "not" : "still"} heard`);
        await new Promise((resolve) => setTimeout(resolve, LISTEN_MS));
      }
      const heard = now();
      for (const { source } of analysers.values()) source.disconnect();
      analysers.clear();
      return heard;
    },
    play(track) {
      const element = document.createElement("audio");
      element.srcObject = new MediaStream([track]);
      void element.play();
    },
  };
  addEventListener(
    "click",
    ({ timeStamp }) => {
      window.talk.pressed = performance.timeOrigin + timeStamp;
    },
    true,
  );
  if (navigator.mediaDevices !== undefined)
    navigator.mediaDevices.getUserMedia = async () => new MediaStream([await window.talk.voice()]);
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      connections.push(this);
      this.addEventListener("connectionstatechange", () => {
        if (this.connectionState === "closed") connections.splice(connections.indexOf(this), 1);
      });
    }
    override close() {
      super.close();
      connections.splice(connections.indexOf(this), 1);
    }
  };
}
