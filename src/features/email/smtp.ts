import type { MailServer } from "../../config/mail-server.ts";
import { withAsciiDomain } from "./mime.ts";
import { type Hear, Unanswered, Unsent } from "./unsent.ts";

/*
 * Sends emails by SMTP (RFC 5321, 3207, 4954), over the sockets of Cloudflare and workerd.
 *
 * Libraries considered: worker-mailer 1.2.1 continues without TLS if the server offers none, and loops forever on a
 * closed connection. It has no limit on responses, and doesn't validate addresses in commands. Nodemailer 10.6 is well
 * maintained, but resolves hostnames itself, in workerd by a web service. Names of this machine and of private networks
 * aren't found.
 */

interface Envelope {
  readonly from: string;
  readonly to: string;
}

/** Time limit of each step, in milliseconds. A server may take a long time to check an email before accepting it. */
interface Patience {
  readonly stepMs: number;
  readonly takeMs: number;
}

const PATIENCE: Patience = { stepMs: 20_000, takeMs: 60_000 };
/** Timeout for QUIT, whose result doesn't matter. */
const GOODBYE_MS = 1000;
const MAX_ANSWER_BYTES = 16_384;
const SECRET = "(secret)";

interface SmtpOptions {
  readonly server: MailServer;
  /** Name used in the greeting to the server. */
  readonly name: string;
  readonly hear: Hear;
  readonly patience?: Patience;
}

/** Sends one email over a new connection. Throws Unsent if the server didn't accept it. */
export async function sendBySmtp(way: SmtpOptions, envelope: Envelope, letter: string): Promise<void> {
  const addresses = [wireAddress(envelope.from), wireAddress(envelope.to)] as const;
  const connection = new SmtpConnection(way, await openSocket(way.server));
  try {
    const extensions = await connection.begin();
    await connection.deliver(addresses, letter, extensions);
  } finally {
    await connection.end();
  }
}

/**
 * Opens a connection. Imported dynamically because Node, where measurements load the program's sources, has no such
 * sockets.
 */
async function openSocket({ host: hostname, port, tls }: MailServer): Promise<Socket> {
  const { connect } = await import("cloudflare:sockets");
  const secureTransport = tls === "at once" ? "on" : tls === "never" ? "off" : "starttls";
  return connect({ hostname, port }, { secureTransport, allowHalfOpen: false });
}

type Extensions = ReadonlyMap<string, readonly string[]>;

interface SmtpReply {
  readonly code: number;
  readonly lines: readonly string[];
}

class SmtpConnection {
  readonly #way: SmtpOptions;
  readonly #patience: Patience;
  readonly #decoder = new TextDecoder();
  #socket: Socket;
  #reader: ReadableStreamDefaultReader<Uint8Array>;
  #writer: WritableStreamDefaultWriter<Uint8Array>;
  /** Received text that hasn't been read yet. */
  #rest = "";
  #isBroken = false;

  constructor(way: SmtpOptions, socket: Socket) {
    this.#way = way;
    this.#patience = way.patience ?? PATIENCE;
    this.#socket = socket;
    this.#reader = this.#socket.readable.getReader();
    this.#writer = this.#socket.writable.getWriter();
    this.#forgive();
  }

  /** Greets the server, upgrades to TLS if required, and logs in. */
  async begin(): Promise<Extensions> {
    const { server } = this.#way;
    const place = `${server.host}:${server.port}`;
    await this.#timed("connecting", this.#patience.stepMs, this.#socket.opened).catch((error) => {
      if (error instanceof Unsent) throw error;
      const byTls = " by TLS: it does not answer there, or its certificate is not valid for that name";
      throw new Unsent(`no connection to ${place}${server.tls === "at once" ? byTls : ""}`);
    });
    this.#hear("*", `connected to ${place}${server.tls === "at once" ? " by TLS" : ""}`);
    this.#expect("the greeting", await this.#answer("the greeting"), 220);
    let extensions = await this.#greet();
    if (server.tls === "by STARTTLS") {
      if (!extensions.has("STARTTLS")) throw new Unsent(`${place} offers no TLS (STARTTLS)`);
      await this.#command("STARTTLS", 220);
      this.#startTls();
      extensions = await this.#greet().catch((error) => {
        if (error instanceof Unsent && error.message !== BROKEN) throw error;
        throw new Unsent(`no TLS with ${place}: its certificate is not valid for that name, or not trusted`);
      });
    }
    await this.#logIn(extensions);
    return extensions;
  }

  async deliver([from, to]: readonly [string, string], letter: string, extensions: Extensions): Promise<void> {
    const isAscii = /^[ -~]*$/.test(from + to);
    if (!isAscii && !extensions.has("SMTPUTF8")) {
      throw new Unsent("the mail server accepts only addresses in ASCII", "", "address");
    }
    const bytes = new TextEncoder().encode(stuffed(letter));
    const size = extensions.has("SIZE") ? ` SIZE=${bytes.length}` : "";
    await this.#command(`MAIL FROM:<${from}>${size}${isAscii ? "" : " SMTPUTF8"}`, 250);
    await this.#command(`RCPT TO:<${to}>`, 250, 251);
    await this.#command("DATA", 354);
    await this.#write("DATA", bytes, `(the email, ${bytes.length} bytes)`);
    this.#expect("DATA", await this.#answer("DATA", this.#patience.takeMs), 250);
  }

  /** Sends QUIT if the server still responds, and closes. Errors no longer matter. */
  async end(): Promise<void> {
    if (!this.#isBroken) await this.#timed("QUIT", GOODBYE_MS, this.#say("QUIT", "QUIT")).catch(() => {});
    this.#socket.close().catch(() => {});
  }

  async #greet(): Promise<Extensions> {
    const { lines } = await this.#command(`EHLO ${this.#way.name}`, 250);
    const offered = lines.slice(1).map((line) => line.toUpperCase().split(/[ =]+/));
    return new Map(offered.map(([name = "", ...said]) => [name, said]));
  }

  #startTls(): void {
    // Sent before TLS, so anyone on the network path could have injected it.
    if (this.#rest !== "") throw new Unsent("the mail server speaks before TLS has begun");
    this.#reader.releaseLock();
    this.#writer.releaseLock();
    this.#socket = this.#socket.startTls();
    this.#reader = this.#socket.readable.getReader();
    this.#writer = this.#socket.writable.getWriter();
    this.#forgive();
    this.#hear("*", "TLS begins");
  }

  async #logIn(extensions: Extensions): Promise<void> {
    const { login } = this.#way.server;
    if (login === null) return;
    const ways = extensions.get("AUTH") ?? [];
    if (ways.includes("PLAIN")) {
      const secret = base64(`\0${login.user}\0${login.password}`);
      this.#expect("AUTH", await this.#say("AUTH", `AUTH PLAIN ${secret}`, `AUTH PLAIN ${SECRET}`), 235);
    } else if (ways.includes("LOGIN")) {
      await this.#command("AUTH LOGIN", 334);
      this.#expect("AUTH", await this.#say("AUTH", base64(login.user), SECRET), 334);
      this.#expect("AUTH", await this.#say("AUTH", base64(login.password), SECRET), 235);
    } else {
      throw new Unsent("the mail server offers no login by password (AUTH PLAIN or LOGIN)");
    }
  }

  async #command(line: string, ...codes: number[]): Promise<SmtpReply> {
    const [step = line] = /^(?:MAIL FROM|RCPT TO|\w+)/.exec(line) ?? [];
    const answer = await this.#say(step, line);
    this.#expect(step, answer, ...codes);
    return answer;
  }

  async #say(step: string, line: string, shown = line): Promise<SmtpReply> {
    await this.#write(step, new TextEncoder().encode(`${line}\r\n`), shown);
    return this.#answer(step);
  }

  async #write(step: string, bytes: Uint8Array, shown: string): Promise<void> {
    this.#hear(">", shown);
    await this.#timed(step, this.#patience.stepMs, this.#writer.write(bytes));
  }

  async #answer(step: string, ms = this.#patience.stepMs): Promise<SmtpReply> {
    const answer = await this.#timed(step, ms, this.#read());
    for (const line of answer.lines) this.#hear("<", `${answer.code} ${line}`);
    return answer;
  }

  async #read(): Promise<SmtpReply> {
    let count = 0;
    for (const lines: string[] = []; ; ) {
      for (let end = this.#rest.indexOf("\n"); end >= 0; end = this.#rest.indexOf("\n")) {
        const line = this.#rest.slice(0, end).replace(/\r$/, "");
        this.#rest = this.#rest.slice(end + 1);
        const [, code, mark, text = ""] = /^([2-5]\d\d)([ -]|$)(.*)$/.exec(line) ?? [];
        if (code === undefined) throw new Unsent("the mail server does not speak SMTP", line);
        lines.push(text);
        if (mark !== "-") return { code: Number(code), lines };
      }
      const { value, done } = await this.#reader.read();
      if (done) throw new Unsent(BROKEN);
      count += value.length;
      if (count > MAX_ANSWER_BYTES) throw new Unsent(`the mail server says more than ${MAX_ANSWER_BYTES} bytes`);
      this.#rest += this.#decoder.decode(value, { stream: true });
    }
  }

  #expect(step: string, { code, lines }: SmtpReply, ...codes: number[]): void {
    if (codes.includes(code)) return;
    const said = this.#withoutPassword(lines.join(" "));
    throw new Unsent(`the mail server answers ${code} to ${step}`, said, refusedBy(step, code, said));
  }

  /** Waits for a step with a timeout. Closes the connection if it takes too long. */
  async #timed<T>(step: string, ms: number, work: Promise<T>): Promise<T> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Unanswered(`the mail server does not answer (${step})`)), ms);
    try {
      return await Promise.race([work, late.promise]);
    } catch (error) {
      this.#isBroken = true;
      if (error instanceof Unsent || step === "connecting") throw error;
      throw new Unsent(BROKEN);
    } finally {
      clearTimeout(timer);
    }
  }

  #hear(mark: ">" | "<" | "*", line: string): void {
    this.#way.hear(`${mark} ${this.#withoutPassword(line)}`);
  }

  /** Redacts the password, in case the server repeats it. */
  #withoutPassword(text: string): string {
    const { login } = this.#way.server;
    const secrets = login === null ? [] : [login.password, base64(login.password)];
    return secrets.reduce((rest, secret) => (secret === "" ? rest : rest.replaceAll(secret, SECRET)), text);
  }

  /** Prevents unhandled rejections of promises that aren't awaited. Each failure is reported by the step it ends. */
  #forgive(): void {
    for (const each of [this.#socket.opened, this.#socket.closed, this.#reader.closed, this.#writer.closed]) {
      each.catch(() => {});
    }
  }
}

const BROKEN = "the connection to the mail server broke off";

/** Returns what the server refuses permanently. A refused greeting or login says nothing about this email. */
function refusedBy(step: string, code: number, said: string): Unsent["refuses"] {
  if (code < 500) return "nothing";
  // Codes of RFC 3463 about the address itself, and its mailbox.
  if (step === "RCPT TO") return /^5\.[12]\.\d/.test(said) ? "address" : "letter";
  return step === "DATA" || code === 552 ? "letter" : "nothing";
}

/** Formats an address for a command. Throws Unsent if it isn't an email address. */
function wireAddress(address: string): string {
  if (!/^[^\s<>\p{Cc}]+@[^\s<>@\p{Cc}]+$/u.test(address)) throw new Unsent("not an email address", "", "address");
  return withAsciiDomain(address);
}

/** Dot-stuffs an email: a line starting with a dot gets another one, and a single dot ends it. */
const stuffed = (letter: string): string => `${letter.replace(/^\./gm, "..")}.\r\n`;

const base64 = (text: string): string => Buffer.from(text).toString("base64");
