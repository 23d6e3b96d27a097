import type { CallSession } from "../../client/calls/call-session.ts";
import type { Member } from "../../client/calls/frames.ts";
import type { PictureKind } from "../../client/calls/own-pictures.ts";
import { useClient } from "../../client/client.ts";
import { Button, ToolButton } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { callsWords } from "../../words/calls.ts";
import { nameOfUser } from "../people/names.ts";
import { UserFace } from "../people/user-face.tsx";
import { Picture } from "./picture.tsx";
import { switchScreen } from "./switches.ts";

interface StageTileProps {
  readonly session: CallSession;
  readonly member: Member;
  readonly kind: PictureKind;
  readonly isPinned: boolean;
  /** Pins or unpins the tile. If undefined, there is no pin button. */
  readonly onPin: (() => void) | undefined;
}

/** A member's camera or screen, or their avatar if the camera is off, with name and state. */
export function StageTile({ session, member, kind, isPinned, onPin }: StageTileProps) {
  const w = callsWords();
  const client = useClient();
  const state = client.watch("users");
  const isMe = member.id === session.members.me.value;
  const isScreen = kind === "screen";
  const own = isScreen ? session.pictures.screen : session.pictures.camera;
  const track = isMe ? own.value?.getVideoTracks()[0] : session.media.pictureOf(member, kind);
  const name = nameOfUser(state, member.user_id);
  const label = isScreen ? w.screenOf(name) : isMe ? w.you(name) : name;
  const isOwnScreen = isMe && isScreen;
  const isMuted = isMe ? session.microphone.isMuted.value : !member.mic;
  const hasHandUp = isMe ? session.isHandUp.value : member.hand;
  const isSpeaking = session.media.speaking.value.has(member.id) && !isScreen;
  return (
    <div class={`call-tile${isSpeaking ? " is-speaking" : ""}${member.lost ? " is-lost" : ""}`}>
      {track === undefined ? (
        <UserFace user={member.user_id} size="xl" plain />
      ) : (
        <Picture track={track} isOwn={isMe && !isScreen} isWhole={isScreen} />
      )}
      <p class="call-tile-name">
        {hasHandUp && !isScreen && <Mark icon="hand" label={w.hasHandUp} />}
        {isMuted && !isScreen && <Mark icon="mic-off" label={w.isMuted} />}
        <span class="one-line">{isOwnScreen ? w.sharing : label}</span>
        {isSpeaking && <span class="for-readers">{w.speaking}</span>}
        {member.lost && <span class="one-line call-tile-lost">{w.isLost}</span>}
      </p>
      {onPin !== undefined && isOwnScreen && (
        <div class="call-tile-stop">
          <Button kind="danger" icon="screen-share-off" onClick={() => void switchScreen(client, session)}>
            {w.stopSharing}
          </Button>
        </div>
      )}
      {onPin !== undefined && (
        <div class="call-tile-pin">
          <ToolButton
            icon={isPinned ? "pin-off" : "pin"}
            label={isPinned ? w.unpin(label) : w.pin(label)}
            size="s"
            onClick={onPin}
          />
        </div>
      )}
    </div>
  );
}

const Mark = ({ icon, label }: { readonly icon: "hand" | "mic-off"; readonly label: string }) => (
  <span class={`call-tile-mark is-${icon}`} role="img" aria-label={label}>
    <Icon name={icon} size={14} />
  </span>
);
