import { afterEach, expect, test, vi } from "vitest";
import { OwnMicrophone } from "../../../../src/web/client/calls/own-microphone.ts";

afterEach(() => vi.unstubAllGlobals());

test("a user who mutes while the microphone is opening is muted once it is open", async () => {
  const opened = Promise.withResolvers<MediaStream>();
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia: () => opened.promise } });
  vi.stubGlobal("localStorage", { getItem: () => null });
  const heard: boolean[] = [];
  const microphone = new OwnMicrophone({
    stream: undefined,
    isMuted: true,
    publish: async () => {},
    onSwitch: (isOn) => void heard.push(isOn),
  });
  expect(microphone.willBeMuted.value).toBe(true);
  const unmuting = microphone.mute(false);
  expect([microphone.isMuted.value, microphone.willBeMuted.value]).toEqual([true, false]);
  await microphone.mute(true);
  const track = { readyState: "live", enabled: true, addEventListener() {}, stop() {} };
  opened.resolve({ getAudioTracks: () => [track], getTracks: () => [track] } as unknown as MediaStream);
  await unmuting;
  expect([microphone.isMuted.value, microphone.willBeMuted.value, track.enabled]).toEqual([true, true, false]);
  expect(heard).not.toContain(true);

  await microphone.mute(false);
  expect([microphone.isMuted.value, track.enabled, heard.at(-1)]).toEqual([false, true, true]);
  microphone.close();
});

test("a user whose microphone can't be opened is still shown as muted", async () => {
  const getUserMedia = () => Promise.reject(new DOMException("", "NotAllowedError"));
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia } });
  vi.stubGlobal("localStorage", { getItem: () => null });
  const parts = { stream: undefined, isMuted: true, publish: async () => {}, onSwitch: () => {} };
  const microphone = new OwnMicrophone(parts);
  await expect(microphone.mute(false)).rejects.toMatchObject({ device: "microphone", problem: "refused" });
  expect([microphone.isMuted.value, microphone.willBeMuted.value]).toEqual([true, true]);
});
