/** @module-tag nightly */
import type { Browser, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { APP, SfuStandIn } from "../process/support/sfu/stand-in.ts";
import { UdpRelay } from "../process/support/udp-relay.ts";
import { test } from "./support/browser-test.ts";

interface Answer {
  readonly status: number;
  readonly body: {
    readonly sessionId?: string;
    readonly errorCode?: string;
    readonly sessionDescription?: { readonly type: "offer" | "answer"; readonly sdp: string };
    readonly tracks?: {
      readonly mid?: string;
      readonly trackName?: string;
      readonly status?: string;
      readonly errorCode?: string;
    }[];
  };
}

declare global {
  interface Window {
    askSfu(method: string, path: string, body?: unknown): Promise<Answer>;
    /** Publishes a tone and, optionally, video in two layers. Returns the session. */
    publish(frequency: number, withVideo: boolean): Promise<string>;
    /** Receives tracks in a new session, or in the existing one. Returns the response to the first request. */
    subscribe(tracks: readonly object[]): Promise<Answer & { session: string }>;
    /** The frequency of a track's tone in hertz, or 0 for silence. */
    toneOf(mid: string): number;
    /** The width of a track's video. */
    widthOf(mid: string): number;
    receiving: RTCPeerConnection;
  }
}

/** A participant that only uses WebRTC and the SFU's API. Runs in the page. */
function participate(): void {
  const context = new AudioContext();
  const analysers = new Map<string, AnalyserNode>();
  const videos = new Map<string, HTMLVideoElement>();
  let session = "";

  const gathered = (connection: RTCPeerConnection) =>
    new Promise<void>((resolve) => {
      const look = () => connection.iceGatheringState === "complete" && resolve();
      connection.onicegatheringstatechange = look;
      look();
    });

  window.publish = async (frequency, withVideo) => {
    const connection = new RTCPeerConnection({ bundlePolicy: "max-bundle" });
    await context.resume();
    const oscillator = context.createOscillator();
    oscillator.frequency.value = frequency;
    const destination = context.createMediaStreamDestination();
    oscillator.connect(destination);
    oscillator.start();
    const [tone] = destination.stream.getAudioTracks();
    const tracks = [{ transceiver: connection.addTransceiver(tone as MediaStreamTrack), trackName: "mic" }];
    if (withVideo) {
      const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 360 });
      const painter = canvas.getContext("2d") as CanvasRenderingContext2D;
      setInterval(() => {
        painter.fillStyle = `hsl(${performance.now() / 10} 80% 50%)`;
        painter.fillRect(0, 0, 640, 360);
      }, 60);
      const [picture] = canvas.captureStream(15).getVideoTracks();
      const sendEncodings = [
        { rid: "h", scaleResolutionDownBy: 2, maxBitrate: 150_000 },
        { rid: "f", maxBitrate: 400_000 },
      ];
      const transceiver = connection.addTransceiver(picture as MediaStreamTrack, {
        direction: "sendonly",
        sendEncodings,
      });
      tracks.push({ transceiver, trackName: "cam" });
    }
    await connection.setLocalDescription();
    await gathered(connection);
    const { sessionId } = (await window.askSfu("POST", "/sessions/new?correlationId=publisher")).body;
    const { body } = await window.askSfu("POST", `/sessions/${sessionId}/tracks/new`, {
      sessionDescription: connection.localDescription,
      tracks: tracks.map(({ transceiver, trackName }) => ({ location: "local", mid: transceiver.mid, trackName })),
    });
    if (!body.sessionDescription) throw new Error(JSON.stringify(body));
    await connection.setRemoteDescription(body.sessionDescription);
    return String(sessionId);
  };

  window.subscribe = async (tracks) => {
    window.receiving ??= new RTCPeerConnection({ bundlePolicy: "max-bundle" });
    const connection = window.receiving;
    connection.ontrack = ({ track, transceiver }) => {
      const mid = String(transceiver.mid);
      const stream = new MediaStream([track]);
      const element = Object.assign(document.createElement("video"), { srcObject: stream, muted: true });
      document.body.append(element);
      void element.play();
      videos.set(mid, element);
      if (track.kind === "video") return;
      const analyser = context.createAnalyser();
      analyser.fftSize = 8192;
      analyser.smoothingTimeConstant = 0;
      context.createMediaStreamSource(stream).connect(analyser);
      analysers.set(mid, analyser);
    };
    if (session === "") session = String((await window.askSfu("POST", "/sessions/new")).body.sessionId);
    const answer = await window.askSfu("POST", `/sessions/${session}/tracks/new`, { tracks });
    if (answer.body.sessionDescription) {
      await connection.setRemoteDescription(answer.body.sessionDescription);
      await connection.setLocalDescription();
      await gathered(connection);
      const sessionDescription = connection.localDescription;
      await window.askSfu("PUT", `/sessions/${session}/renegotiate`, { sessionDescription });
    }
    return { ...answer, session };
  };

  window.toneOf = (mid) => {
    const analyser = analysers.get(mid);
    if (!analyser) return 0;
    const levels = new Float32Array(analyser.frequencyBinCount);
    analyser.getFloatFrequencyData(levels);
    const loudest = levels.reduce((best, level, bin) => (level > (levels[best] ?? -200) ? bin : best), 0);
    return (levels[loudest] ?? -200) > -60 ? Math.round((loudest * context.sampleRate) / 8192 / 10) * 10 : 0;
  };
  window.widthOf = (mid) => videos.get(mid)?.videoWidth ?? 0;
}

async function ask(sfu: SfuStandIn, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${sfu.url}/apps/${APP.id}${path}`, {
    method,
    headers: { authorization: `Bearer ${APP.secret}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

async function started(times: Parameters<typeof SfuStandIn.start>[0] = {}): Promise<SfuStandIn> {
  const sfu = await SfuStandIn.start(times);
  onTestFinished(() => sfu.close());
  return sfu;
}

async function participant(browser: Browser, sfu: SfuStandIn): Promise<Page> {
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.exposeFunction("askSfu", (method: string, path: string, body?: unknown) => ask(sfu, method, path, body));
  await page.evaluate(participate);
  return page;
}

const tone = (page: Page, mid: string) => expect.poll(() => page.evaluate((mid) => window.toneOf(mid), mid));

test("the fake SFU forwards sound and layers of video, and recovers after a network outage", async ({ browser }) => {
  const relay = new UdpRelay();
  onTestFinished(() => relay.close());
  const sfu = await started({ relay });
  const [ada, ben] = [await participant(browser, sfu), await participant(browser, sfu)];
  const sessionId = await ada.evaluate(() => window.publish(1000, true));

  const mic = { location: "remote", sessionId, trackName: "mic" };
  const cam = { location: "remote", sessionId, trackName: "cam" };
  const { session, body } = await ben.evaluate(
    (tracks) => window.subscribe(tracks),
    [mic, { ...cam, simulcast: { preferredRid: "h" } }],
  );
  const [heard = "", seen = ""] = body.tracks?.map(({ mid }) => mid) ?? [];
  await tone(ben, heard).toBe(1000);
  const width = expect.poll(() => ben.evaluate((mid) => window.widthOf(mid), seen));
  await width.toBe(320);
  const [large] = [{ ...cam, mid: seen, simulcast: { preferredRid: "f" } }];
  expect(await ask(sfu, "PUT", `/sessions/${session}/tracks/update`, { tracks: [large] })).toMatchObject({
    status: 200,
  });
  await width.toBe(640);
  await ask(sfu, "PUT", `/sessions/${session}/tracks/update`, {
    tracks: [{ ...large, simulcast: { preferredRid: "h" } }],
  });
  await width.toBe(320);

  // A second offer while one is pending is refused, and doesn't disturb the first.
  const own = await ada.evaluate(() => window.publish(1300, false));
  const more = { tracks: [{ location: "remote", sessionId: own, trackName: "mic" }] };
  await expect.poll(() => sfu.tracks.filter(({ isEmpty }) => !isEmpty)).toHaveLength(3);
  const overlapping = await Promise.all([1, 2].map(() => ask(sfu, "POST", `/sessions/${session}/tracks/new`, more)));
  expect(overlapping.map(({ status }) => status).sort()).toEqual([200, 406]);
  const offered = overlapping.find(({ status }) => status === 200)?.body;
  await ben.evaluate(async (offer) => {
    await window.receiving.setRemoteDescription(offer as RTCSessionDescriptionInit);
    await window.receiving.setLocalDescription();
  }, offered?.sessionDescription);
  const sessionDescription = await ben.evaluate(() => window.receiving.localDescription?.toJSON());
  expect(await ask(sfu, "PUT", `/sessions/${session}/renegotiate`, { sessionDescription })).toMatchObject({
    status: 200,
  });
  await tone(ben, offered?.tracks?.[0]?.mid ?? "").toBe(1300);

  relay.cut(true);
  await tone(ben, heard).toBe(0);
  relay.cut(false);
  await tone(ben, heard).toBe(1000);

  // A received track's slot can be reused without renegotiation; a closed one is silent.
  const second = { location: "remote", sessionId: own, trackName: "mic", mid: heard };
  await ask(sfu, "PUT", `/sessions/${session}/tracks/update`, { tracks: [second] });
  await tone(ben, heard).toBe(1300);
  const recording = sfu.tracks[0]?.record();
  const close = () => ask(sfu, "PUT", `/sessions/${session}/tracks/close`, { tracks: [{ mid: heard }], force: true });
  expect((await close()).body.tracks).toEqual([{ mid: heard }]);
  await tone(ben, heard).toBe(0);
  expect((await close()).body.tracks).toMatchObject([{ mid: heard, errorCode: "close_track_error" }]);
  expect(recording?.length).toBeGreaterThan(0);
  expect(sfu.media.out.packets).toBeGreaterThan(0);
});

test("the fake SFU refuses requests as the real one does, and drops silent and closed sessions", async ({
  browser,
}) => {
  const sfu = await started({ goneMs: 1500, emptyMs: 1000, transportMs: 500 });
  const page = await participant(browser, sfu);
  const session = await page.evaluate(() => window.publish(700, false));
  const path = `/sessions/${session}`;
  const remote = { location: "remote", sessionId: session, trackName: "mic" };
  const unauthorized = await fetch(`${sfu.url}/apps/${APP.id}/sessions/new`, { method: "POST" });
  expect([unauthorized.status, await unauthorized.json()]).toMatchObject([401, { errorCode: "unauthorized" }]);
  const elsewhere = await fetch(`${sfu.url}/apps/other/sessions/new`, {
    method: "POST",
    headers: { authorization: `Bearer ${APP.secret}` },
  });
  expect([elsewhere.status, await elsewhere.json()]).toMatchObject([404, { errorCode: "not_found" }]);

  await expect.poll(() => sfu.tracks.map(({ isEmpty }) => isEmpty)).toEqual([false]);
  const none = { location: "remote", sessionId: session, trackName: "cam" };
  const { session: other, body } = await page.evaluate((tracks) => window.subscribe(tracks), [none, remote]);
  expect(body.tracks).toMatchObject([{ errorCode: "not_found_track_error" }, { trackName: "mic" }]);
  await tone(page, body.tracks?.[1]?.mid ?? "").toBe(700);
  expect((await ask(sfu, "GET", `/sessions/${other}`)).body.tracks).toMatchObject([
    { trackName: "mic", status: "active" },
  ]);
  const crowd = { tracks: Array.from({ length: 65 }, () => remote) };
  expect(await ask(sfu, "POST", `/sessions/${other}/tracks/new`, crowd)).toMatchObject({ status: 406 });
  expect(await ask(sfu, "PUT", `/sessions/${other}/renegotiate`, {})).toMatchObject({ status: 406 });

  sfu.fault = () => ({ status: 429 });
  expect(await ask(sfu, "POST", "/sessions/new")).toMatchObject({
    status: 429,
    body: { errorCode: expect.any(String) },
  });
  sfu.fault = () => ({ items: "empty_track_error" });
  const refused = await ask(sfu, "POST", `/sessions/${other}/tracks/new`, { tracks: [remote] });
  expect(refused).toMatchObject({ status: 200, body: { tracks: [{ errorCode: "empty_track_error" }] } });
  sfu.fault = () => undefined;
  // More than the limit of 50 within a second, even on a machine that takes seconds for them.
  const many = await Promise.all(Array.from({ length: 300 }, () => ask(sfu, "GET", path)));
  expect(many.some(({ status }) => status === 429)).toBe(true);

  // The page closes without notice.
  await page.close();
  await expect.poll(() => sfu.open).toEqual([]);
  expect(sfu.tracks).toEqual([]);
  expect(await ask(sfu, "GET", path)).toMatchObject({ status: 410, body: { errorCode: "session_error" } });
});
