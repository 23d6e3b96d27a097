import { useRef } from "preact/hooks";
import type { CallSession } from "../../client/calls/call-session.ts";
import type { Client } from "../../client/client.ts";
import { attempt } from "../attempt.ts";
import { switchMicrophone } from "./switches.ts";

const PRESSED = "a[href], button, select, input";

/** Keys within a call: M mutes and unmutes, and holding Space lets a muted user speak. */
export function useKeys(client: Client, session: CallSession) {
  const isTalking = useRef(false);
  const stop = () => {
    if (!isTalking.current) return;
    isTalking.current = false;
    void attempt(client, () => session.microphone.mute(true));
  };
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1) return;
      const isOnButton = (event.target as Element).closest(PRESSED) !== null;
      const isMute = event.key.toLowerCase() === "m";
      if (event.key === " " && isOnButton) return;
      // The other single-letter keys are for the messages, which the stage may hide.
      if (event.key !== "?") event.stopPropagation();
      if (isMute || event.key === " ") event.preventDefault();
      if (event.repeat) return;
      if (isMute) void attempt(client, () => switchMicrophone(client));
      else if (event.key === " " && session.microphone.isMuted.peek()) {
        isTalking.current = true;
        void attempt(client, () => session.microphone.mute(false));
      }
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (event.key === " ") stop();
    },
    // The key was released in another window.
    onFocusOut: stop,
  };
}
