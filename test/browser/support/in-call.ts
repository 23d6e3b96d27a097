import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Person } from "../../process/support/person.ts";
import type { UdpRelay } from "../../process/support/udp-relay.ts";
import type { BrowserTest } from "./browser-test.ts";
import type { Visit } from "./visit.ts";

declare global {
  interface Window {
    /** The page's connections, and its announcements to screen readers. */
    calls: {
      readonly connections: RTCPeerConnection[];
      /** Handles a frame as if the room had sent it. */
      take(frame: object): void;
      readonly said: string[];
      /** Stops all traffic on room sockets. Frames in flight arrive when the traffic resumes. */
      hang(isHung: boolean): void;
    };
    /** Returns the frequencies of the tones that the page hears, in hertz. */
    heard(): number[];
    /** Returns the current level, in decibels, of the tracks on which the page has heard this tone. */
    loudnessOf(tone: number): number;
    /** Returns the same candidate with the relay's port. */
    frontCandidate(text: string): Promise<string>;
  }
}

/** Gives a page a tone as its voice, and records the tones it hears. Runs in the page. */
function speakWith(frequency: number): void {
  let isHung = false;
  const held: (() => void)[] = [];
  const pass = (what: () => void) => (isHung ? void held.push(what) : what());
  const hang = (is: boolean) => {
    isHung = is;
    for (const what of is ? [] : held.splice(0)) what();
  };
  let room: WebSocket | undefined;
  const take = (frame: object) => room?.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  window.calls = { connections: [], said: [], hang, take };
  new MutationObserver(() => {
    const text = document.querySelector(".for-readers")?.textContent ?? "";
    if (text !== "" && text !== window.calls.said.at(-1)) window.calls.said.push(text);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
  // Chromium opens only 16 audio outputs. Pages in a call need them for the audio that they play.
  window.AudioContext = class extends AudioContext {
    constructor() {
      super({ sinkId: { type: "none" } } as AudioContextOptions);
    }
  };
  const context = new AudioContext();
  navigator.mediaDevices.getUserMedia = async () => {
    const oscillator = context.createOscillator();
    oscillator.frequency.value = frequency;
    const destination = context.createMediaStreamDestination();
    oscillator.connect(destination);
    oscillator.start();
    await context.resume();
    return destination.stream;
  };
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      window.calls.connections.push(this);
    }
  };
  class RoomSocket extends WebSocket {
    override send(data: string) {
      pass(() => this.readyState === WebSocket.OPEN && super.send(data));
    }
    override close() {
      pass(() => super.close());
    }
    override set onmessage(handler: (event: MessageEvent) => void) {
      this.addEventListener("message", (event) => pass(() => handler(event)));
    }
    override set onclose(handler: (event: CloseEvent) => void) {
      this.addEventListener("close", (event) => pass(() => handler(event)));
    }
  }
  const Plain = window.WebSocket;
  window.WebSocket = new Proxy(Plain, {
    construct(_target, [url]: [string | URL]) {
      if (!String(url).endsWith("/room")) return new Plain(url);
      // A socket opened now never gets a response.
      if (isHung) return { readyState: Plain.CONNECTING, send() {}, close() {} };
      room = new RoomSocket(String(url));
      return room;
    },
  });
  const analysers = new Map<MediaStreamTrack, AnalyserNode>();
  /** The levels of the received tracks. */
  const levels = () =>
    window.calls.connections
      .filter(({ connectionState }) => connectionState === "connected")
      .flatMap((connection) => connection.getReceivers().map(({ track }) => track))
      .filter(({ kind }) => kind === "audio")
      .map((track) => {
        const known = analysers.get(track);
        const analyser = known ?? context.createAnalyser();
        if (known === undefined) {
          analyser.fftSize = 8192;
          analyser.smoothingTimeConstant = 0;
          context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
          analysers.set(track, analyser);
        }
        const found = new Float32Array(analyser.frequencyBinCount);
        analyser.getFloatFrequencyData(found);
        return { track, found };
      });
  const toneOfTrack = new Map<MediaStreamTrack, number>();
  window.heard = () => {
    const tones: number[] = [];
    for (const { track, found } of levels()) {
      const loudest = found.reduce((best, level, bin) => (level > (found[best] ?? 0) ? bin : best), 0);
      if ((found[loudest] ?? -200) <= -60) continue;
      const tone = 400 + 150 * Math.round(((loudest * context.sampleRate) / 8192 - 400) / 150);
      toneOfTrack.set(track, tone);
      tones.push(tone);
    }
    return tones.sort((a, b) => a - b);
  };
  window.loudnessOf = (tone) =>
    Math.max(...levels().flatMap(({ track, found }) => (toneOfTrack.get(track) === tone ? [...found] : [])));
}

/** Routes a page's media through a relay. Runs in the page. */
function passRelay(): void {
  const own = RTCPeerConnection.prototype;
  const { addIceCandidate, setRemoteDescription } = own;
  own.addIceCandidate = async function (this: RTCPeerConnection, given?: RTCIceCandidateInit | null) {
    const candidate = await window.frontCandidate(given?.candidate ?? "");
    return Reflect.apply(addIceCandidate, this, [given && { ...given, candidate }]);
  };
  own.setRemoteDescription = function (this: RTCPeerConnection, { type, sdp }: RTCSessionDescriptionInit) {
    return Reflect.apply(setRemoteDescription, this, [{ type, sdp: sdp?.replace(/^a=candidate:.*\r\n/gm, "") ?? "" }]);
  };
}

export async function throughRelay(pages: readonly Page[], relay: UdpRelay): Promise<void> {
  for (const page of pages) {
    await page.exposeFunction("frontCandidate", (text: string) => relay.frontCandidates(text));
    await page.evaluate(passRelay);
  }
}

export const toneOf = (index: number) => 400 + 150 * index;
export const toolbar = (page: Page) => page.getByRole("toolbar", { name: "Call controls" });
const preview = (page: Page) => page.getByRole("dialog", { name: "Voice call" });
export const heardBy = (page: Page) => expect.poll(() => page.evaluate(() => window.heard()));

/** Returns, for each connection that sends a voice, the number of bytes sent so far, and when they were counted. */
const voicesSent = (page: Page) =>
  page.evaluate(async () => {
    const counts: { bytes: number; ms: number }[] = [];
    for (const connection of window.calls.connections)
      for (const report of (await connection.getStats()).values())
        if (report.type === "outbound-rtp" && report.kind === "audio" && report.packetsSent > 0)
          counts.push({ bytes: report.bytesSent + report.headerBytesSent, ms: report.timestamp });
    return counts;
  });

/** Checks that a page that was just muted sends almost nothing, and that another page no longer hears its tone. */
export async function expectSilence(muted: Page, tone: number, listener: Page): Promise<void> {
  await expect.poll(() => listener.evaluate((of) => window.loudnessOf(of), tone)).toBeLessThan(-100);
  const before = await voicesSent(muted);
  expect(before.length).toBeGreaterThan(0);
  let after = before;
  const passedMs = () => (after[0]?.ms ?? 0) - (before[0]?.ms ?? 0);
  await expect
    .poll(async () => {
      after = await voicesSent(muted);
      return passedMs();
    })
    .toBeGreaterThan(2000);
  for (const [index, { bytes }] of after.entries())
    expect(((bytes - (before[index]?.bytes ?? 0)) / passedMs()) * 1000).toBeLessThan(600);
}

/** Makes a page speak with the tone of a member, until the page is reloaded. */
export const speakAs = (page: Page, index: number) => page.evaluate(speakWith, toneOf(index));

export async function visitsOf(open: BrowserTest["open"], people: readonly Person[], at: string): Promise<Visit[]> {
  const visits: Visit[] = [];
  for (const [index, person] of people.entries()) {
    const visit = await open(person, { at });
    await speakAs(visit.page, index);
    visits.push(visit);
  }
  return visits;
}

export async function join(page: Page, how: "Join" | "Join muted" = "Join"): Promise<void> {
  await page
    .getByRole("button", { name: /^(Start voice call|Join call)$/ })
    .first()
    .click();
  await preview(page).getByRole("button", { name: how, exact: true }).click();
  await toolbar(page).waitFor();
}

/** Returns the tones of all other members. */
export const others = (count: number, index: number) =>
  Array.from({ length: count }, (_, at) => toneOf(at)).filter((tone) => tone !== toneOf(index));
