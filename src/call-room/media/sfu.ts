import * as v from "valibot";
import type { RealtimeService } from "../../config/calls.ts";
import type { Log } from "../../logging/log.ts";
import { boundedBody, readText } from "../../outbound-http/bounded-body.ts";
import { Deadline } from "../../outbound-http/deadline.ts";
import { type MediaCode, MediaRefused } from "./refused.ts";

/** Requests that wait for a browser's connection take up to five seconds. */
const TIMEOUT_MS = 10_000;
/** Maximum size of a response. An offer for 64 tracks takes a tenth of this. */
const MAX_BYTES = 524_288;

const json = v.pipe(v.string(), v.parseJson());

/** Sends a request to the operator's Cloudflare Realtime service, and parses the response if it is JSON. */
export async function askRealtime(
  { url, token }: RealtimeService,
  method: "GET" | "POST" | "PUT",
  path: string,
  content?: object,
  timeoutMs = TIMEOUT_MS,
): Promise<{ readonly status: number; readonly json: unknown }> {
  const deadline = new Deadline(timeoutMs);
  try {
    const headers = { Authorization: `Bearer ${token}`, ...(content && { "Content-Type": "application/json" }) };
    const asked = fetch(`${url}${path}`, {
      ...{ method, headers, redirect: "manual", signal: deadline.signal },
      ...(content && { body: JSON.stringify(content) }),
    });
    const { status, body } = await Promise.race([asked, deadline.passed]);
    const text = await readText(boundedBody(body, { mostBytes: MAX_BYTES }, deadline));
    const read = v.safeParse(json, text);
    return { status, json: read.success ? read.output : undefined };
  } finally {
    deadline.clear();
  }
}

const MAX_SDP_LENGTH = 262_144;
const MAX_TRACKS = 2000;

const name = v.pipe(v.string(), v.maxLength(256));
const code = v.optional(v.pipe(v.string(), v.maxLength(100)));
const track = v.object({
  mid: v.nullish(name),
  trackName: v.nullish(name),
  status: v.nullish(name),
  errorCode: code,
});
const answerSchema = v.object({
  errorCode: code,
  sessionId: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,128}$/))),
  sessionDescription: v.nullish(v.object({ sdp: v.pipe(v.string(), v.maxLength(MAX_SDP_LENGTH)) })),
  tracks: v.optional(v.pipe(v.array(track), v.maxLength(MAX_TRACKS)), []),
});
type SfuResponse = v.InferOutput<typeof answerSchema>;

export interface OwnTrack {
  readonly mid: string;
  readonly name: string;
}

/** A track of another session, and the requested layer if it has several. */
export interface WantedTrack {
  readonly session: string;
  readonly name: string;
  readonly rid: string | undefined;
}

interface AnsweredTrack {
  readonly name: string | null | undefined;
  readonly mid: string | null | undefined;
  readonly refused: MediaCode | undefined;
}

/** Cloudflare's Realtime SFU, through its HTTP API. A session is one connection of one browser. */
export class Sfu {
  constructor(
    private readonly service: RealtimeService,
    private readonly log: Log,
  ) {}

  async newSession(): Promise<string> {
    const { sessionId } = await this.#ask("POST", "/sessions/new");
    if (sessionId === undefined) throw this.#unreadable("/sessions/new");
    return sessionId;
  }

  /** Sends a browser's offer with its tracks, and returns the SFU's answer. */
  async publish(session: string, sdp: string, tracks: readonly OwnTrack[]): Promise<string> {
    const listed = tracks.map(({ mid, name: trackName }) => ({ location: "local", mid, trackName }));
    const offer = { sessionDescription: { type: "offer", sdp }, tracks: listed };
    const answer = await this.#ask("POST", `/sessions/${session}/tracks/new`, offer);
    for (const { errorCode } of answer.tracks)
      if (errorCode !== undefined) throw new MediaRefused(codeOfItem(errorCode), true);
    if (!answer.sessionDescription) throw this.#unreadable("tracks/new");
    return answer.sessionDescription.sdp;
  }

  /** Adds other members' tracks. Returns the SFU's offer for the browser to answer, if any track was added. */
  async pull(
    session: string,
    wanted: readonly WantedTrack[],
  ): Promise<{ readonly sdp: string | undefined; readonly tracks: readonly AnsweredTrack[] }> {
    const tracks = wanted.map(remote);
    const answer = await this.#ask("POST", `/sessions/${session}/tracks/new`, { tracks });
    return { sdp: answer.sessionDescription?.sdp, tracks: answered(answer) };
  }

  async answer(session: string, sdp: string): Promise<void> {
    await this.#ask("PUT", `/sessions/${session}/renegotiate`, { sessionDescription: { type: "answer", sdp } });
  }

  /** Puts other tracks, or other layers of the same tracks, on existing transceivers. */
  async update(session: string, wanted: readonly (WantedTrack & OwnTrack)[]): Promise<readonly AnsweredTrack[]> {
    const tracks = wanted.map((one) => ({ ...remote(one), mid: one.mid }));
    return answered(await this.#ask("PUT", `/sessions/${session}/tracks/update`, { tracks }));
  }

  /** Ends tracks at once, sent or received. Tracks that have already ended are ignored. */
  async close(session: string, mids: readonly string[]): Promise<void> {
    const tracks = mids.map((mid) => ({ mid }));
    const answer = await this.#ask("PUT", `/sessions/${session}/tracks/close`, { tracks, force: true });
    const failed = answer.tracks.find(({ errorCode }) => errorCode !== undefined && !CLOSED.includes(errorCode));
    if (failed?.errorCode !== undefined) throw new MediaRefused(codeOfItem(failed.errorCode));
  }

  /** Returns the transceivers of a session that have a track. */
  async look(session: string): Promise<string[]> {
    const { tracks } = await this.#ask("GET", `/sessions/${session}`);
    return tracks.flatMap(({ mid, status }) => (mid && status !== "inactive" ? [mid] : []));
  }

  async #ask(method: "GET" | "POST" | "PUT", path: string, body?: object): Promise<SfuResponse> {
    const operation = path.replace(/^\/sessions\/(?!new)[^/]+/, "/sessions/:id");
    const { status, json } = await askRealtime(this.service, method, path, body).catch((error: unknown) => {
      this.log.trouble("media_service_unreachable", error, { operation });
      throw new MediaRefused("MEDIA_AWAY", true);
    });
    const read = v.safeParse(answerSchema, json);
    const errorCode = read.success ? read.output.errorCode : undefined;
    if (read.success && status < 300 && errorCode === undefined) return read.output;
    const isOfSession = path !== "/sessions/new";
    const refused = codeOf(status, errorCode, isOfSession);
    if (refused !== "SESSION_GONE") this.log.warn("media_service_refused", { operation, status, code: errorCode });
    throw new MediaRefused(refused, status >= 500 || status < 300);
  }

  #unreadable(operation: string): MediaRefused {
    this.log.warn("media_service_unreadable", { operation });
    return new MediaRefused("MEDIA_AWAY", true);
  }
}

/** Layer names sort by quality. If bandwidth is low or the layer is missing, the SFU uses the next name in order. */
const remote = ({ session: sessionId, name: trackName, rid }: WantedTrack) => ({
  ...{ location: "remote", sessionId, trackName },
  ...(rid !== undefined && {
    simulcast: { preferredRid: rid, priorityOrdering: "asciibetical", ridNotAvailable: "asciibetical" },
  }),
});

const answered = ({ tracks }: SfuResponse): AnsweredTrack[] =>
  tracks.map(({ trackName, mid, errorCode }) => ({
    ...{ name: trackName, mid },
    refused: errorCode === undefined ? undefined : codeOfItem(errorCode),
  }));

const CLOSED = ["close_track_error", "not_found_track_error"];

function codeOf(status: number, errorCode: string | undefined, isOfSession: boolean): MediaCode {
  if (status === 429 || status === 425) return "MEDIA_BUSY";
  if (isOfSession && (status === 410 || status === 404)) return "SESSION_GONE";
  if (status === 400 || status === 406 || status === 413) return "BAD_MEDIA";
  return status < 300 && errorCode !== undefined ? codeOfItem(errorCode) : "MEDIA_AWAY";
}

const BY_ERROR: Readonly<Record<string, MediaCode>> = {
  not_found_track_error: "NOT_THERE",
  empty_track_error: "EMPTY",
  session_error: "SESSION_GONE",
  decoding_error: "BAD_MEDIA",
  invalid_params: "BAD_MEDIA",
  invalid_session_description: "BAD_MEDIA",
  payload_too_large: "BAD_MEDIA",
  repeated_local_track_error: "BAD_MEDIA",
  update_track_error: "BAD_MEDIA",
};

const codeOfItem = (errorCode: string): MediaCode => BY_ERROR[errorCode] ?? "MEDIA_AWAY";
