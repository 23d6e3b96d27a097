import { CallKeys } from "./call-keys.ts";
import type { FromEncryption, ToEncryption, TransformUse } from "./encryption-messages.ts";
import type { TrackKind } from "./frame-parts.ts";
import { makeKeys } from "./sealing.ts";
import type { Bytes } from "./sframe.ts";

// The worker that encrypts and decrypts a call's media. The page never has a key.

const post = (message: FromEncryption) => self.postMessage(message);
const places = new Map<number, { readonly member: number; readonly kind: TrackKind }>();
let keys: CallKeys | undefined;
let isPlain = false;

async function startCall(call: string): Promise<void> {
  const own = await makeKeys();
  keys = new CallKeys({
    ...{ call, own },
    after: (ms, run) => void setTimeout(run, ms),
    send: (to, blob) => post({ type: "send", to, blob }),
    onNumber: (number) => post({ type: "number", number }),
  });
  post({ type: "ready", publicKey: own.publicKey });
}

self.addEventListener("message", ({ data }: MessageEvent<ToEncryption>) => {
  if (data.type === "begin") void startCall(data.call);
  else if (data.type === "members") {
    ({ isPlain } = data);
    void keys?.follow(data.me, data.members);
  } else if (data.type === "repeat") void keys?.repeat(data.member);
  else if (data.type === "key") void keys?.take(data.from, data.blob);
  else places.set(data.place, { member: data.member, kind: data.kind });
});

async function changed(use: TransformUse, frame: Bytes): Promise<Bytes | undefined> {
  if (use.encrypt !== undefined) return isPlain ? frame : keys?.encrypt(use.encrypt, frame);
  const track = places.get(use.place);
  const opened = await (track && keys?.decrypt(track.member, track.kind, frame));
  // Members that haven't been notified yet that encryption is off still encrypt.
  return opened ?? (isPlain ? frame : undefined);
}

type Frame = RTCEncodedAudioFrame | RTCEncodedVideoFrame;

/** A frame that can't be encrypted isn't sent, and one that can't be decrypted isn't played. */
self.addEventListener("rtctransform", (event) => {
  const { transformer } = event as RTCTransformEvent;
  const use = transformer.options as TransformUse;
  let isReached = false;
  const transform = new TransformStream<Frame, Frame>({
    async transform(frame, controller) {
      if (!isReached) post({ type: "reached", place: use.place });
      isReached = true;
      const data = await changed(use, new Uint8Array(frame.data));
      if (data === undefined) return;
      frame.data = data.buffer;
      controller.enqueue(frame);
    },
  });
  void transformer.readable.pipeThrough(transform).pipeTo(transformer.writable);
});
