import type { CallSession } from "../../client/calls/call-session.ts";
import type { Member } from "../../client/calls/frames.ts";
import { type Client, useClient } from "../../client/client.ts";
import { Button } from "../../parts/button.tsx";
import { confirm } from "../../parts/overlays/dialog.tsx";
import type { MenuEntry } from "../../parts/overlays/menu.tsx";
import { callsWords } from "../../words/calls.ts";
import { attempt } from "../attempt.ts";
import { nameOfUser } from "../people/names.ts";

export function moderationMenu(client: Client, session: CallSession, member: Member): readonly MenuEntry[] {
  const w = callsWords();
  const may = session.moderation.may.value;
  const act = (what: "mute" | "unshare") => () => void attempt(client, () => session.moderation.act(what, member.id));
  return [
    may.has("mute") && member.mic && { label: w.mute, icon: "mic-off", run: act("mute") },
    may.has("unshare") && member.screen && { label: w.stopSharing, icon: "x", run: act("unshare") },
    may.has("remove") && {
      label: w.remove,
      icon: "user-minus",
      danger: true,
      run: () => void removeMember(client, session, member),
    },
  ];
}

async function removeMember(client: Client, session: CallSession, { id, user_id }: Member): Promise<void> {
  const w = callsWords();
  const title = w.removeAsk(nameOfUser(client.watch(), user_id));
  if (await confirm({ title, text: w.removeText, action: w.remove, danger: true }))
    await attempt(client, () => session.moderation.act("remove", id));
}

/** Lets moderators lock and end the call, and shows all members that it is locked. */
export function CallModeration({ session }: { readonly session: CallSession }) {
  const w = callsWords();
  const client = useClient();
  const isLocked = session.moderation.isLocked.value;
  const may = session.moderation.may.value;
  const switchLock = () => attempt(client, () => session.moderation.act(isLocked ? "unlock" : "lock"));
  const isPlain = session.secrecy.reason.value?.by !== undefined;
  const switchPlain = async () => {
    const question = { title: w.plainAsk, text: w.plainText, action: w.plain, danger: true };
    if (isPlain || (await confirm(question)))
      await attempt(client, () => session.moderation.act(isPlain ? "encrypt" : "plain"));
  };
  const end = async () => {
    if (await confirm({ title: w.endAsk, text: w.endText, action: w.endForAll, danger: true }))
      await attempt(client, () => client.api.post(`/calls/${session.call}/end`));
  };
  return (
    <>
      <p class="call-locked" role="status">
        {isLocked && w.isLocked}
      </p>
      {may.size > 0 && (
        <div class="call-moderation">
          {may.has("lock") && (
            <Button icon="lock" run={switchLock}>
              {isLocked ? w.unlock : w.lock}
            </Button>
          )}
          {may.has("plain") && session.secrecy.isOffered.value && (
            <Button icon={isPlain ? "lock" : "globe"} onClick={() => void switchPlain()}>
              {isPlain ? w.encrypt : w.plain}
            </Button>
          )}
          {may.has("end") && (
            <Button icon="phone-off" kind="danger" onClick={() => void end()}>
              {w.endForAll}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
