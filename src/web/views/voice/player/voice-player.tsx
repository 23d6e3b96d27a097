import "./voice-player.css";
import { render } from "preact";
import { useId } from "preact/hooks";
import { MAX_VOICE_PEAK, VOICE_PEAKS } from "../../../../protocol/voice/voice-limits.ts";
import type { Client } from "../../../client/client.ts";
import { clockOf } from "../../../client/voice/clock-of.ts";
import { Icon } from "../../../parts/icon.tsx";
import { voiceWords } from "../../../words/voice.ts";
import { currentSound, type VoiceSound, withPlayer } from "../current-sound.ts";
import { askFor, descriptionOf, listenInto } from "./descriptions.ts";
import { playback } from "./playback.ts";

/** Seconds that an arrow key seeks. */
const STEP = 5;
/** Width and maximum height of a waveform bar, in pixels. The width includes the gap to the next bar. */
const BAR = { width: 3, height: 28 };

interface PlayerProps {
  readonly client: Client;
  readonly sound: VoiceSound;
}

function VoicePlayer({ client, sound }: PlayerProps) {
  const words = voiceWords();
  const transcriptId = useId();
  const { address } = sound;
  const { duration_ms = sound.duration_ms, peaks, transcript } = descriptionOf(address).value;
  const isHeard = currentSound.value?.address === address;
  const isPlaying = isHeard && playback.isPlaying.value;
  const total = duration_ms / 1000;
  const seconds = isHeard ? Math.min(total, playback.seconds.value) : 0;
  const { user_id } = client.watch();
  const isOwn = sound.message === undefined || client.message(sound.message)?.sender_id === user_id;
  const toggle = () => {
    playback.toggle(sound);
    void listenInto(address);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP, ArrowDown: -STEP, ArrowRight: STEP, ArrowUp: STEP }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (step === undefined && event.key !== " ")) return;
    event.preventDefault();
    event.stopPropagation();
    if (step === undefined) toggle();
    else playback.seek(sound, Math.min(total, Math.max(0, seconds + step)));
  };
  return (
    <>
      {/* Time runs from left to right in the controls of all languages. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flexible box everywhere */}
      <div class="voice-player" role="group" aria-label={sound.title} dir="ltr">
        <button type="button" class="voice-play" aria-label={isPlaying ? words.pause : words.play} onClick={toggle}>
          <Icon name={isPlaying ? "pause" : "play"} size={18} />
        </button>
        <span class="voice-wave" style={{ "--heard": total === 0 ? 0 : seconds / total }}>
          <Waveform peaks={peaks} />
          <input
            type="range"
            class="voice-position"
            min={0}
            max={total}
            step="any"
            value={seconds}
            aria-label={words.position}
            aria-valuetext={words.positionOf(clockOf(seconds * 1000), clockOf(duration_ms))}
            aria-describedby={transcript === "" ? undefined : transcriptId}
            onKeyDown={press}
            onInput={(event) => playback.seek(sound, event.currentTarget.valueAsNumber)}
          />
        </span>
        {!isOwn && !playback.played.value.has(address) && (
          <span class="voice-new" role="img" aria-label={words.notPlayed} />
        )}
        <span class="voice-time">{clockOf(isHeard ? seconds * 1000 : duration_ms)}</span>
        <button
          type="button"
          class="voice-rate"
          aria-label={words.speed(String(playback.rate.value))}
          onClick={() => playback.nextRate()}
        >
          {playback.rate.value}×
        </button>
      </div>
      {playback.failed.value === address && (
        <div class="voice-failed" role="alert">
          {words.cannotPlay}
        </div>
      )}
      {transcript !== "" && (
        <div class="voice-transcript" id={transcriptId} dir="auto">
          {transcript}
        </div>
      )}
    </>
  );
}

const FLAT: readonly number[] = Array.from({ length: VOICE_PEAKS }, () => 0);

/** Two drawings of the same bars. The upper one is shown up to the playback position. */
function Waveform({ peaks }: { readonly peaks: readonly number[] }) {
  const bars = (peaks.length === 0 ? FLAT : peaks).map((peak, bar) => {
    const half = 1 + (peak / MAX_VOICE_PEAK) * (BAR.height / 2 - 2);
    return `M${bar * BAR.width + BAR.width / 2} ${BAR.height / 2 - half}v${half * 2}`;
  });
  return (
    <svg viewBox={`0 0 ${VOICE_PEAKS * BAR.width} ${BAR.height}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={bars.join("")} />
      <path class="voice-heard" d={bars.join("")} />
    </svg>
  );
}

/** A player's custom element. Renders the player itself, because the HTML around it comes from the server. */
class VoiceElement extends HTMLElement {
  player: PlayerProps | undefined;

  connectedCallback(): void {
    if (this.player === undefined) return;
    const { client, sound } = this.player;
    render(<VoicePlayer client={client} sound={sound} />, this);
    seen.observe(this);
    withPlayer.value = new Set([...withPlayer.value, sound.address]);
  }

  disconnectedCallback(): void {
    seen.unobserve(this);
    render(null, this);
    const address = this.player?.sound.address;
    const left = [...document.querySelectorAll<VoiceElement>(ELEMENT)].map(({ player }) => player?.sound.address);
    withPlayer.value = new Set([...withPlayer.value].filter((one) => one !== address || left.includes(one)));
  }
}

const ELEMENT = "parley-voice";
customElements.define(ELEMENT, VoiceElement);

const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      const { player } = target as VoiceElement;
      if (isIntersecting && player !== undefined) askFor(player.client, player.sound.address);
    }
  },
  { rootMargin: "200px" },
);

/** Replaces the browser's player with Parley's. */
export function showPlayer(client: Client, audio: HTMLAudioElement, sound: VoiceSound): void {
  const element = document.createElement(ELEMENT) as VoiceElement;
  element.player = { client, sound };
  audio.replaceWith(element);
}
