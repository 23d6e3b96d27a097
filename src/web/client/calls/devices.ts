/** The reason why a device cannot be used: a page without TLS, a refusal, no device, or another program that holds it. */
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

/** The devices of a kind. Browsers name them once one may be used. */
export async function devicesOf(kind: DeviceKind): Promise<readonly Device[]> {
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  const all = (await devices?.enumerateDevices().catch(() => [])) ?? [];
  return all
    .filter((one) => one.kind === KINDS[kind] && one.deviceId !== "" && one.label !== "")
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
}

const nameOf = (kind: DeviceKind) => `parley.${kind}`;

/** The id of the device that was chosen on this machine; "" for the browser's own choice. */
export const chosenDevice = (kind: DeviceKind): string => localStorage.getItem(nameOf(kind)) ?? "";

export function chooseDevice(kind: DeviceKind, id: string): void {
  localStorage.setItem(nameOf(kind), id);
}

/** The media of this machine; the browser offers none to a page that came over plain HTTP. */
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

/** Takes the microphone that was chosen before, or the browser's own choice. */
export async function takeMicrophone(): Promise<MediaStream> {
  const wishes = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  return take("microphone", { audio: { ...wishes, ...chosen("microphone") } });
}

/** The size of pictures: small where they go from each member to each, larger where a server spreads them. */
export type PictureSize = "small" | "large";
const SIZES = {
  small: { width: 320, height: 180, frameRate: { ideal: 15, max: 15 } },
  large: { width: 640, height: 360, frameRate: { ideal: 24, max: 30 } },
} as const;

/** Takes the camera that was chosen before, or the browser's own choice; on phones the one of the front. */
export const takeCamera = (size: PictureSize): Promise<MediaStream> =>
  take("camera", { video: { ...SIZES[size], facingMode: "user", ...chosen("camera") } });

const chosen = (kind: DeviceKind) => {
  const id = chosenDevice(kind);
  return id === "" ? {} : { deviceId: id };
};

async function take(device: "microphone" | "camera", wishes: MediaStreamConstraints): Promise<MediaStream> {
  const media = mediaFor(device);
  try {
    return await media.getUserMedia(wishes);
  } catch (error) {
    throw noDevice(device, error);
  }
}

/** Whether this browser can share its screen: those of phones cannot. */
export const canShareScreens = (): boolean =>
  (navigator.mediaDevices as MediaDevices | undefined)?.getDisplayMedia !== undefined;

/** Has the user choose a screen, a window or a tab; its tracks are a picture, and perhaps a sound. */
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
    // Text stays sharp; the frames become fewer instead.
    for (const track of stream.getVideoTracks()) track.contentHint = "detail";
    return stream;
  } catch (error) {
    throw noDevice("screen", error);
  }
}

export function stopStream(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
