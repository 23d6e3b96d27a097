import type { CallSession } from "../../client/calls/call-session.ts";
import { currentCall, stagePlace } from "../../client/calls/current-call.ts";
import { NoDevice, takeCamera, takeScreen } from "../../client/calls/devices.ts";
import { RoomError } from "../../client/calls/frames.ts";
import type { PictureKind } from "../../client/calls/own-pictures.ts";
import type { Client } from "../../client/client.ts";
import { announce } from "../../parts/announce.ts";
import { playSound } from "../../parts/sound.ts";
import { callsWords } from "../../words/calls.ts";
import { pictureSize, problemText } from "./enter-call.ts";

/** Mutes or unmutes, and announces it, or explains why there is no microphone. */
export async function switchMicrophone(client: Client): Promise<void> {
  const microphone = currentCall.peek()?.microphone;
  if (microphone === undefined) return;
  const isMuted = !microphone.willBeMuted.peek();
  if (!(await tryMicrophone(client, () => microphone.mute(isMuted))) || microphone.isMuted.peek() !== isMuted) return;
  playSound(isMuted ? "call-mute" : "call-unmute");
  announce(isMuted ? callsWords().micOff : callsWords().micOn, "microphone");
}

/** Runs an action with the microphone. Resolves to true if it succeeded. Otherwise, explains why not. */
export const tryMicrophone = (client: Client, act: () => Promise<void>): Promise<boolean> =>
  tried(client, "screen", act);

/** Turns the camera on and shows the stage, or turns it off. */
export async function switchCamera(client: Client, session: CallSession): Promise<void> {
  const w = callsWords();
  if (session.pictures.camera.peek() !== undefined) {
    await session.pictures.hide("cam");
    return announce(w.cameraIsOff, "camera");
  }
  if (!(await showCamera(client, session))) return;
  stagePlace.value ??= "page";
  announce(w.cameraIsOn, "camera");
}

export const showCamera = (client: Client, session: CallSession): Promise<boolean> =>
  tried(client, "cam", async () => session.pictures.show("cam", await takeCamera(pictureSize(client))));

/** Lets the user choose what to share, or stops sharing. */
export async function switchScreen(client: Client, session: CallSession): Promise<void> {
  const w = callsWords();
  if (session.pictures.screen.peek() !== undefined) {
    await session.pictures.hide("screen");
    return announce(w.sharingEnded, "screen");
  }
  if (await tried(client, "screen", async () => session.pictures.show("screen", await takeScreen())))
    announce(w.sharing, "screen");
}

/**
 * Turns something on. Resolves to whether that succeeded. If not, shows the reason, unless the user already knows it.
 */
async function tried(client: Client, kind: PictureKind, turnOn: () => Promise<unknown>): Promise<boolean> {
  try {
    await turnOn();
    return true;
  } catch (error) {
    // There is nothing to explain if the call has ended, or if the user has closed the browser's screen picker.
    const isCancelled =
      error instanceof RoomError
        ? error.code === "OVER"
        : error instanceof NoDevice && error.device === "screen" && error.problem === "refused";
    if (isCancelled) return false;
    if (error instanceof NoDevice) client.toast({ text: problemText(error), kind: "error" });
    else if (error instanceof RoomError) client.toast({ text: callsWords().tooMany[kind], kind: "error" });
    else throw error;
    return false;
  }
}
