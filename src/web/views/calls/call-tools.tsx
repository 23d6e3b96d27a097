import { useEffect, useRef } from "preact/hooks";
import type { CallSession } from "../../client/calls/call-session.ts";
import { stagePlace } from "../../client/calls/current-call.ts";
import { canShareScreens } from "../../client/calls/devices.ts";
import { useClient } from "../../client/client.ts";
import { Button, ToolButton } from "../../parts/button.tsx";
import { callsWords } from "../../words/calls.ts";
import { attempt } from "../attempt.ts";
import { PeopleButton } from "./call-people.tsx";
import { leaveCall } from "./enter-call.ts";
import { switchCamera, switchMicrophone, switchScreen } from "./switches.ts";

export function CallTools({ session }: { readonly session: CallSession }) {
  const w = callsWords();
  const client = useClient();
  const isMuted = session.microphone.willBeMuted.value;
  const isShown = session.pictures.camera.value !== undefined;
  const isSharing = session.pictures.screen.value !== undefined;
  const isHandUp = session.isHandUp.value;
  return (
    <div class="call-tools" role="toolbar" aria-label={w.controls}>
      {session.media.loudspeakers.isRefused.value && (
        <Button kind="primary" onClick={() => session.media.loudspeakers.retry()}>
          {w.tapToHear}
        </Button>
      )}
      <ToolButton
        icon={isMuted ? "mic-off" : "mic"}
        label={isMuted ? w.unmute : w.mute}
        action="muteMicrophone"
        danger={isMuted}
        onClick={() => void attempt(client, () => switchMicrophone(client))}
      />
      <ToolButton
        icon={isShown ? "video" : "video-off"}
        label={isShown ? w.hideCamera : w.showCamera}
        onClick={() => void attempt(client, () => switchCamera(client, session))}
      />
      {canShareScreens() && (
        <ToolButton
          icon={isSharing ? "screen-share-off" : "screen-share"}
          label={isSharing ? w.stopSharing : w.share}
          danger={isSharing}
          onClick={() => void attempt(client, () => switchScreen(client, session))}
        />
      )}
      <ToolButton
        icon="hand"
        label={isHandUp ? w.lowerHand : w.raiseHand}
        pressed={isHandUp}
        onClick={() => session.raiseHand(!isHandUp)}
      />
      <PeopleButton session={session} />
      <StageButton session={session} />
      <Button kind="danger" icon="phone-off" onClick={() => leaveCall(client, session)}>
        {w.leave}
      </Button>
    </div>
  );
}

/** Opens and closes the stage. A dot means that there is video to see. */
function StageButton({ session }: { readonly session: CallSession }) {
  const w = callsWords();
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = stagePlace.value === "page";
  const hasPictures = session.members.others.value.some(({ cam, screen }) => cam || screen);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // The focus was within the stage and disappeared with it.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <ToolButton
      elementRef={button}
      icon="layout-grid"
      label={isOpen ? w.closeStage : w.openStage}
      onClick={() => {
        stagePlace.value = isOpen ? undefined : "page";
      }}
    >
      {!isOpen && hasPictures && <span class="call-dot" />}
    </ToolButton>
  );
}
