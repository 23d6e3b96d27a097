import { widgetsWords } from "../../words/dialogs.ts";
import "./calls.css";
import { useEffect, useId, useState } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { isQuiet } from "../../client/session/quiet.ts";
import { useAction } from "../../keyboard.ts";
import { callById, conversationOfCall } from "../../model/calls/calls.ts";
import type { Ring } from "../../model/calls/rings.ts";
import { announce } from "../../parts/announce.ts";
import { Button } from "../../parts/button.tsx";
import { playSound } from "../../parts/sound.ts";
import { callsWords } from "../../words/calls.ts";
import { attempt } from "../attempt.ts";
import { nameOfDirect, nameOfUser } from "../people/names.ts";
import { UserFace } from "../people/user-face.tsx";
import { answerCall } from "./enter-call.ts";

/** Pause between two tones. */
const TONE_MS = 2_500;
/** Maximum duration of a ring, in case the server is unreachable and can't end it. */
const MAX_DURATION_MS = 60_000;

/** A card for a ringing call. The focus stays where the user is writing. */
export function RingCard({ ring }: { readonly ring: Ring }) {
  const w = callsWords();
  const client = useClient();
  const state = client.watch("calls", "users", "account");
  const id = useId();
  const [isOver, setOver] = useState(false);
  const name = nameOfUser(state, ring.by);
  const call = callById(state, ring.call_id);
  const answer = async (video = false) => {
    setOver(true);
    await answerCall(client, ring.call_id, video);
  };
  const decline = () => {
    setOver(true);
    return attempt(client, () => client.api.post(`/calls/${ring.call_id}/decline`));
  };
  useAction("call", () => void answer(), !isOver);
  useEffect(() => {
    announce(w.calling(name));
    const end = setTimeout(() => setOver(true), MAX_DURATION_MS);
    return () => clearTimeout(end);
  }, []);
  useEffect(() => {
    if (isOver) return;
    // Only the leader tab rings.
    const ringOut = () => client.connectionDetails().isLeading && !isQuiet() && playSound("call-ring");
    ringOut();
    const timer = setInterval(ringOut, TONE_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  if (isOver || call === undefined) return null;
  const conversation = conversationOfCall(call, state.user_id);
  const isGroup = conversation.kind === "direct" && conversation.users.length > 1;
  return (
    <div class="ring-card" role="alertdialog" aria-labelledby={id}>
      <UserFace user={ring.by} size="l" />
      <div class="ring-card-text">
        <h2 id={id}>{w.calling(name)}</h2>
        {isGroup && <p class="one-line">{nameOfDirect(state, conversation.users)}</p>}
      </div>
      <div class="ring-card-buttons">
        <Button kind="primary" icon="phone" run={() => answer()}>
          {w.answer}
        </Button>
        <Button kind="danger" icon="phone-off" run={decline}>
          {widgetsWords().decline}
        </Button>
      </div>
      <Button icon="video" wide run={() => answer(true)}>
        {w.answerWithVideo}
      </Button>
    </div>
  );
}
