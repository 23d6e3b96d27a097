import { useEffect, useState } from "preact/hooks";
import { composeWords } from "../../../words/compose.ts";

/** From how many seconds before the end on it is told. */
const NEAR = 600;

interface TimeLeftProps {
  /** The seconds that are left; undefined where there is no end. */
  readonly seconds: () => number | undefined;
  readonly onEnd: () => void;
}

/** How long a message can still be changed, where that ends soon. */
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
    // The message and its limit stay while it is changed.
  }, []);
  if (left === undefined || left > NEAR) return <span class="message-editor-time" />;
  const minutes = Math.floor(left / 60);
  const clock = `${minutes}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
  return (
    <span class="message-editor-time">{left === 0 ? composeWords().editEnded : composeWords().editLeft(clock)}</span>
  );
}
