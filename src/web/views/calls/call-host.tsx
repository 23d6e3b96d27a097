import { currentCall } from "../../client/calls/current-call.ts";
import { isElsewhere } from "../../client/calls/left-calls.ts";
import { useClient } from "../../client/client.ts";
import { useAction } from "../../keyboard.ts";
import { loadCalls, loadVoice } from "../../loads.ts";
import { hasCalls } from "../../model/calls/calls.ts";
import { callsOf } from "../../model/calls/calls-events.ts";
import { ringsIn } from "../../model/calls/ringing.ts";
import type { Ring } from "../../model/calls/rings.ts";
import type { Call } from "../../model/state.ts";
import { lazyView } from "../../parts/lazy-view.tsx";
import { currentSound, withPlayer } from "../voice/current-sound.ts";

const CallBar = lazyView(async () => (await loadCalls()).CallBar);
const ElsewhereBar = lazyView<{ call: Call }>(async () => (await loadCalls()).ElsewhereBar);
const RingCard = lazyView<{ ring: Ring }>(async () => (await loadCalls()).RingCard);

const VoiceBar = lazyView(async () => (await loadVoice()).VoiceBar);

/** The bar of this tab's call, a card for each ringing call, and the bar of a voice message. */
export function CallHost() {
  const client = useClient();
  const state = client.watch("calls");
  const session = currentCall.value;
  const isIn = session !== undefined;
  useAction("call", async () => session && (await loadCalls()).leaveCall(client, session), isIn);
  useAction("muteMicrophone", async () => (await loadCalls()).switchMicrophone(client), isIn);
  const elsewhere = isIn ? undefined : callsOf(state).find((call) => isElsewhere(state, call));
  const rings = ringsIn(state).filter(({ call_id }) => session?.call !== call_id);
  const sound = currentSound.value;
  return (
    <>
      {isIn && <CallBar />}
      {elsewhere && hasCalls(state) && <ElsewhereBar call={elsewhere} />}
      {!isIn && sound !== undefined && !withPlayer.value.has(sound.address) && <VoiceBar />}
      {rings.map((ring) => (
        <RingCard key={ring.call_id} ring={ring} />
      ))}
    </>
  );
}
