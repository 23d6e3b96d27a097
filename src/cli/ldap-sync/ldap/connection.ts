// The part of LDAP (RFC 4511) needed to read a directory: simple bind, paged search, StartTLS. The package ldapts was
// considered, but it ends a search at the first page without entries. Active Directory sends such pages in the middle,
// and users missed that way would count as deleted.
import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { Failure } from "../../os/failure.ts";
import {
  BerFault,
  type Element,
  element,
  elementsIn,
  elementText,
  encodeInteger,
  firstElement,
  numberOf,
  octets,
  resultOf,
  sequence,
  truth,
} from "./ber.ts";

const START_TLS = "1.3.6.1.4.1.1466.20037";
const PAGED_RESULTS = "1.2.840.113556.1.4.319";

interface LdapServer {
  readonly url: URL;
  readonly startsTls: boolean;
  /** CA certificates to trust instead of Node's, if set. */
  readonly authorities: string | undefined;
  readonly timeoutMs: number;
}

export interface Search {
  readonly base: string;
  readonly scope: "base" | "sub";
  readonly filter: Buffer;
  readonly attributes: readonly string[];
}

/** An entry: its DN, and its attributes' values by lowercase name. */
export interface Entry {
  readonly dn: string;
  readonly values: ReadonlyMap<string, readonly Buffer[]>;
}

interface Message {
  readonly operation: Element;
  readonly controls: readonly Element[];
}

/** A connection to a directory, which sends one request at a time. */
export class LdapConnection {
  readonly #name: string;
  #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);
  #messages: Message[] = [];
  #waiting: { readonly resolve: (message: Message) => void; readonly reject: (error: Error) => void } | undefined;
  #failure: Failure | undefined;
  #lastId = 0;
  #stopListening: () => void = () => undefined;

  private constructor(name: string, socket: Socket, timeoutMs: number) {
    this.#name = name;
    this.#socket = socket;
    this.#listen(socket, timeoutMs);
  }

  static async open({ url, startsTls, authorities, timeoutMs }: LdapServer): Promise<LdapConnection> {
    const isSecure = url.protocol === "ldaps:";
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const port = Number(url.port) || (isSecure ? 636 : 389);
    // The certificate must match the host name or IP address. Only a host name can be sent as server name (SNI).
    const checked = { host, ...(authorities !== undefined && { ca: authorities }) };
    const socket = isSecure
      ? connectTls({ ...checked, port, ...serverNameOption(host) })
      : connectPlain({ host, port });
    await reached(url.host, socket, { event: isSecure ? "secureConnect" : "connect", timeoutMs });
    const connection = new LdapConnection(url.host, socket, timeoutMs);
    if (startsTls) {
      await connection.#ask("StartTLS", element(0x77, octets(START_TLS, 0x80)), 0x78);
      connection.#refuseMore();
      connection.#stopListening();
      const secure = connectTls({ ...checked, socket, ...serverNameOption(host) });
      await reached(url.host, secure, { event: "secureConnect", timeoutMs });
      connection.#socket = secure;
      connection.#listen(secure, timeoutMs);
    }
    return connection;
  }

  async bind(dn: string, password: string): Promise<void> {
    await this.#ask(`bind as ${dn}`, element(0x60, [encodeInteger(3), octets(dn), octets(password, 0x80)]), 0x61);
  }

  /** Yields all entries a search finds. Throws if it might not have received all of them. */
  async *search(search: Search, pageSize: number): AsyncGenerator<Entry> {
    const { base, scope, filter, attributes } = search;
    const request = element(0x63, [
      ...[
        octets(base),
        encodeInteger(scope === "base" ? 0 : 2, 0x0a),
        encodeInteger(0, 0x0a),
        encodeInteger(0),
        encodeInteger(0),
        truth(false),
      ],
      ...[filter, sequence(attributes.map((name) => octets(name)))],
    ]);
    let cookie: Buffer = Buffer.alloc(0);
    do {
      const page = octets(sequence([encodeInteger(pageSize), octets(cookie)]));
      this.#send(request, [sequence([octets(PAGED_RESULTS), page])]);
      let message = await this.#next();
      for (; message.operation.tag !== 0x65; message = await this.#next()) {
        if (message.operation.tag === 0x64) yield entryOf(message.operation);
        // Tag 0x73 is a referral to a part of the tree on another server, which is ignored.
        else if (message.operation.tag !== 0x73) throw this.#strange();
      }
      this.#check(`search below ${base}`, message.operation);
      cookie = cookieOf(message.controls);
    } while (cookie.length > 0);
  }

  close(): void {
    this.#send(element(0x42, []), []);
    this.#socket.destroySoon();
  }

  async #ask(what: string, request: Buffer, answer: number): Promise<void> {
    this.#send(request, []);
    const { operation } = await this.#next();
    if (operation.tag !== answer) throw this.#strange();
    this.#check(what, operation);
  }

  #check(what: string, operation: Element): void {
    const result = resultOf(operation);
    if (result.code !== 0) throw new Failure(`${this.#name}: ${what}: ${result.says}`);
  }

  /** Rejects bytes after a response, because before TLS, anyone on the network could have injected them. */
  #refuseMore(): void {
    if (this.#failure === undefined && this.#messages.length === 0 && this.#rest.length === 0) return;
    this.#socket.destroy();
    throw this.#failure ?? new Failure(`${this.#name}: it sends something in clear after the answer to StartTLS`);
  }

  #strange(): Failure {
    return new Failure(`${this.#name} answers something else than was asked for`);
  }

  #send(operation: Buffer, controls: readonly Buffer[]): void {
    this.#lastId += 1;
    const extra = controls.length > 0 ? [element(0xa0, controls)] : [];
    this.#socket.write(sequence([encodeInteger(this.#lastId), operation, ...extra]));
  }

  #next(): Promise<Message> {
    const message = this.#messages.shift();
    if (message !== undefined) return Promise.resolve(message);
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  #listen(socket: Socket | TLSSocket, timeoutMs: number): void {
    const listeners = {
      data: (bytes: Buffer) => this.#read(bytes),
      timeout: () => socket.destroy(new Error(`no answer for ${timeoutMs / 1000} seconds`)),
      error: (error: Error) => this.#fail(error.message),
      close: () => this.#fail("the connection was closed"),
    };
    socket.setTimeout(timeoutMs);
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
    this.#stopListening = () => {
      for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
    };
  }

  #read(bytes: Buffer): void {
    try {
      this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
      for (let read = firstElement(this.#rest); read !== undefined; read = firstElement(this.#rest)) {
        this.#rest = this.#rest.subarray(read.end);
        this.#take(read.first);
      }
    } catch (error) {
      if (!(error instanceof BerFault)) throw error;
      this.#socket.destroy(new Error(`an answer that is no LDAP: ${error.message}`));
    }
  }

  #take({ content }: Element): void {
    const [id, operation, controls] = elementsIn(content);
    if (operation === undefined) throw new BerFault("a message without an operation");
    if (numberOf(id) === 0) {
      this.#fail(`it ends the connection: ${resultOf(operation).says}`);
      return;
    }
    if (numberOf(id) !== this.#lastId) throw new BerFault("an answer to another question");
    const message = { operation, controls: controls === undefined ? [] : elementsIn(controls.content) };
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined) this.#messages.push(message);
    else waiting.resolve(message);
  }

  #fail(why: string): void {
    this.#failure ??= new Failure(`${this.#name}: ${why}`);
    this.#waiting?.reject(this.#failure);
    this.#waiting = undefined;
  }
}

const serverNameOption = (host: string) => (/^[\d.]+$|:/.test(host) ? {} : { servername: host });

function reached(name: string, socket: Socket, { event, timeoutMs }: { event: string; timeoutMs: number }) {
  return new Promise<void>((resolve, reject) => {
    const late = () => socket.destroy(new Error("no answer"));
    const failed = (error: Error) => reject(new Failure(`${name}: ${error.message}${adviceOn(error)}`));
    socket.setTimeout(timeoutMs).once("timeout", late).once("error", failed);
    socket.once(event, () => {
      socket.off("timeout", late).off("error", failed);
      resolve();
    });
  });
}

const adviceOn = ({ code = "" }: NodeJS.ErrnoException): string =>
  /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)/.test(code) ? " (ldap.ca_file names a file with its authority)" : "";

function entryOf({ content }: Element): Entry {
  const [dn, attributes] = elementsIn(content);
  const values = elementsIn(attributes?.content ?? Buffer.alloc(0)).map((attribute): [string, readonly Buffer[]] => {
    const [name, set] = elementsIn(attribute.content);
    return [elementText(name).toLowerCase(), elementsIn(set?.content ?? Buffer.alloc(0)).map((value) => value.content)];
  });
  return { dn: elementText(dn), values: new Map(values) };
}

/** Returns the cookie for the next page; empty after the last one. */
function cookieOf(controls: readonly Element[]): Buffer {
  for (const control of controls) {
    const [kind, ...rest] = elementsIn(control.content);
    const value = rest.at(-1);
    if (elementText(kind) !== PAGED_RESULTS || value === undefined) continue;
    const [, cookie] = elementsIn(elementsIn(value.content)[0]?.content ?? Buffer.alloc(0));
    return cookie?.content ?? Buffer.alloc(0);
  }
  return Buffer.alloc(0);
}
