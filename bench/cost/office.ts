import { WebSocket } from "ws";
import { registration } from "../load/registration.ts";
import { type Account, authorizationOf, type Fields, formOf } from "../load/requests.ts";
import type { Server } from "../server/server.ts";
import type { ofEachPerson } from "./working-day.ts";

const PASSWORD = "a password of this office";
const CHANNEL = "general";

/** The number of frames that two members exchange to connect: an offer, an answer, and candidates of both. */
const SIGNALS = 10;

interface VoiceRoom {
  enter(index: number): Promise<void>;
  /** Makes the member who entered last leave. */
  leave(): Promise<void>;
}

/** A client that receives events. */
interface Listener {
  readonly account: Account;
  readonly queue: string;
  last: number;
}

/** A team in its own organization, and what its members do. */
export class Office {
  readonly #port: number;
  readonly #owner: Account;
  readonly #people: Account[] = [];
  readonly #emails: string[] = [];
  readonly #messages: { readonly id: number; readonly sender: Account }[] = [];
  /**
   * The number of messages marked as read, and of reactions. Each message is read, and reacted to, by each person in
   * turn.
   */
  #read = 0;
  #reacted = 0;
  readonly #files: string[] = [];
  #listeners: Listener[] = [];
  readonly #sockets: WebSocket[] = [];
  #made = 0;
  /** The total length of all responses so far. */
  answeredBytes = 0;

  constructor({ direct, owner }: Pick<Server, "direct" | "owner">) {
    this.#port = direct;
    this.#owner = owner;
  }

  get people(): readonly Account[] {
    return this.#people;
  }

  /** Adds people until the organization has `count` besides the owner. */
  async grow(count: number): Promise<void> {
    const users = Array.from({ length: count - this.#people.length }, () => {
      this.#made += 1;
      const [email, full_name] = [`person${this.#made}@example.com`, `Person ${this.#made}`];
      this.#emails.push(email);
      return { email, full_name };
    });
    const { keys } = await this.#call<{ keys: { user_id: number; api_key: string }[] }>(
      "POST",
      "/testing/users",
      { users, password: PASSWORD },
      this.#owner,
    );
    const made = keys.map(({ user_id: id, api_key: key }, index) => ({
      id,
      key,
      email: users[index]?.email ?? "",
    }));
    this.#people.push(...made);
  }

  #person(index: number): Account {
    return this.#people[index % this.#people.length] ?? this.#owner;
  }

  async register(index: number): Promise<void> {
    await this.#call("POST", "/register", registration, this.#person(index));
  }

  async logIn(index: number): Promise<void> {
    const username = this.#emails[index % this.#emails.length] ?? "";
    await this.#call("POST", "/fetch_api_key", { username, password: PASSWORD }, null);
  }

  async send(index: number): Promise<void> {
    const fields = { type: "channel", to: CHANNEL, topic: `topic ${index % 7}`, content: textOf(index) };
    const { id } = await this.#call<{ id: number }>("POST", "/messages", fields, this.#person(index));
    this.#messages.push({ id, sender: this.#person(index) });
  }

  async readPage(index: number): Promise<void> {
    const narrow = index % 2 === 0 ? [] : [{ operator: "topic", operand: `topic ${index % 7}` }];
    const fields = { anchor: "newest", num_before: 50, num_after: 0, narrow };
    await this.#call("GET", "/messages", fields, this.#person(index));
  }

  /** Requests the largest number of messages that the web client ever requests at once. */
  async readLongPage(index: number): Promise<void> {
    await this.#call("GET", "/messages", { anchor: "newest", num_before: 100, num_after: 0 }, this.#person(index));
  }

  async listUsers(index: number): Promise<void> {
    await this.#call("GET", "/users", {}, this.#person(index));
  }

  async render(index: number, content: string): Promise<void> {
    await this.#call("POST", "/messages/render", { content }, this.#person(index));
  }

  async changePassword(index: number): Promise<void> {
    const fields = { old_password: PASSWORD, new_password: PASSWORD };
    await this.#call("PATCH", "/settings", fields, this.#person(index));
  }

  async makeAccount(): Promise<void> {
    this.#made += 1;
    const fields = { email: `person${this.#made}@example.com`, full_name: `Person ${this.#made}`, password: PASSWORD };
    await this.#call("POST", "/users", fields, this.#owner);
  }

  async search(index: number): Promise<void> {
    const narrow = [{ operator: "search", operand: "harbour" }];
    await this.#call(
      "GET",
      "/messages",
      { anchor: "newest", num_before: 50, num_after: 0, narrow },
      this.#person(index),
    );
  }

  async markAsRead(): Promise<void> {
    const { person, message } = this.#pair(this.#read++);
    await this.#call("POST", "/messages/flags", { messages: [message.id], op: "add", flag: "read" }, person);
  }

  async react(): Promise<void> {
    const { person, message } = this.#pair(this.#reacted++);
    await this.#call("POST", `/messages/${message.id}/reactions`, { emoji_name: "thumbs_up" }, person);
  }

  async edit(index: number): Promise<void> {
    this.#made += 1;
    const { id, sender } = this.#message(index);
    await this.#call("PATCH", `/messages/${id}`, { content: `${textOf(index)} (edited ${this.#made})` }, sender);
  }

  async type(index: number): Promise<void> {
    const to = [this.#person(index + 1).id];
    await this.#call("POST", "/typing", { op: index % 2 === 0 ? "start" : "stop", to }, this.#person(index));
  }

  async ping(index: number): Promise<void> {
    await this.#call("POST", "/users/me/presence", { status: "active", last_update_id: -1 }, this.#person(index));
  }

  /** Uploads a file: as the raw body, like the web client, or in a form, like other clients. */
  async upload(index: number, { bytes = 500_000, inForm = false } = {}): Promise<void> {
    const file = new File([Buffer.alloc(bytes, `page ${index}, of no great weight. `)], `page-${index}.txt`);
    const form = new FormData();
    form.append("file", file);
    const headers = { authorization: authorizationOf(this.#person(index)) };
    const address = this.#address(inForm ? "/user_uploads" : `/user_uploads?filename=${file.name}`);
    const response = await fetch(address, { method: "POST", headers, body: inForm ? form : file });
    const { url } = (await response.json()) as { url: string };
    if (!response.ok) throw new Error(`upload: ${response.status}`);
    this.#files.push(url);
  }

  async download(index: number): Promise<void> {
    const path = this.#files[index % this.#files.length] ?? "";
    const response = await fetch(this.#address(path), {
      headers: { authorization: authorizationOf(this.#person(index)) },
    });
    this.answeredBytes += (await response.arrayBuffer()).byteLength;
  }

  async openRoom(): Promise<VoiceRoom> {
    const { stream_id } = await this.#call<{ stream_id: number }>(
      "GET",
      "/get_stream_id",
      { stream: CHANNEL },
      this.#owner,
    );
    const path = `/streams/${stream_id}/voice_room`;
    await this.#call("POST", path, {}, this.#owner);
    const inside: WebSocket[] = [];
    return {
      enter: async (index) => {
        const account = this.#person(index);
        const { call_id } = await this.#call<{ call_id: string }>("POST", `${path}/enter`, {}, account);
        const url = `ws://127.0.0.1:${this.#port}/api/v1/calls/${call_id}/room`;
        const socket = new WebSocket(url, { headers: { Host: "localhost", Authorization: authorizationOf(account) } });
        const say = (frame: object) => socket.send(JSON.stringify(frame));
        socket.on("open", () => say({ type: "hello", v: 1, device: "office", can: ["mesh"] }));
        const { members, me } = await new Promise<{ members: { id: number }[]; me: number }>((resolve, reject) => {
          socket.on("error", reject).on("message", (frame) => {
            const read = JSON.parse(String(frame));
            if (read.type === "state") resolve(read);
          });
        });
        for (const { id: to } of members.filter(({ id }) => id !== me))
          for (let signal = 0; signal < SIGNALS; signal++) say({ type: "signal", to, c: { candidate: "" } });
        inside.push(socket);
      },
      async leave() {
        const socket = inside.pop();
        const closed = new Promise((resolve) => socket?.on("close", resolve));
        socket?.send(JSON.stringify({ type: "leave" }));
        await closed;
      },
    };
  }

  /** Registers queues of `count` people for events of the given types. */
  async listen(count: number, event_types: readonly string[]): Promise<void> {
    const client_capabilities = { ...registration.client_capabilities, calls: event_types.includes("call") };
    this.#listeners = [];
    for (let index = 0; index < count; index++) {
      const account = this.#person(index);
      const state = await this.#call<{ queue_id: string; last_event_id: number }>(
        "POST",
        "/register",
        { event_types, fetch_event_types: [], client_capabilities },
        account,
      );
      this.#listeners.push({ account, queue: state.queue_id, last: state.last_event_id });
    }
  }

  /**
   * Sends a poll for each listener, runs `act`, and waits until the polls are answered, by an event or by a heartbeat.
   */
  async pollDuring(act: () => Promise<unknown>): Promise<void> {
    const polls = this.#listeners.map(async (listener) => {
      const fields = { queue_id: listener.queue, last_event_id: listener.last };
      const { events } = await this.#call<{ events: { id: number }[] }>("GET", "/events", fields, listener.account);
      listener.last = Math.max(listener.last, ...events.map(({ id }) => id));
    });
    await act();
    await Promise.all(polls);
  }

  async openStreams(): Promise<void> {
    for (const { account, queue, last } of this.#listeners) {
      const url = `ws://127.0.0.1:${this.#port}/api/v1/events/stream?queue_id=${queue}&last_event_id=${last}`;
      const socket = new WebSocket(url, { headers: { Host: "localhost", Authorization: authorizationOf(account) } });
      await new Promise<void>((resolve, reject) => {
        socket.on("open", () => resolve()).on("error", reject);
      });
      this.#sockets.push(socket);
    }
  }

  /** Runs `act`, and waits until every stream has received an event and acknowledged it. */
  async heardDuring(act: () => Promise<unknown>): Promise<void> {
    const heard = this.#sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          socket.once("message", (frame) => {
            const { events = [] } = JSON.parse(String(frame)) as { events?: { id: number }[] };
            socket.send(JSON.stringify({ last_event_id: Math.max(...events.map(({ id }) => id)) }));
            resolve();
          });
        }),
    );
    await act();
    await Promise.all(heard);
  }

  closeStreams(): void {
    for (const socket of this.#sockets.splice(0)) socket.terminate();
  }

  /** Advances the organization's clock, without anything happening in between. */
  async passTime(seconds: number): Promise<void> {
    await this.#call("POST", "/testing/clock", { advance_ms: seconds * 1000 }, this.#owner);
  }

  #message(index: number) {
    const message = this.#messages[index % this.#messages.length];
    if (message === undefined) throw new Error("nobody has written yet");
    return message;
  }

  /** Returns the person and the message of a turn. Over all turns, each message is paired with each person. */
  #pair(turn: number) {
    return { person: this.#person(turn), message: this.#message(Math.floor(turn / this.#people.length)) };
  }

  #address = (path: string) => `http://localhost:${this.#port}/api/v1${path}`;

  async #call<Answer>(method: string, path: string, fields: Fields, account: Account | null): Promise<Answer> {
    const form = formOf(fields);
    const inQuery = method === "GET";
    const response = await fetch(`${this.#address(path)}${inQuery ? `?${form}` : ""}`, {
      method,
      headers: account === null ? {} : { authorization: authorizationOf(account) },
      ...(inQuery ? {} : { body: form }),
    });
    const text = await response.text();
    this.answeredBytes += text.length;
    const answer = JSON.parse(text) as Answer;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer).slice(0, 300)}`);
    return answer;
  }
}

/** The acts of a person in a working day. */
export const acts: Readonly<Record<keyof typeof ofEachPerson, (office: Office, index: number) => Promise<void>>> = {
  register: (office, index) => office.register(index),
  "log in": (office, index) => office.logIn(index),
  send: (office, index) => office.send(index),
  "read a page": (office, index) => office.readPage(index),
  "mark as read": (office) => office.markAsRead(),
  react: (office) => office.react(),
  edit: (office, index) => office.edit(index),
  type: (office, index) => office.type(index),
  search: (office, index) => office.search(index),
  upload: (office, index) => office.upload(index),
  download: (office, index) => office.download(index),
  ping: (office, index) => office.ping(index),
};

const SENTENCES = [
  "Shall we meet at the harbour at noon?",
  "I have read the **draft**, and there are two things that I would change: the first is its length.",
  "Yes.",
  "See [the plan](https://example.org/plan), it says `npm test` before anything is landed.",
  "The lights on the pier are out again. Who can look at them today? I can lend a ladder, but somebody has to hold it.",
];
const textOf = (index: number): string => SENTENCES[index % SENTENCES.length] ?? "";
