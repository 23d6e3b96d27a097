import {
  type Member,
  RoomError,
  type RoomRequest,
  type RoomResponse,
} from "../../../../../src/web/client/calls/frames.ts";
import type { PeerConnection } from "../../../../../src/web/client/calls/sfu/connection.ts";
import { Sfu } from "../../../../../src/web/client/calls/sfu/sfu.ts";
import { VirtualClock } from "../../../support/virtual-clock.ts";
import { memberOf } from "../member-of.ts";

interface FakeTransceiver {
  mid: string | null;
  direction: string;
  readonly sender: { track: unknown; replaceTrack: (track: unknown) => Promise<void> };
  readonly receiver: { track: unknown; getSynchronizationSources: () => unknown[] };
}

/**
 * A fake of a browser's connection. A line that it adds gets a `mid` with its own offer, and a line of the server with
 * the server's offer.
 */
class FakeConnection {
  connectionState = "new";
  iceGatheringState = "complete";
  localDescription: { type: string; sdp: string } | null = null;
  onconnectionstatechange: (() => void) | null = null;
  onicegatheringstatechange: (() => void) | null = null;
  isClosed = false;
  readonly lines: FakeTransceiver[] = [];
  servers: unknown;
  /** How many packets, frames or seconds each track has had. */
  flow = 0;
  #isOffered = false;

  constructor(
    readonly number: number,
    readonly configuration: RTCConfiguration,
  ) {
    this.servers = configuration.iceServers;
  }

  addTransceiver(track: unknown): FakeTransceiver {
    const made: FakeTransceiver = {
      mid: null,
      direction: "sendonly",
      sender: {
        track,
        replaceTrack: async (next) => {
          made.sender.track = next;
        },
      },
      receiver: { track: `track ${this.number}.${this.lines.length}`, getSynchronizationSources: () => [] },
    };
    this.lines.push(made);
    return made;
  }
  getTransceivers(): FakeTransceiver[] {
    return this.lines;
  }
  async setLocalDescription(description?: { type: string }): Promise<void> {
    if (description?.type === "rollback") return;
    for (const [at, line] of this.lines.entries()) line.mid ??= String(at);
    this.localDescription = { type: this.#isOffered ? "answer" : "offer", sdp: `sdp ${this.number}` };
    this.#isOffered = false;
  }
  /** An offer of the fake server is a list of mids. */
  async setRemoteDescription({ type, sdp }: { type: string; sdp: string }): Promise<void> {
    this.#isOffered = type === "offer";
    if (this.#isOffered) for (const mid of sdp.split(" ")) this.addTransceiver(undefined).mid = mid;
  }
  async getStats(): Promise<Map<string, unknown>> {
    const { flow } = this;
    const received = { type: "inbound-rtp", kind: "audio", packetsReceived: flow };
    const sent = { type: "outbound-rtp", mediaSourceId: "microphone" };
    const stats = this.lines.map(({ mid, sender: { track } }): [string, unknown] => {
      const kind = track === undefined ? received : { ...sent, ...(track === "camera" && { framesEncoded: flow }) };
      return [String(mid), { ...kind, mid }];
    });
    return new Map([...stats, ["microphone", { type: "media-source", totalSamplesDuration: flow }]]);
  }
  setConfiguration({ iceServers, bundlePolicy }: RTCConfiguration): void {
    if (bundlePolicy !== this.configuration.bundlePolicy) throw new Error("InvalidModificationError");
    this.servers = iceServers;
  }
  close(): void {
    this.isClosed = true;
  }
  become(state: string): void {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
}

export const member = (id: number, kinds: readonly ("mic" | "cam")[] = ["mic"], media = 1, mid = "0"): Member => ({
  ...memberOf(id, { media }),
  tracks: kinds.map((kind) => ({ kind, rids: kind === "cam" ? ["f", "h", "q"] : [], mid })),
});

/** Creates member 1's connections, and a fake room that responds like the server's room. */
export function world({ isDeaf = false } = {}) {
  const clock = new VirtualClock();
  const connections: FakeConnection[] = [];
  const asked: RoomRequest[] = [];
  const tracks = new Map<string, unknown>();
  const told: boolean[] = [];
  /**
   * The codes with which the next requests are refused (an empty code refuses nothing), and the codes of refused tracks
   * by member.
   */
  const refusals: string[] = [];
  const missing = new Map<number, string>();
  /** Members whose track is offered first. A later response says that it is theirs. */
  const late = new Map<number, string>();
  const room = { isLinked: true };
  /** Encrypted and decrypted tracks, in order. */
  const encrypted: string[] = [];
  const places = new Map<unknown, string>();
  /** Tracks whose frames the browser doesn't hand over for encryption or decryption. */
  const stuck = new Set<unknown>();
  let mids = 0;

  async function ask(request: RoomRequest): Promise<RoomResponse> {
    asked.push(request);
    const code = refusals.shift();
    if (code) throw new RoomError(code);
    if (request.type !== "pull") return request.type === "publish" ? { ok: 1, sdp: "answer" } : { ok: 1 };
    const offered: string[] = [];
    const items = request.tracks.map((item) => {
      const code = missing.get(item.member);
      if (code !== undefined) return { ...item, code };
      if (item.mid !== undefined) return item;
      const known = late.get(item.member);
      if (known) return { ...item, mid: known };
      offered.push(String(mids++));
      if (known === "") {
        late.set(item.member, offered.at(-1) ?? "");
        return { ...item, code: "NOT_THERE" };
      }
      return { ...item, mid: offered.at(-1) ?? "" };
    });
    return { ok: 1, tracks: items, ...(offered.length > 0 && { sdp: offered.join(" ") }) };
  }

  const sfu = new Sfu({
    clock,
    connect: (configuration) => {
      const made = new FakeConnection(connections.length, configuration);
      connections.push(made);
      return made as unknown as PeerConnection;
    },
    isRelayed: false,
    isDeaf,
    ask,
    isLinked: () => room.isLinked,
    onTrack: (id, kind, track) => {
      if (track === null) tracks.delete(`${id} ${kind}`);
      else tracks.set(`${id} ${kind}`, track);
    },
    onSilent: () => {},
    encryption: {
      encrypt: ({ sender }, kind) => encrypted.push(`${kind} of ${sender.track}`),
      decrypt: ({ track }, id, kind) => {
        const place = `${track} as ${kind} of ${id}`;
        if (places.get(track) !== place) encrypted.push(place);
        places.set(track, place);
      },
      hasFrames: ({ track }) => !stuck.has(track),
    },
    onAway: (isAway) => told.push(isAway),
  });
  const follow = (members: readonly Member[], me = 1) =>
    sfu.follow({
      type: "state",
      me,
      mode: "sfu",
      resume: "",
      started_at: 0,
      members,
      ice_servers: [{ urls: "stun:stun.example" }],
    });
  /** Returns the requests since the last call. */
  const requests = () => asked.splice(0).map(({ ...one }) => ("sdp" in one ? { ...one, sdp: undefined } : one));
  return { clock, connections, sfu, follow, requests, tracks, told, refusals, missing, late, room, encrypted, stuck };
}

export const track = (name: string) => name as unknown as MediaStreamTrack;
