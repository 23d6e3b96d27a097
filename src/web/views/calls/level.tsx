import "./level.css";
import { useEffect, useState } from "preact/hooks";
import { followLevel } from "../../client/calls/follow-level.ts";
import { callsWords } from "../../words/calls.ts";

/** Time without a sound before a microphone counts as silent. */
const SILENCE_AFTER_MS = 4_000;
/** Levels below this (0 to 1) are noise rather than voice. */
const AUDIBLE = 0.01;

/** Shows the microphone level, so that users see whether it works before others have to tell them. */
export function Level({ stream }: { readonly stream: MediaStream }) {
  const w = callsWords();
  const [level, setLevel] = useState(0);
  const [isSilent, setSilent] = useState(false);
  useEffect(() => {
    let heardAt = Date.now();
    return followLevel(stream, (now) => {
      if (now > AUDIBLE) heardAt = Date.now();
      setSilent(Date.now() - heardAt > SILENCE_AFTER_MS);
      setLevel(now);
    });
  }, [stream]);
  return (
    <>
      <meter class="call-level" aria-label={w.level} min={0} max={1} value={Math.sqrt(level)} />
      <p class="call-hint" role="status">
        {isSilent ? w.silent : w.speak}
      </p>
    </>
  );
}
