// A fake SFU that implements the part of Cloudflare's API that calls need, and WebRTC with real browsers. It is based
// on Cloudflare's OpenAPI file and documentation (developers.cloudflare.com/realtime), not on the requests that this
// repository sends.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { UdpRelay } from "../udp-relay.ts";
import { type ErrorCode, SfuError, trackError } from "./errors.ts";
import type { PublishedTrack } from "./published-track.ts";
import { type Description, type RemoteTrack, Session, type Times } from "./session.ts";

export const APP = { id: "c0ffee00c0ffee00c0ffee00c0ffee00", secret: "app-secret-of-the-stand-in" };

const MAX_TRACKS = 64;
const MAX_REQUESTS = 50;
const MAX_BYTES = 1_000_000;
const TEND_MS = 250;

/** What the SFU does instead of the requested operation. */
type Fault =
  | { readonly status: number; readonly code?: ErrorCode }
  | { readonly items: ErrorCode }
  | "hang"
  | undefined;

interface SfuRequest {
  readonly method: string;
  /** Path below the app, with session ids as `:session`. */
  readonly operation: string;
  readonly sessionId: string | undefined;
  readonly body: Record<string, unknown>;
  status: number;
  /** Error of the whole request, or of its first rejected track. */
  code?: ErrorCode;
}

interface Body {
  readonly sessionDescription?: Description;
  readonly tracks?: Record<string, unknown>[];
  readonly force?: boolean;
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export class SfuStandIn {
  readonly url: string;
  readonly sessions = new Map<string, Session>();
  /** Every request received, in order. */
  readonly requests: SfuRequest[] = [];
  /** Returns how the next request should fail, or undefined if it shouldn't. */
  fault: (request: SfuRequest) => Fault = () => undefined;
  readonly #times: Times;
  readonly #relay: UdpRelay | undefined;
  readonly #recent = new Map<string, number[]>();
  readonly #server;
  readonly #tending;

  private constructor(server: ReturnType<typeof createServer>, times: Times, relay: UdpRelay | undefined) {
    this.#server = server;
    this.#times = times;
    this.#relay = relay;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    this.#tending = setInterval(() => {
      for (const session of this.sessions.values()) if (!session.isGone) session.tend();
    }, TEND_MS);
    server.on("request", (incoming, outgoing) => void this.#serve(incoming, outgoing));
  }

  static async start({ relay, ...times }: Partial<Times> & { relay?: UdpRelay } = {}): Promise<SfuStandIn> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    return new SfuStandIn(server, { goneMs: 30_000, emptyMs: 30_000, transportMs: 5_000, ...times }, relay);
  }

  /** Sessions that haven't ended. */
  get open(): Session[] {
    return [...this.sessions.values()].filter(({ isGone }) => !isGone);
  }

  /** Published tracks that haven't ended. */
  get tracks(): PublishedTrack[] {
    return this.open.flatMap(({ published }) => [...published.values()]).filter(({ isOver }) => !isOver);
  }

  /**
   * The number of media packets, and of their bytes without headers, that have been received from browsers and sent to
   * them.
   */
  get media(): { in: { packets: number; bytes: number }; out: { packets: number; bytes: number } } {
    const sum = (all: { counts: { packets: number; bytes: number } }[]) => ({
      packets: all.reduce((total, { counts }) => total + counts.packets, 0),
      bytes: all.reduce((total, { counts }) => total + counts.bytes, 0),
    });
    const sessions = [...this.sessions.values()];
    return {
      in: sum(sessions.flatMap(({ published }) => [...published.values()])),
      out: sum(sessions.flatMap(({ received }) => [...received.values()])),
    };
  }

  close(): void {
    clearInterval(this.#tending);
    for (const session of this.sessions.values()) session.end();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const bytes = Buffer.concat(await incoming.toArray().catch(() => []));
    const url = new URL(incoming.url ?? "/", "http://none");
    const [, appId, path = ""] = /^\/v1\/apps\/([^/]+)(\/.*)$/.exec(url.pathname) ?? [];
    const sessionId = /^\/sessions\/(?!new$)([^/]+)/.exec(path)?.[1];
    const operation = sessionId === undefined ? path : path.replace(sessionId, ":session");
    const request: SfuRequest = { method: incoming.method ?? "", operation, sessionId, body: {}, status: 0 };
    this.requests.push(request);
    let answer: Answer;
    try {
      if (incoming.headers.authorization !== `Bearer ${APP.secret}`) throw new SfuError(401, "unauthorized");
      if (appId !== APP.id) throw new SfuError(404, "not_found", "there is no such app");
      if (bytes.length > MAX_BYTES) throw new SfuError(413, "payload_too_large");
      Object.assign(request.body, parse(bytes));
      const fault = this.fault(request);
      if (fault === "hang") return;
      if (fault && "status" in fault) throw new SfuError(fault.status, fault.code ?? codeOf(fault.status));
      answer = await this.#answer(request, url.searchParams, fault?.items);
    } catch (error) {
      const known = error instanceof SfuError ? error : new SfuError(500, "internal_error", String(error));
      answer = { status: known.status, body: known.body };
    }
    request.status = answer.status;
    const items = (answer.body["tracks"] ?? []) as { errorCode?: ErrorCode }[];
    const code = answer.body["errorCode"] ?? items.find(({ errorCode }) => errorCode)?.errorCode;
    if (code) request.code = code as ErrorCode;
    outgoing.writeHead(answer.status, { "content-type": "application/json" });
    outgoing.end(JSON.stringify(answer.body));
  }

  async #answer(request: SfuRequest, query: URLSearchParams, refused: ErrorCode | undefined): Promise<Answer> {
    const { method, operation, sessionId, body } = request;
    const route = `${method} ${operation}`;
    if (route === "POST /sessions/new") {
      const session = new Session(query.get("correlationId"), this.#times, this.#relay);
      this.sessions.set(session.id, session);
      return { status: 201, body: { sessionId: session.id } };
    }
    const session = this.sessions.get(sessionId ?? "");
    if (!session || session.isGone) throw new SfuError(410, "session_error", "the session is gone");
    this.#pace(session.id);
    const tracks = ((body as Body).tracks ?? []).map((track) => ({ ...track }));
    if (tracks.length > MAX_TRACKS) throw new SfuError(406, "invalid_params", `at most ${MAX_TRACKS} tracks`);
    if (refused) {
      const { body: error } = trackError(refused, "told to refuse");
      return {
        status: 200,
        body: { requiresImmediateRenegotiation: false, tracks: tracks.map((it) => ({ ...it, ...error })) },
      };
    }
    switch (route) {
      case "POST /sessions/:session/tracks/new":
        return { status: 200, body: await this.#newTracks(session, body as Body, tracks) };
      case "PUT /sessions/:session/renegotiate":
        await session.renegotiate(description(body as Body, "answer"));
        return { status: 200, body: {} };
      case "PUT /sessions/:session/tracks/update": {
        const updated = await session.update(named(tracks), this.#find);
        return { status: 200, body: { requiresImmediateRenegotiation: false, tracks: updated } };
      }
      case "PUT /sessions/:session/tracks/close":
        if ((body as Body).force !== true) throw new SfuError(406, "invalid_params", "only closed by force");
        return { status: 200, body: { requiresImmediateRenegotiation: false, tracks: session.close(named(tracks)) } };
      case "GET /sessions/:session":
        return { status: 200, body: { tracks: session.tracks, dataChannels: [] } };
      default:
        throw new SfuError(404, "not_found", `there is no ${route}`);
    }
  }

  async #newTracks(session: Session, body: Body, asked: Record<string, unknown>[]): Promise<Record<string, unknown>> {
    const isRemote = asked.every(({ location }) => location === "remote");
    if (!isRemote && asked.some(({ location }) => location !== "local"))
      throw new SfuError(406, "invalid_params", "tracks are all local or all remote");
    if (!isRemote) {
      const { answer, tracks } = await session.publish(description(body, "offer"), named(asked));
      return { requiresImmediateRenegotiation: false, tracks, sessionDescription: answer };
    }
    if (body.sessionDescription) throw new SfuError(406, "invalid_params", "the SFU offers what is received");
    const { offer, tracks } = await session.subscribe(
      named(asked) as RemoteTrack[] & Record<string, unknown>[],
      this.#find,
    );
    if (!offer) return { requiresImmediateRenegotiation: false, tracks };
    return { requiresImmediateRenegotiation: true, tracks, sessionDescription: offer };
  }

  readonly #find = (sessionId: string, trackName: string): PublishedTrack => {
    const session = this.sessions.get(sessionId);
    const track = [...(session?.published.values() ?? [])].find(({ name, isOver }) => name === trackName && !isOver);
    if (!track) throw trackError("not_found_track_error", `${sessionId} publishes no ${trackName}`);
    return track;
  };

  /** Rejects a session's requests that come too fast. */
  #pace(sessionId: string): void {
    const since = Date.now() - 1000;
    const recent = (this.#recent.get(sessionId) ?? []).filter((at) => at > since);
    if (recent.length >= MAX_REQUESTS) throw new SfuError(429, "retryable_transient_error", "too many requests");
    this.#recent.set(sessionId, [...recent, Date.now()]);
  }
}

function parse(bytes: Buffer): object {
  if (bytes.length === 0) return {};
  try {
    const value = JSON.parse(bytes.toString());
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Rejected below.
  }
  throw new SfuError(400, "decoding_error", "the body is no JSON object");
}

function description({ sessionDescription }: Body, type: "offer" | "answer"): Description {
  if (sessionDescription?.type !== type || typeof sessionDescription.sdp !== "string")
    throw new SfuError(406, "invalid_session_description", `an ${type} is needed`);
  return sessionDescription;
}

function named(tracks: Record<string, unknown>[]): Record<string, unknown>[] {
  if (tracks.length === 0) throw new SfuError(406, "invalid_params", "no tracks are named");
  return tracks;
}

const codeOf = (status: number): ErrorCode => (status === 429 ? "retryable_transient_error" : "backend_error");
