// A fake directory of a test. It responds like OpenLDAP (recorded.test.ts) or, if the test chooses so, like Active
// Directory.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { createServer as createSecureServer, TLSSocket } from "node:tls";
import {
  type Element,
  element,
  elementsIn,
  elementText,
  encodeInteger,
  firstElement,
  numberOf,
  octets,
  sequence,
} from "../../../../src/cli/ldap-sync/ldap/ber.ts";
import { portOf } from "../../support/port-of.ts";
import { fits } from "./filter-fits.ts";
import { type Attributes, CERTIFICATE, FIRST, type Tree } from "./tree.ts";

const PAGED_RESULTS = "1.2.840.113556.1.4.319";
/** Attributes returned only on request. */
const OPERATIONAL = ["entryuuid", "pwdaccountlockedtime", "userpassword"];

interface Manner {
  /** The maximum number of values of an attribute in a response. More values are requested with `member;range=2-*`. */
  readonly mostValues?: number;
  /** True if the first page of a search is empty. */
  readonly hasEmptyPages?: boolean;
  /** True if lengths are encoded in four bytes. */
  readonly hasLongLengths?: boolean;
  /** True if a search returns referrals to other servers. */
  readonly refers?: boolean;
  /** Maximum number of entries in all pages of a search. */
  readonly mostEntries?: number;
  /** Bytes that an attacker adds to the response to StartTLS. */
  readonly injected?: Buffer;
}

export type Entry = Map<string, { readonly name: string; readonly values: readonly (string | Buffer)[] }>;

/** A directory whose tree a test can change, served on its own ports. */
export class StandIn implements Tree {
  readonly entries = new Map<string, { dn: string; entry: Entry }>();
  readonly manner: Manner;
  url = "";
  secureUrl = "";
  /** Attributes that were requested. */
  readonly asked = new Set<string>();

  constructor(manner: Manner = {}) {
    this.manner = manner;
    for (const [dn, attributes] of FIRST) this.add(dn, attributes);
  }

  add(dn: string, attributes: Attributes | Readonly<Record<string, Buffer | string | readonly string[]>>): void {
    const entry: Entry = new Map();
    for (const [name, values] of Object.entries({ ...attributes, entryUUID: attributes["entryUUID"] ?? randomUUID() }))
      entry.set(name.toLowerCase(), { name, values: Buffer.isBuffer(values) ? [values] : [values].flat() });
    this.entries.set(dn.toLowerCase(), { dn, entry });
  }

  set(dn: string, attributes: Attributes): void {
    const { entry } = this.#at(dn);
    for (const [name, values] of Object.entries(attributes)) {
      if ([values].flat().length === 0) entry.delete(name.toLowerCase());
      else entry.set(name.toLowerCase(), { name, values: [values].flat() });
    }
  }

  rename(dn: string, part: string, below = dn.slice(dn.indexOf(",") + 1)): void {
    const { entry } = this.#at(dn);
    const [name = "", value = ""] = part.split("=");
    entry.set(name.toLowerCase(), { name, values: [value] });
    this.entries.delete(dn.toLowerCase());
    const after = `${part},${below}`;
    this.entries.set(after.toLowerCase(), { dn: after, entry });
    this.#follow(dn, after);
  }

  remove(dn: string): void {
    this.#at(dn);
    this.entries.delete(dn.toLowerCase());
    this.#follow(dn, undefined);
  }

  #at(dn: string) {
    const found = this.entries.get(dn.toLowerCase());
    if (found === undefined) throw new Error(`there is no ${dn}`);
    return found;
  }

  /** Updates references to a renamed or removed entry in other entries, like OpenLDAP's overlay `refint`. */
  #follow(before: string, after: string | undefined): void {
    for (const { entry } of this.entries.values()) {
      for (const [key, { name, values }] of entry) {
        if (!["member", "manager"].includes(key) || !values.includes(before)) continue;
        const others = values.flatMap((value) => (value === before ? (after ?? []) : value));
        entry.set(key, { name, values: others });
      }
    }
  }

  /** Serves until the test ends. */
  async serve(): Promise<this> {
    const secret = { cert: readFileSync(CERTIFICATE.certificate), key: readFileSync(CERTIFICATE.key) };
    const plain = createServer((socket) => new Connection(this, socket, secret));
    const secure = createSecureServer(secret, (socket) => new Connection(this, socket, secret));
    this.url = `ldap://127.0.0.1:${await portOf(plain)}`;
    this.secureUrl = `ldaps://localhost:${await portOf(secure)}`;
    return this;
  }
}

/**
 * Answers the requests of one connection in order. A request for the next page contains a cookie that identifies the
 * search.
 */
export class Answering {
  readonly #tree: StandIn;
  #isIn = false;

  constructor(tree: StandIn) {
    this.#tree = tree;
  }

  /** Returns the messages that answer a request, or undefined to close the connection. */
  answers(message: Element): Buffer[] | undefined {
    const [id, operation, controls] = elementsIn(message.content);
    if (operation === undefined) throw new Error("a message without an operation");
    const tell = (content: Buffer, more: readonly Buffer[] = []) =>
      sequence([encodeInteger(numberOf(id)), content, ...(more.length > 0 ? [element(0xa0, more)] : [])]);
    switch (operation.tag) {
      case 0x60: {
        const [, dn, password] = elementsIn(operation.content);
        const known = this.#tree.entries.get(elementText(dn).toLowerCase())?.entry.get("userpassword");
        this.#isIn = known !== undefined && known.values[0] === elementText(password);
        return [tell(result(0x61, this.#isIn ? 0 : 49))];
      }
      case 0x63: {
        return this.#isIn ? this.#search(operation, controls, tell) : [tell(result(0x65, 32))];
      }
      case 0x77:
        return [Buffer.concat([tell(result(0x78, 0)), this.#tree.manner.injected ?? Buffer.alloc(0)])];
      default:
        return undefined;
    }
  }

  #search(
    operation: Element,
    controls: Element | undefined,
    tell: (content: Buffer, more?: readonly Buffer[]) => Buffer,
  ): Buffer[] {
    const { entries, manner } = this.#tree;
    const [base, scope, , , , , filter, wanted] = elementsIn(operation.content);
    const below = elementText(base).toLowerCase();
    if (!entries.has(below)) {
      const around = [...entries.keys()]
        .filter((dn) => below.endsWith(`,${dn}`))
        .sort((a, b) => b.length - a.length)[0];
      return [tell(result(0x65, 32, entries.get(around ?? "")?.dn))];
    }
    const isSub = numberOf(scope) === 2;
    const found = [...entries].filter(
      ([dn, { entry }]) =>
        (dn === below || (isSub && dn.endsWith(`,${below}`))) && filter !== undefined && fits(filter, entry),
    );
    const page = pageOf(controls);
    const start = page === undefined || page.cookie.length === 0 ? 0 : page.cookie.readUInt32LE(0);
    const isEmpty = manner.hasEmptyPages === true && page?.cookie.length === 0;
    const most = Math.min(manner.mostEntries ?? found.length, isEmpty ? 0 : start + (page?.size ?? found.length));
    const names = elementsIn(wanted?.content ?? Buffer.alloc(0)).map(elementText);
    for (const name of names) this.#tree.asked.add(name);
    const told = found.slice(start, most).map(([, { dn, entry }]) => tell(entryBytes(dn, entry, { names, manner })));
    const reference = element(0x73, [octets("ldap://elsewhere.example.org/dc=example,dc=org??sub")]);
    const hasMore = most < found.length;
    const isOver = manner.mostEntries !== undefined && hasMore && most === manner.mostEntries;
    const cookie = Buffer.alloc(hasMore && !isOver ? 8 : 0);
    if (cookie.length > 0) cookie.writeUInt32LE(most);
    const value = octets(sequence([encodeInteger(0), octets(cookie)]));
    const control = page === undefined ? [] : [sequence([octets(PAGED_RESULTS), value])];
    const end = tell(result(0x65, isOver ? 4 : 0), control);
    return [...told, ...(manner.refers ? [tell(reference)] : []), end];
  }
}

function pageOf(controls: Element | undefined): { size: number; cookie: Buffer } | undefined {
  for (const control of controls === undefined ? [] : elementsIn(controls.content)) {
    const parts = elementsIn(control.content);
    if (elementText(parts[0]) !== PAGED_RESULTS) continue;
    const [size, cookie] = elementsIn(
      elementsIn(parts.at(-1)?.content ?? Buffer.alloc(0))[0]?.content ?? Buffer.alloc(0),
    );
    return { size: numberOf(size), cookie: cookie?.content ?? Buffer.alloc(0) };
  }
  return undefined;
}

/** @param matched the part of the name that exists */
export const result = (tag: number, code: number, matched = ""): Buffer =>
  element(tag, [encodeInteger(code, 0x0a), octets(matched), octets("")]);

function entryBytes(
  dn: string,
  entry: Entry,
  { names, manner }: { readonly names: readonly string[]; readonly manner: Manner },
): Buffer {
  const wanted = names.map((name) => name.toLowerCase());
  const attributes = [...entry].flatMap(([key, { name, values }]) => {
    const range = wanted.find((one) => one.startsWith(`${key};range=`));
    const isAsked = range !== undefined || wanted.includes(key) || (wanted.length === 0 && !OPERATIONAL.includes(key));
    if (!isAsked) return [];
    const { mostValues = values.length } = manner;
    const from = Number(/range=(\d+)/.exec(range ?? "")?.[1] ?? 0);
    const to = Math.min(values.length, from + mostValues);
    if (from === 0 && to === values.length) return [attribute(name, values)];
    const end = to === values.length ? "*" : to - 1;
    // The attribute itself is returned, too, but without values.
    return [
      ...(range === undefined ? [attribute(name, [])] : []),
      attribute(`${name};range=${from}-${end}`, values.slice(from, to)),
    ];
  });
  return element(0x64, [octets(dn), sequence(attributes)]);
}

const attribute = (name: string, values: readonly (string | Buffer)[]): Buffer =>
  sequence([
    octets(name),
    element(
      0x31,
      values.map((value) => octets(value)),
    ),
  ]);

/** The same message with each length in four bytes, like Active Directory. */
function withLongLengths({ tag, content }: Element): Buffer {
  const isMade = (tag & 0x20) !== 0;
  const inner = isMade ? Buffer.concat(elementsIn(content).map(withLongLengths)) : content;
  const length = Buffer.alloc(4);
  length.writeUInt32BE(inner.length);
  return Buffer.concat([Buffer.from([tag, 0x84]), length, inner]);
}

class Connection {
  readonly #answering: Answering;
  #rest: Buffer = Buffer.alloc(0);

  constructor(tree: StandIn, socket: Socket, secret: { readonly cert: Buffer; readonly key: Buffer }) {
    this.#answering = new Answering(tree);
    const read = (bytes: Buffer) => {
      this.#rest = Buffer.concat([this.#rest, bytes]);
      for (let next = firstElement(this.#rest); next !== undefined; next = firstElement(this.#rest)) {
        this.#rest = this.#rest.subarray(next.end);
        const answers = this.#answering.answers(next.first);
        if (answers === undefined) return void current.end();
        for (const answer of answers) {
          const first = firstElement(answer)?.first;
          current.write(tree.manner.hasLongLengths && first ? withLongLengths(first) : answer);
        }
        if (elementsIn(next.first.content)[1]?.tag !== 0x77) continue;
        socket.off("data", read);
        current = new TLSSocket(socket, { isServer: true, ...secret });
        current.on("data", read).on("error", () => undefined);
      }
    };
    let current = socket;
    socket.on("data", read).on("error", () => undefined);
  }
}

export const standIn = (manner?: Manner): Promise<StandIn> => new StandIn(manner).serve();
