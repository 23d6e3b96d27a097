import { composeWords } from "../../words/compose.ts";
import "./calls.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { type DeviceProblem, NoDevice, stopStream, takeCamera, takeMicrophone } from "../../client/calls/devices.ts";
import { canEncrypt } from "../../client/calls/encryption.ts";
import { isElsewhere } from "../../client/calls/left-calls.ts";
import { canChooseLoudspeaker } from "../../client/calls/loudspeakers.ts";
import { type Client, ClientProvider, useClient } from "../../client/client.ts";
import { callIn } from "../../model/calls/calls.ts";
import { type Conversation, conversationKey } from "../../model/routes/conversation.ts";
import type { Call } from "../../model/state.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { useClose } from "../../parts/overlays/overlays.tsx";
import { callsWords } from "../../words/calls.ts";
import { attempt } from "../attempt.ts";
import { useIsOpen } from "../use-is-open.ts";
import { formatUserNames } from "./call-names.tsx";
import { DeviceChoice } from "./device-choice.tsx";
import { canReachOthers, enterCall, pictureSize, startCall } from "./enter-call.ts";
import { Level } from "./level.tsx";
import { Picture } from "./picture.tsx";

/** Shows who is in a conversation's call and lets the user test devices before joining or starting it. */
export function openPreview(client: Client, conversation: Conversation, video = false): void {
  if (!canReachOthers(client)) return;
  client.show(
    <ClientProvider value={client}>
      <Preview conversation={conversation} video={video} />
    </ClientProvider>,
  );
}

interface PreviewProps {
  readonly conversation: Conversation;
  readonly video: boolean;
}

function Preview({ conversation, video }: PreviewProps) {
  const w = callsWords();
  const client = useClient();
  const state = client.watch("calls", "users", "account", "realm");
  const call = callIn(state, conversationKey(conversation));
  const microphone = useDevice(takeMicrophone, true);
  const [isShown, setShown] = useState(false);
  const camera = useDevice(() => takeCamera(pictureSize(client)), isShown);
  const isEncrypted = call?.encrypted ?? (state.realm_encrypt_calls && state.server_calls?.mode === "sfu");
  const isUnable = isEncrypted && !canEncrypt();
  return (
    <Dialog
      title={video || call?.video ? composeWords().videoCall : composeWords().voiceCall}
      size="s"
      footer={<JoinButtons conversation={conversation} video={video} microphone={microphone} camera={camera} />}
    >
      <p>
        {call === undefined || call.member_ids.length === 0
          ? w.noOneIn
          : w.inIt(call.member_ids.length, formatUserNames(state, call.member_ids))}
      </p>
      {call !== undefined && isElsewhere(state, call) && <p>{w.movesHere}</p>}
      {isUnable && <p role="alert">{w.cannotEncrypt}</p>}
      <CameraTest camera={camera} isShown={isShown} onSwitch={() => setShown(!isShown)} />
      <MicrophoneTest {...microphone} />
      {canChooseLoudspeaker() && (
        <DeviceChoice kind="loudspeaker" isOpen={microphone.stream !== undefined} onChange={() => {}} />
      )}
    </Dialog>
  );
}

interface TestedDevice {
  readonly stream: MediaStream | undefined;
  readonly problem: DeviceProblem | undefined;
  /** Switches to the newly chosen device. */
  readonly change: () => void;
  /** Hands the stream to the call, so that the preview doesn't stop it. */
  readonly handOver: () => MediaStream | undefined;
}

/** Opens a device while the preview is shown and `isWanted` is true. */
function useDevice(take: () => Promise<MediaStream>, isWanted: boolean): TestedDevice {
  const [stream, setStream] = useState<MediaStream>();
  const [problem, setProblem] = useState<DeviceProblem>();
  const [turn, setTurn] = useState(0);
  // The preview stops this stream when it closes, unless the stream was handed over to the call. Streams that open
  // after the preview has closed are stopped, too.
  const own = useRef<MediaStream | undefined>(undefined);
  useEffect(() => {
    setStream(undefined);
    setProblem(undefined);
    if (!isWanted) return;
    let isOver = false;
    take().then(
      (found) => {
        if (isOver) return stopStream(found);
        own.current = found;
        setStream(found);
      },
      (error) => {
        if (!isOver) setProblem(error instanceof NoDevice ? error.problem : "missing");
      },
    );
    return () => {
      isOver = true;
      stopStream(own.current);
      own.current = undefined;
    };
  }, [turn, isWanted]);
  const handOver = () => {
    const taken = own.current;
    own.current = undefined;
    return taken;
  };
  return { stream, problem, change: () => setTurn(turn + 1), handOver };
}

interface CameraTestProps {
  readonly camera: TestedDevice;
  readonly isShown: boolean;
  readonly onSwitch: () => void;
}

/** Shows users their own camera before others see it. It is off until they turn it on. */
function CameraTest({ camera: { stream, problem, change }, isShown, onSwitch }: CameraTestProps) {
  const w = callsWords();
  const [track] = stream?.getVideoTracks() ?? [];
  return (
    <>
      <div class="call-mirror">
        {track !== undefined && <Picture track={track} isOwn />}
        <Button icon={isShown ? "video-off" : "video"} onClick={onSwitch}>
          {isShown ? w.hideCamera : w.showCamera}
        </Button>
      </div>
      {problem !== undefined && <p role="alert">{w.cameraProblems[problem]}</p>}
      {isShown && <DeviceChoice kind="camera" isOpen={stream !== undefined} onChange={change} />}
    </>
  );
}

function MicrophoneTest({ stream, problem, change }: TestedDevice) {
  const w = callsWords();
  if (problem !== undefined) return <p role="alert">{w.problems[problem]}</p>;
  return (
    <>
      <DeviceChoice kind="microphone" isOpen={stream !== undefined} onChange={change} />
      {stream === undefined ? <p role="status">{w.opening}</p> : <Level stream={stream} />}
    </>
  );
}

interface JoinButtonsProps extends PreviewProps {
  readonly microphone: TestedDevice;
  readonly camera: TestedDevice;
}

function JoinButtons({ conversation, video, microphone, camera }: JoinButtonsProps) {
  const w = callsWords();
  const client = useClient();
  const close = useClose();
  const isOpen = useIsOpen();
  const join = (isMuted: boolean) => async () => {
    const known = callIn(client.watch(), conversationKey(conversation));
    let call: Pick<Call, "call_id" | "encrypted"> | undefined = known;
    const isThere = await attempt(client, async () => {
      if (call !== undefined) return;
      const started = await startCall(client, conversation, video);
      if (isOpen.current) call = started;
      // The user has closed the preview while the call was being started.
      else if (!started.existing) await client.api.post(`/calls/${started.call_id}/end`);
    });
    if (!isThere || call === undefined) return;
    const streams = { microphone: microphone.handOver(), camera: camera.handOver() };
    enterCall(client, call.call_id, { ...streams, isMuted, isEncrypted: call.encrypted });
    close();
  };
  return (
    <>
      <Button run={join(true)} kind={microphone.stream === undefined ? "primary" : "plain"}>
        {w.joinMuted}
      </Button>
      {microphone.stream !== undefined && (
        <Button kind="primary" run={join(false)}>
          {w.joinNow}
        </Button>
      )}
    </>
  );
}
