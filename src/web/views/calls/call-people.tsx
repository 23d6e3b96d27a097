import { useRef } from "preact/hooks";
import type { CallSession } from "../../client/calls/call-session.ts";
import type { Member } from "../../client/calls/frames.ts";
import { canChooseLoudspeaker } from "../../client/calls/loudspeakers.ts";
import { type Client, ClientProvider, useClient } from "../../client/client.ts";
import { ToolButton } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { MenuButton } from "../../parts/overlays/menu.tsx";
import { showOverlay } from "../../parts/overlays/overlays.tsx";
import { Popover } from "../../parts/overlays/popover.tsx";
import { labelled } from "../../words/app.ts";
import { callsWords } from "../../words/calls.ts";
import { attempt } from "../attempt.ts";
import { nameOfUser } from "../people/names.ts";
import { UserFace } from "../people/user-face.tsx";
import { DeviceChoice } from "./device-choice.tsx";
import { CallModeration, moderationMenu } from "./moderation.tsx";
import { SecrecyText, type WithSession } from "./secrecy.tsx";
import { showCamera, tryMicrophone } from "./switches.ts";

export function PeopleButton({ session }: WithSession) {
  const w = callsWords();
  const client = useClient();
  const button = useRef<HTMLButtonElement>(null);
  const count = session.members.all.value.length;
  const open = () => {
    if (button.current !== null) showPeople(client, session, button.current);
  };
  return (
    <ToolButton
      elementRef={button}
      icon="users"
      label={labelled(w.people, String(count))}
      popup="dialog"
      onClick={open}
    >
      <span class="call-count" aria-hidden="true">
        {count}
      </span>
    </ToolButton>
  );
}

function showPeople(client: Client, session: CallSession, anchor: HTMLElement): void {
  showOverlay({
    kind: "popover",
    within: null,
    content: (
      <ClientProvider value={client}>
        <Popover anchor={anchor} label={callsWords().people} class="call-people">
          <People session={session} />
        </Popover>
      </ClientProvider>
    ),
  });
}

/** The people in the call, marked if they speak, are muted, or lost the connection. */
function People({ session }: WithSession) {
  const client = useClient();
  const members = session.members.all.value;
  const isOpen = !session.microphone.isMuted.value;
  const isShown = session.pictures.camera.value !== undefined;
  return (
    <>
      <h2>{callsWords().people}</h2>
      <ul>
        {members.map((member) => (
          <Person key={member.id} member={member} session={session} />
        ))}
      </ul>
      <CallModeration session={session} />
      <SecrecyText session={session} />
      <DeviceChoice
        kind="microphone"
        isOpen={isOpen}
        onChange={() => void attempt(client, () => tryMicrophone(client, () => session.microphone.change()))}
      />
      {canChooseLoudspeaker() && (
        <DeviceChoice kind="loudspeaker" isOpen={isOpen} onChange={() => session.media.loudspeakers.change()} />
      )}
      {isShown && (
        <DeviceChoice
          kind="camera"
          isOpen={isShown}
          onChange={() => void attempt(client, () => showCamera(client, session))}
        />
      )}
    </>
  );
}

function Person({ member, session }: WithSession & { readonly member: Member }) {
  const w = callsWords();
  const client = useClient();
  const state = client.watch("users");
  const name = nameOfUser(state, member.user_id);
  const isMe = member.id === session.members.me.value;
  const isMuted = isMe ? session.microphone.isMuted.value : !member.mic;
  const hasHandUp = isMe ? session.isHandUp.value : member.hand;
  const isSpeaking = session.media.speaking.value.has(member.id);
  const mutedBy = member.muted_by ? nameOfUser(state, member.muted_by) : undefined;
  const entries = isMe ? [] : moderationMenu(client, session, member);
  return (
    <li class={`call-person${isSpeaking ? " is-speaking" : ""}${member.lost ? " is-lost" : ""}`}>
      <UserFace user={member.user_id} size="s" plain />
      <span class="one-line">{isMe ? w.you(name) : name}</span>
      {isSpeaking && <span class="for-readers">{w.speaking}</span>}
      {member.lost && <span class="call-person-note">{w.isLost}</span>}
      {hasHandUp && <Note icon="hand" label={w.hasHandUp} />}
      {isMuted && <Note icon="mic-off" label={mutedBy === undefined ? w.isMuted : w.mutedBy(mutedBy)} />}
      {entries.some(Boolean) && (
        <MenuButton
          label={w.actions(name)}
          icon="ellipsis"
          size="s"
          entries={() => moderationMenu(client, session, member)}
        />
      )}
    </li>
  );
}

const Note = ({ icon, label }: { readonly icon: "hand" | "mic-off"; readonly label: string }) => (
  <span class="call-person-note" role="img" aria-label={label}>
    <Icon name={icon} size={14} />
  </span>
);
