import { useClient } from "../../../client/client.ts";
import { clockOf } from "../../../client/voice/clock-of.ts";
import { hashForRoute } from "../../../model/addresses/address.ts";
import { ToolButton } from "../../../parts/button.tsx";
import { appWords } from "../../../words/app.ts";
import { voiceWords } from "../../../words/voice.ts";
import { nameOfUser } from "../../people/names.ts";
import { placeOfMessage } from "../../place-of.ts";
import { currentSound } from "../current-sound.ts";
import { playback } from "./playback.ts";

/** The bar of a voice message that is played while another place is shown. */
export function VoiceBar() {
  const client = useClient();
  const words = voiceWords();
  const sound = currentSound.value;
  if (sound === undefined) return null;
  const state = client.watch("users", "channels", "account");
  const message = sound.message === undefined ? undefined : client.message(sound.message);
  const isPlaying = playback.isPlaying.value;
  return (
    <section class="call-bar" aria-label={words.title}>
      <ToolButton
        icon={isPlaying ? "pause" : "play"}
        label={isPlaying ? words.pause : words.play}
        onClick={() => playback.toggle(sound)}
      />
      <p class="call-title">
        {message === undefined ? (
          <span class="one-line">{sound.title}</span>
        ) : (
          <a class="one-line" href={hashForRoute(placeOfMessage(message, state.user_id), state)}>
            {nameOfUser(state, message.sender_id)}
          </a>
        )}
        <span class="call-elapsed">{clockOf(playback.seconds.value * 1000)}</span>
      </p>
      <ToolButton icon="x" label={appWords().close} onClick={() => playback.stop()} />
    </section>
  );
}
