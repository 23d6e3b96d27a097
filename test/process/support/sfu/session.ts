import { randomBytes } from "node:crypto";
import {
  ReceiverEstimatedMaxBitrate,
  type RTCDtlsTransport,
  RTCPeerConnection,
  RTP_EXTENSION_URI,
  RtcpPayloadSpecificFeedback,
  type RtpPacket,
  rtpHeaderExtensionsParser,
  useOPUS,
  useSdesMid,
  useSdesRTPStreamId,
  useVP8,
} from "werift";
import type { UdpRelay } from "../udp-relay.ts";
import { SfuError, trackError } from "./errors.ts";
import { PublishedTrack } from "./published-track.ts";
import { type Simulcast, Subscription } from "./subscription.ts";

/** Maximum send rate of a browser, in bits per second. */
const BANDWIDTH = 5_000_000;
const BANDWIDTH_EXPONENT = 5;

/** Timeouts of the SFU, which tests shorten. */
export interface Times {
  /** A session that lost its connection, or was never used, is dropped after this time. */
  readonly goneMs: number;
  /** A track ends after this time without packets. */
  readonly emptyMs: number;
  /** The timeout for requests that need the connection or a track's first packet. */
  readonly transportMs: number;
}

export interface Description {
  readonly type: string;
  readonly sdp: string;
}

export interface RemoteTrack {
  readonly sessionId?: string;
  readonly trackName?: string;
  readonly mid?: string;
  readonly simulcast?: Simulcast;
}

/** Returns a track published by any session. Throws if there is none. */
type FindTrack = (sessionId: string, trackName: string) => PublishedTrack;

type Item = Record<string, unknown>;

/** A session of the SFU: one connection with a browser. */
export class Session {
  readonly id = randomBytes(16).toString("hex");
  readonly correlationId: string | null;
  readonly published = new Map<string, PublishedTrack>();
  readonly received = new Map<string, Subscription>();
  isGone = false;
  readonly #connection: RTCPeerConnection;
  readonly #times: Times;
  readonly #relay: UdpRelay | undefined;
  #heardAt = Date.now();
  #isNegotiating = false;
  #isOffering = false;
  readonly #transports = new Set<RTCDtlsTransport>();
  /** The track and simulcast layer of each packet stream, by SSRC. */
  readonly #streams = new Map<number, { mid: string; rid: string }>();

  constructor(correlationId: string | null, times: Times, relay: UdpRelay | undefined) {
    this.correlationId = correlationId;
    this.#times = times;
    this.#relay = relay;
    this.#connection = new RTCPeerConnection({
      codecs: { audio: [useOPUS()], video: [useVP8()] },
      headerExtensions: {
        audio: [useSdesMid()],
        video: [useSdesMid(), useSdesRTPStreamId()],
      },
      iceUseIpv6: false,
      iceUseTcp: false,
      iceTcpPassive: false,
      bundlePolicy: "max-bundle",
      iceFilterStunResponse: () => {
        this.#heardAt = Date.now();
        return true;
      },
    });
  }

  get isConnected(): boolean {
    return this.#connection.connectionState === "connected";
  }

  /** Publishes the tracks that a browser offers. */
  publish(offer: Description, tracks: readonly Item[]): Promise<{ answer: Description; tracks: Item[] }> {
    return this.#negotiate(async () => {
      await this.#connection
        .setRemoteDescription({ type: "offer", sdp: taken(offer.sdp) })
        .catch((error) => Promise.reject(new SfuError(406, "invalid_session_description", String(error))));
      await this.#connection.setLocalDescription(await this.#connection.createAnswer());
      this.#listen(offer.sdp);
      return { answer: await this.#description(), tracks: eachTrack(tracks, (track) => this.#publishTrack(track)) };
    });
  }

  #publishTrack({ mid, trackName }: Item): Item {
    const transceiver = this.#connection.getTransceivers().find((known) => known.mid === mid);
    if (!transceiver || typeof trackName !== "string")
      throw trackError("not_found_track_error", `the offer has no track ${mid}`);
    const known = [...this.published.values()].find(({ name, isOver }) => name === trackName && !isOver);
    if (known) throw trackError("repeated_local_track_error", `${trackName} is published already`);
    this.published.get(String(mid))?.end();
    this.published.set(String(mid), new PublishedTrack(transceiver, trackName));
    return { mid, trackName };
  }

  /**
   * Subscribes the browser to tracks of other sessions. The returned offer is undefined if none of them can be
   * received.
   */
  subscribe(asked: readonly Item[], find: FindTrack): Promise<{ offer: Description | undefined; tracks: Item[] }> {
    return this.#negotiate(async () => {
      const found = await Promise.all(asked.map((item) => this.#await(item, find)));
      const begun: { answer: Item; subscription: Subscription; track: PublishedTrack; remote: RemoteTrack }[] = [];
      const tracks = found.map(({ item, track }) => {
        if (track instanceof SfuError) return { ...locator(item), ...track.body };
        const transceiver = this.#connection.addTransceiver(track.kind, { direction: "sendonly" });
        const answer: Item = locator(item);
        begun.push({ answer, subscription: new Subscription(transceiver), track, remote: item });
        return answer;
      });
      if (begun.length === 0) return { offer: undefined, tracks };
      await this.#connection.setLocalDescription(await this.#connection.createOffer());
      this.#isOffering = true;
      for (const { answer, subscription, track, remote } of begun) {
        answer["mid"] = subscription.mid;
        this.received.set(subscription.mid, subscription);
        subscription.take(remote.sessionId ?? "", track, remote.simulcast);
      }
      return { offer: await this.#description(), tracks };
    });
  }

  async #await(item: RemoteTrack, find: FindTrack): Promise<{ item: RemoteTrack; track: PublishedTrack | SfuError }> {
    try {
      const track = find(item.sessionId ?? "", item.trackName ?? "");
      if (!(await this.#becomes(() => !track.isEmpty)))
        throw trackError("empty_track_error", "nothing came of the track");
      return { item, track };
    } catch (error) {
      if (error instanceof SfuError) return { item, track: error };
      throw error;
    }
  }

  /** Accepts the browser's answer to an offer of the SFU. */
  async renegotiate(answer: Description): Promise<void> {
    if (!this.#isOffering || answer.type !== "answer")
      throw new SfuError(406, "invalid_session_description", "there is no offer to answer");
    await this.#connection
      .setRemoteDescription({ type: "answer", sdp: taken(answer.sdp) })
      .catch((error) => Promise.reject(new SfuError(406, "invalid_session_description", String(error))));
    this.#isOffering = false;
    this.#listen(answer.sdp);
  }

  /** Switches transceivers to other tracks or layers. */
  async update(asked: readonly Item[], find: FindTrack): Promise<Item[]> {
    await this.#transport();
    return eachTrack(asked, (item: RemoteTrack) => {
      const subscription = this.received.get(String(item.mid));
      if (!subscription) throw trackError("update_track_error", `there is no track ${item.mid}`);
      const track = find(item.sessionId ?? "", item.trackName ?? "");
      if (track.kind !== subscription.kind) throw trackError("update_track_error", `${item.mid} is of another kind`);
      subscription.take(item.sessionId ?? "", track, item.simulcast);
      return { ...locator(item), mid: item.mid };
    });
  }

  close(asked: readonly Item[]): Item[] {
    return eachTrack(asked, ({ mid }) => {
      const published = this.published.get(String(mid));
      const received = this.received.get(String(mid));
      if (published && !published.isOver) published.end();
      else if (received?.track) received.drop();
      else throw trackError("close_track_error", `there is no open track ${mid}`);
      return { mid };
    });
  }

  /** The session's tracks, in the form of the API. */
  get tracks(): Item[] {
    return [
      ...[...this.published.values()].map(({ mid, name, isOver, isEmpty }) => ({
        location: "local",
        mid,
        trackName: name,
        status: isOver ? "inactive" : isEmpty ? "initializing" : "active",
      })),
      ...[...this.received.values()].map(({ mid, track, publisher }) => ({
        location: "remote",
        mid,
        trackName: track?.name ?? "",
        sessionId: publisher,
        status: track ? "active" : "inactive",
      })),
    ];
  }

  /**
   * Ends tracks that haven't received packets for too long, and requests key frames for subscriptions that wait for
   * one. Ends the session if its browser hasn't confirmed for too long that it still wants packets.
   */
  tend(): void {
    if (this.#connection.connectionState === "failed") {
      this.end();
      return;
    }
    const now = Date.now();
    for (const track of this.published.values())
      if (!track.isOver && now - track.heardAt > this.#times.emptyMs) track.end();
    for (const subscription of this.received.values()) subscription.tend();
    for (const transport of this.#transports) if (transport.state === "connected") void this.#tellBandwidth(transport);
    if (now - this.#heardAt > this.#times.goneMs) this.end();
  }

  end(): void {
    if (this.isGone) return;
    this.isGone = true;
    for (const track of this.published.values()) track.end();
    for (const subscription of this.received.values()) subscription.drop();
    void this.#connection.close();
  }

  /** Reports the available bandwidth. Until they receive it, browsers don't send large simulcast layers. */
  async #tellBandwidth(transport: RTCDtlsTransport): Promise<void> {
    const ssrcFeedbacks = [...this.#streams.keys()];
    const size = { brExp: BANDWIDTH_EXPONENT, brMantissa: BANDWIDTH >> BANDWIDTH_EXPONENT };
    const told = { senderSsrc: 1, mediaSsrc: 0, ssrcNum: ssrcFeedbacks.length, ssrcFeedbacks, ...size };
    const feedback = new ReceiverEstimatedMaxBitrate(told);
    await transport.sendRtcp([new RtcpPayloadSpecificFeedback({ feedback })]);
  }

  async #negotiate<Result>(negotiation: () => Promise<Result>): Promise<Result> {
    if (this.#isNegotiating || this.#isOffering)
      throw new SfuError(406, "invalid_session_description", "another offer is under way");
    this.#isNegotiating = true;
    try {
      await this.#transport();
      return await negotiation();
    } finally {
      this.#isNegotiating = false;
    }
  }

  /** Waits until the browser is connected, if there is a remote description. */
  async #transport(): Promise<void> {
    const isBegun = this.#connection.remoteDescription !== null;
    if (isBegun && !(await this.#becomes(() => this.isConnected)))
      throw new SfuError(425, "session_error", "the session is not connected yet");
  }

  async #becomes(isSo: () => boolean): Promise<boolean> {
    const until = Date.now() + this.#times.transportMs;
    while (!isSo() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
    if (this.isGone) throw new SfuError(410, "session_error", "the session is gone");
    return isSo();
  }

  /** Returns the SFU's description, as it is sent to the browser. */
  async #description(): Promise<Description> {
    const { type, sdp } = this.#connection.localDescription ?? { type: "", sdp: "" };
    return { type, sdp: (await this.#relay?.frontCandidates(sdp)) ?? sdp };
  }

  /** Records the SSRCs that the browser declares, and passes on all packets that arrive. */
  #listen(sdp: string): void {
    for (const section of sdp.split(/^m=/m).slice(1)) {
      const mid = /^a=mid:(\S+)/m.exec(section)?.[1];
      if (mid === undefined || /^a=simulcast:/m.test(section)) continue;
      for (const [, ssrc] of section.matchAll(/^a=ssrc:(\d+) /gm)) this.#streams.set(Number(ssrc), { mid, rid: "" });
    }
    for (const transport of this.#connection.dtlsTransports) {
      if (this.#transports.has(transport)) continue;
      this.#transports.add(transport);
      transport.onRtp.subscribe((packet) => this.#receive(packet));
      transport.onRtcp.subscribe(() => {
        this.#heardAt = Date.now();
      });
    }
  }

  #receive(packet: RtpPacket): void {
    this.#heardAt = Date.now();
    const extensions = rtpHeaderExtensionsParser(packet.header.extensions, this.#connection.extIdUriMap);
    const mid = extensions[RTP_EXTENSION_URI.sdesMid];
    const rid = extensions[RTP_EXTENSION_URI.sdesRTPStreamID];
    const { ssrc } = packet.header;
    // Browsers stop sending these extensions once they know that packets arrive.
    if (typeof mid === "string" && !this.#streams.has(ssrc)) this.#streams.set(ssrc, { mid, rid: rid ?? "" });
    const stream = this.#streams.get(ssrc);
    if (stream) this.published.get(stream.mid)?.receive(packet, stream.rid);
  }
}

/**
 * Removes the browser's candidates, which would bypass the relay: the SFU detects the browser's address from its
 * packets. Also removes transport-wide feedback per track, which would make the browser think that packets are lost.
 * The bandwidth of all tracks is reported in one message instead.
 */
const taken = (sdp: string): string =>
  sdp.replace(/^a=(candidate:.*|end-of-candidates|rtcp-fb:\d+ transport-cc)\r?\n/gm, "");

const locator = ({ sessionId, trackName }: RemoteTrack): Item => ({ sessionId, trackName });

function eachTrack(tracks: readonly Item[], act: (track: Item) => Item): Item[] {
  return tracks.map((track) => {
    try {
      return act(track);
    } catch (error) {
      if (!(error instanceof SfuError)) throw error;
      return { ...track, ...error.body };
    }
  });
}
