import { useEffect, useState } from "preact/hooks";
import { composeWords } from "../../../words/compose.ts";

/** The remaining time below which it is shown. */
const NEAR_SECONDS = 600;

interface TimeLeftProps {
  /** The seconds that are left; undefined if there is no limit. */
  readonly seconds: () => number | undefined;
  readonly onEnd: () => void;
}

/** Shows the time that is left to change a message, if it ends soon. */
export function TimeLeft({ seconds, onEnd }: TimeLeftProps) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => {
      const now = seconds();
      setLeft(now);
      if (now === 0) {
        clearInterval(timer);
        onEnd();
      }
    }, 1000);
    return () => clearInterval(timer);
    // The message and its limit do not change while it is edited.
  }, []);
  if (left === undefined || left > NEAR_SECONDS) return <span class="message-editor-time" />;
  const minutes = Math.floor(left / 60);
  const clock = `${minutes}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
  return (
    <span class="message-editor-time">{left === 0 ? composeWords().editEnded : composeWords().editLeft(clock)}</span>
  );
}
