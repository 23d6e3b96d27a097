/** Why a device can't be used: page without TLS, permission denied, no device, or in use by another program. */
export type DeviceProblem = "insecure" | "refused" | "missing" | "busy";

export class NoDevice extends Error {
  override readonly name = "NoDevice";
  constructor(
    readonly device: "microphone" | "camera" | "screen",
    readonly problem: DeviceProblem,
  ) {
    super(problem);
  }
}

export type DeviceKind = "microphone" | "camera" | "loudspeaker";

const KINDS = { microphone: "audioinput", camera: "videoinput", loudspeaker: "audiooutput" } as const;

export interface Device {
  readonly id: string;
  readonly name: string;
}

/** Lists the devices of a kind. Browsers only reveal their names after permission was granted. */
export async function devicesOf(kind: DeviceKind): Promise<readonly Device[]> {
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  const all = (await devices?.enumerateDevices().catch(() => [])) ?? [];
  return all
    .filter((one) => one.kind === KINDS[kind] && one.deviceId !== "" && one.label !== "")
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
}

const storageKey = (kind: DeviceKind) => `parley.${kind}`;

/** Id of the device chosen in this browser, or "" for the browser's default. */
export const chosenDevice = (kind: DeviceKind): string => localStorage.getItem(storageKey(kind)) ?? "";

export function chooseDevice(kind: DeviceKind, id: string): void {
  localStorage.setItem(storageKey(kind), id);
}

/** Returns the browser's media devices. Throws `NoDevice` on pages loaded over plain HTTP, which get none. */
function mediaFor(device: NoDevice["device"]): MediaDevices {
  const media: MediaDevices | undefined = navigator.mediaDevices;
  if (media === undefined) throw new NoDevice(device, "insecure");
  return media;
}

function noDevice(device: NoDevice["device"], error: unknown): NoDevice {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return new NoDevice(device, "refused");
  return new NoDevice(device, name === "NotReadableError" ? "busy" : "missing");
}

/** Opens the chosen microphone, or the browser's default. */
export async function takeMicrophone(): Promise<MediaStream> {
  const wishes = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  return captureMedia("microphone", { audio: { ...wishes, ...chosen("microphone") } });
}

/** Video size: small for mesh calls, larger if a server distributes it. */
export type PictureSize = "small" | "large";
const SIZES = {
  small: { width: 320, height: 180, frameRate: { ideal: 15, max: 15 } },
  large: { width: 640, height: 360, frameRate: { ideal: 24, max: 30 } },
} as const;

/** Opens the chosen camera, or the browser's default. On phones, the front camera. */
export const takeCamera = (size: PictureSize): Promise<MediaStream> =>
  captureMedia("camera", { video: { ...SIZES[size], facingMode: "user", ...chosen("camera") } });

const chosen = (kind: DeviceKind) => {
  const id = chosenDevice(kind);
  return id === "" ? {} : { deviceId: id };
};

async function captureMedia(device: "microphone" | "camera", wishes: MediaStreamConstraints): Promise<MediaStream> {
  const media = mediaFor(device);
  try {
    return await media.getUserMedia(wishes);
  } catch (error) {
    throw noDevice(device, error);
  }
}

/** Whether this browser supports screen sharing. Phone browsers don't. */
export const canShareScreens = (): boolean =>
  (navigator.mediaDevices as MediaDevices | undefined)?.getDisplayMedia !== undefined;

/** Lets the user choose a screen, window or tab. Returns a video track, and possibly an audio track. */
export async function takeScreen(): Promise<MediaStream> {
  const media = mediaFor("screen");
  const wishes = {
    video: { frameRate: { ideal: 10, max: 15 } },
    audio: true,
    systemAudio: "include",
    surfaceSwitching: "include",
    selfBrowserSurface: "exclude",
  };
  try {
    const stream = await media.getDisplayMedia(wishes);
    // Keeps text sharp by reducing the frame rate instead.
    for (const track of stream.getVideoTracks()) track.contentHint = "detail";
    return stream;
  } catch (error) {
    throw noDevice("screen", error);
  }
}

export function stopStream(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
