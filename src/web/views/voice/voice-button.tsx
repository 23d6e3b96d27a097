import { type Client, useClient } from "../../client/client.ts";
import { runAction } from "../../keyboard.ts";
import { loadVoice } from "../../loads.ts";
import { ToolButton } from "../../parts/button.tsx";
import { composeWords } from "../../words/compose.ts";
import { attempt } from "../attempt.ts";
import type { VoiceTarget } from "./unsent/recording-draft.ts";

/** How long a press must last to count as press-and-hold. */
const HELD_MS = 300;

interface VoiceButtonProps {
  /** Returns the conversation for which a recording would be made. Undefined if none is chosen. */
  readonly to: () => VoiceTarget | undefined;
}

/** Opens the recorder. Holding the button records until the finger is lifted. */
export function VoiceButton({ to }: VoiceButtonProps) {
  const client = useClient();
  // Those who joined through an outside link can't call the endpoint that stores a recording's description.
  if (client.watch("outside").outside_access) return null;
  return (
    <span class="voice-button">
      <ToolButton
        icon="mic"
        label={composeWords().voiceMessage}
        action="voiceMessage"
        onClick={(event) => {
          if (!wasHeld) void runAction("voiceMessage");
          else event.preventDefault();
          wasHeld = false;
        }}
        onPointerDown={(event) => {
          wasHeld = false;
          if (event.pointerType === "touch") hold(client, event, to);
        }}
      />
    </span>
  );
}

/** True if the current press has made a recording, so that the click that follows is ignored. */
let wasHeld = false;

function hold(client: Client, event: PointerEvent, to: () => VoiceTarget | undefined): void {
  const lifted = new AbortController();
  const timer = setTimeout(() => {
    const target = to();
    if (target === undefined) return;
    wasHeld = true;
    void attempt(client, async () => {
      const { recordWhileHeld } = await loadVoice();
      if (!lifted.signal.aborted) recordWhileHeld(client, target, event);
    });
  }, HELD_MS);
  const lift = () => {
    clearTimeout(timer);
    lifted.abort();
  };
  // The browser's own menu would cancel the touch.
  addEventListener("contextmenu", (menu) => menu.preventDefault(), { signal: lifted.signal });
  for (const type of ["pointerup", "pointercancel"]) addEventListener(type, lift, { signal: lifted.signal });
}
