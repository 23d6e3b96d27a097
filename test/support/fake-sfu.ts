import { vi } from "vitest";
import { withEnv } from "./object.ts";

interface FakeTrack {
  readonly location: "local" | "remote";
  readonly mid: string;
  trackName: string;
  status: "active" | "inactive";
}

interface FakeSession {
  readonly tracks: FakeTrack[];
  /** True while the session waits for the answer to its offer. */
  offers: boolean;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: the JSON of a request
  readonly body: any;
}

const SECRET = "known-to-the-sfu";

/** Session descriptions in the format of browsers and the SFU. Nothing here parses them. */
export const OFFER =
  "v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=mid:0\r\n";
export const ANSWER = OFFER.replace("o=- 1", "o=- 2");

let made = 0;

/**
 * A fake of the HTTP API of Cloudflare's Realtime SFU, without media: sessions and their tracks, with one offer at a
 * time. A response of `meanwhile` replaces its own.
 */
export class FakeSfu {
  /**
   * The prefix of the fake's session ids. It is unique, because rooms of earlier tests may still be closing their
   * sessions.
   */
  readonly mark = `fake${++made}`;
  /** A unique URL, because rooms of earlier tests that are still in memory send requests to their own fakes. */
  readonly url = `https://${this.mark}.example/v1`;
  readonly sessions = new Map<string, FakeSession>();
  readonly asked: Asked[] = [];
  meanwhile: (asked: Asked) => Response | Promise<Response> | undefined = () => undefined;

  /** Returns the mids that a session currently sends or receives. */
  active(session: string): string[] {
    return (this.sessions.get(session)?.tracks ?? []).filter(({ status }) => status === "active").map(({ mid }) => mid);
  }

  get activeTracks(): number {
    return [...this.sessions.keys()].reduce((sum, session) => sum + this.active(session).length, 0);
  }

  requests(end: string): Asked[] {
    return this.asked.filter(({ path }) => path.endsWith(end));
  }

  async serve(input: string, init: RequestInit = {}): Promise<Response> {
    const { method, headers } = new Request(input, init);
    const path = input.slice(`${this.url}/apps/app`.length);
    const asked = { method, path, body: init.body === undefined ? undefined : JSON.parse(String(init.body)) };
    const [, name = ""] =
      /^\/sessions\/(?!new$)([^/]+)|^.*\/credentials\/([^/]+)\/revoke/.exec(path)?.filter(Boolean) ?? [];
    if (name !== "" && !name.startsWith(this.mark)) return refused(410, "session_error");
    this.asked.push(asked);
    const instead = this.meanwhile(asked);
    if (instead !== undefined) return instead;
    if (!input.startsWith(`${this.url}/apps/app/`)) return refused(404, "not_found");
    if (headers.get("authorization") !== `Bearer ${SECRET}`) return refused(401, "unauthorized");
    return this.answer(asked);
  }

  answer({ method, path, body }: Asked): Response {
    if (path === "/sessions/new") {
      const sessionId = `${this.mark}-${this.sessions.size + 1}`;
      this.sessions.set(sessionId, { tracks: [], offers: false });
      return Response.json({ sessionId }, { status: 201 });
    }
    const [, , id = "", ...operation] = path.split("/");
    const session = this.sessions.get(id);
    if (session === undefined) return refused(410, "session_error");
    const { tracks } = session;
    if (method === "GET") return Response.json({ tracks });
    switch (operation.join("/")) {
      case "renegotiate":
        if (!session.offers) return refused(406, "invalid_session_description");
        session.offers = false;
        return Response.json({});
      case "tracks/close":
        for (const track of tracks)
          if (body.tracks.some(({ mid }: FakeTrack) => mid === track.mid)) track.status = "inactive";
        return Response.json({ requiresImmediateRenegotiation: false, tracks: body.tracks });
      case "tracks/update":
        return Response.json({ tracks: body.tracks.map((wanted: FakeTrack) => this.#updated(session, wanted)) });
      default:
        return session.offers ? refused(406, "invalid_params") : this.#added(session, body);
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: the JSON of a request
  #updated(session: FakeSession, wanted: any): object {
    const { mid, trackName } = wanted;
    if (!this.#has(wanted)) return { mid, trackName, errorCode: "not_found_track_error" };
    const track = session.tracks.find((one) => one.mid === mid);
    if (track === undefined) return { mid, trackName, errorCode: "update_track_error" };
    Object.assign(track, { trackName, status: "active" });
    return { mid, trackName };
  }

  // biome-ignore lint/suspicious/noExplicitAny: the JSON of a request
  #added(session: FakeSession, { sessionDescription, tracks }: any): Response {
    if (sessionDescription?.type === "offer") {
      for (const { mid, trackName } of tracks) this.#add(session, "local", mid, trackName);
      return Response.json({ sessionDescription: { type: "answer", sdp: ANSWER }, tracks });
    }
    // biome-ignore lint/suspicious/noExplicitAny: the JSON of a request
    const answers = tracks.map((wanted: any) => {
      const { sessionId, trackName } = wanted;
      if (!this.#has(wanted)) return { sessionId, trackName, errorCode: "not_found_track_error" };
      const mid = String(session.tracks.length);
      this.#add(session, "remote", mid, trackName);
      session.offers = true;
      return { sessionId, trackName, mid };
    });
    const offer = session.offers && { sessionDescription: { type: "offer", sdp: OFFER } };
    return Response.json({ requiresImmediateRenegotiation: session.offers, tracks: answers, ...offer });
  }

  #add(session: FakeSession, location: "local" | "remote", mid: string, trackName: string): void {
    session.tracks.push({ location, mid, trackName, status: "active" });
  }

  #has({ sessionId, trackName }: { readonly sessionId: string; readonly trackName: string }): boolean {
    const tracks = this.sessions.get(sessionId)?.tracks ?? [];
    return tracks.some((one) => one.trackName === trackName && one.location === "local" && one.status === "active");
  }
}

const refused = (status: number, errorCode: string) => Response.json({ errorCode, errorDescription: "no" }, { status });

/** Runs `work` on a server whose calls use a fake SFU. */
export async function withSfu(work: (sfu: FakeSfu) => Promise<void>, more: Record<string, string> = {}): Promise<void> {
  const sfu = new FakeSfu();
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) =>
    typeof input === "string" && input.startsWith(sfu.url) ? sfu.serve(input, init) : fetch(input, init),
  );
  try {
    const settings = { CALLS_SFU_APP_ID: "app", CALLS_SFU_SECRET: SECRET, CALLS_SFU_URL: sfu.url, ...more };
    await withEnv(settings, () => work(sfu));
  } finally {
    vi.unstubAllGlobals();
  }
}
