import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { enterCallRoom, type RoomTicket } from "../../src/rpc/call-room-port.ts";
import type { Browser } from "./browser.ts";
import { advanceClock } from "./object.ts";
import type { Fields, Json, Person } from "./person.ts";

/** A user's socket in a call room. */
export class InCall {
  readonly #frames: Json[] = [];
  /** Members in the call, from all frames so far. */
  readonly members = new Set<number>();
  #arrived: () => void = () => {};
  /** The close code and reason sent by the room. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  #n = 0;

  constructor(readonly socket: WebSocket) {
    socket.addEventListener("message", ({ data }) => {
      const frame = data === "pong" ? { type: "pong" } : JSON.parse(String(data));
      this.#follow(frame);
      this.#frames.push(frame);
      this.#arrived();
    });
    this.closed = new Promise((resolve) => {
      socket.addEventListener("close", ({ code, reason }) => resolve({ code, reason }));
    });
    socket.accept();
  }

  #follow({ type, id, member, members }: Json): void {
    if (type === "state") this.members.clear();
    if (type === "gone") this.members.delete(id);
    for (const one of type === "state" ? members : type === "join" ? [member] : []) this.members.add(one.id);
  }

  /** Waits for a matching frame, and returns it. Removes this frame and the ones before it. */
  async until(isWanted: (frame: Json) => boolean): Promise<Json> {
    for (;;) {
      const at = this.#frames.findIndex(isWanted);
      if (at >= 0) return this.#frames.splice(0, at + 1).at(-1);
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
  }

  of(type: string): Promise<Json> {
    return this.until((frame) => frame.type === type);
  }

  say(frame: Json): void {
    this.socket.send(JSON.stringify(frame));
  }

  ask(frame: Json): Promise<Json> {
    this.#n += 1;
    const n = this.#n;
    this.say({ ...frame, n });
    return this.until(({ ok, error }) => ok === n || error === n);
  }

  /**
   * Waits until the room has processed everything that was sent so far. Returns the frames that arrived in the
   * meantime.
   */
  async settled(): Promise<Json[]> {
    this.say({ type: "set", n: 99_999 });
    const seen: Json[] = [];
    for (;;) {
      const frame = await this.until(() => true);
      if (frame.ok === 99_999) return seen;
      seen.push(frame);
    }
  }

  async hello(fields: Json = {}): Promise<Json> {
    this.say({ type: "hello", v: 1, device: "d1", can: ["sfu", "mesh"], ...fields });
    return this.until(({ type, error }) => type === "state" || error !== undefined);
  }
}

interface Opening {
  readonly status: number;
  readonly body: Json;
  readonly call: InCall | null;
}

async function opening(response: Response): Promise<Opening> {
  const { status, webSocket } = response;
  if (webSocket) return { status, body: null, call: new InCall(webSocket) };
  return { status, body: await response.json(), call: null };
}

/** Requests a socket to a call's room with an API key. */
export async function askForRoom(person: Person, id: string, path = "room", headers: Fields = {}): Promise<Opening> {
  const url = `http://${person.host}/api/v1/calls/${id}/${path}`;
  const authorization = person.key === "" ? {} : { Authorization: `Basic ${btoa(`${person.email}:${person.key}`)}` };
  const all = { Host: person.host, Upgrade: "websocket", ...authorization, ...headers } as Record<string, string>;
  return opening(await exports.default.fetch(url, { headers: all }));
}

/** Requests a socket to a call's room as a page does, with its cookie. */
export async function askForRoomFromPage(browser: Browser, id: string, headers: Record<string, string>) {
  return opening(await browser.fetch("GET", `/json/calls/${id}/room`, {}, { Upgrade: "websocket", ...headers }));
}

/** Opens a socket to a call's room, without sending anything yet. */
export async function enter(person: Person, id: string): Promise<InCall> {
  const { call, body } = await askForRoom(person, id);
  if (call === null) throw new Error(`no room: ${JSON.stringify(body)}`);
  return call;
}

/** Joins a call. Returns the socket, and the state that the room sent in return. */
export async function join(person: Person, id: string, fields: Json = {}): Promise<{ call: InCall; state: Json }> {
  const call = await enter(person, id);
  return { call, state: await call.hello(fields) };
}

export const startCall = async (person: Person, fields: Fields): Promise<Json> =>
  person.ok(person.post("/calls", fields));

const nameOf = ({ host }: Person) => (host === "localhost" ? "." : host.slice(0, -".localhost".length));
const roomStub = (person: Person, id: string) => env.CALL_ROOM.get(env.CALL_ROOM.idFromName(`${nameOf(person)}/${id}`));

/** Advances the organization's clock, and fires the room's alarm. */
export async function passInRoom(person: Person, id: string, ms: number): Promise<void> {
  await advanceClock(person, ms);
  await runDurableObjectAlarm(roomStub(person, id));
}

/**
 * Reports a version of the permissions to a room, and tries to enter the room with another version. Returns the status.
 */
export async function judgeAndEnter(person: Person, id: string, judged: number, version: number): Promise<number> {
  const room = roomStub(person, id);
  await (room as unknown as RoomPort).members(judged);
  await evictDurableObject(room);
  const call = { subdomain: nameOf(person), realm: 0, call: id, started_at: 0, is_direct: true };
  const of = { user: person.id, moderates: false, is_starter: false, credentials: null };
  const admittance = { ...call, ...of, version, expires_at: Number.MAX_SAFE_INTEGER } as unknown as RoomTicket;
  return (await enterCallRoom(env, { place: { jurisdiction: null, region: null } }, admittance)).status;
}

interface RoomPort {
  members(version: number): Promise<readonly object[]>;
  lose(): Promise<void>;
}

/** Runs `look` inside a room, which loads the room into memory. */
export const inRoom = <T>(person: Person, id: string, look: (storage: DurableObjectStorage) => T | Promise<T>) =>
  runInDurableObject(roomStub(person, id), (_, { storage }) => look(storage));

/** Triggers a room's alarm. Returns false if none was set. */
export const fireInRoom = (person: Person, id: string): Promise<boolean> => runDurableObjectAlarm(roomStub(person, id));

export const membersOf = async (person: Person, id: string): Promise<number> =>
  (await (roomStub(person, id) as unknown as RoomPort).members(0)).length;

/** Evicts a room, as the platform does when it is idle. Its sockets stay. */
export const evictRoom = (person: Person, id: string) => evictDurableObject(roomStub(person, id));

/** Changes the tables of a room, and evicts the room. */
export async function changeRoom(person: Person, id: string, change: (sql: SqlStorage) => void): Promise<void> {
  await runInDurableObject(roomStub(person, id), async (_, { storage }) => {
    await storage.deleteAlarm();
    change(storage.sql);
  });
  await evictRoom(person, id);
}

/** Ends a room's object, with all its sockets. */
export const loseRoom = (person: Person, id: string) => (roomStub(person, id) as unknown as RoomPort).lose();
