import { connect, type Socket } from "node:net";

const HEADER =
  "<?xml version='1.0'?><stream:stream to='localhost' version='1.0' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>";
const ROOM = "bench@conference.localhost";
const BODY = "</body>";

/** A client of an XMPP server without TLS, in one room. It parses as little of what it receives as possible. */
export class XmppClient {
  readonly #socket: Socket;
  #text = "";
  #waiting = () => {};
  #heard: (() => void) | undefined;

  private constructor(port: number, failed: (error: Error) => void) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.setEncoding("latin1");
    this.#socket.on("error", failed).on("data", (part: string) => this.#read(part));
  }

  /** Creates an account, logs in, and enters the room. Calls `heard` for each message in the room. */
  static enter(port: number, name: string, heard: () => void): Promise<XmppClient> {
    return new Promise((resolve, reject) => {
      const client = new XmppClient(port, reject);
      client.#enter(name, heard).then(() => resolve(client), reject);
    });
  }

  static isServed(port: number): Promise<boolean> {
    return new Promise((resolve) => {
      const client = new XmppClient(port, () => resolve(false));
      void client.#ask(HEADER, /<\/stream:features>/).then(() => {
        client.close();
        resolve(true);
      });
    });
  }

  say(text: string): void {
    this.#socket.write(`<message type='groupchat' to='${ROOM}'><body>${text}</body></message>`);
  }

  close(): void {
    this.#socket.destroy();
  }

  async #enter(name: string, heard: () => void): Promise<void> {
    const account = `<username>${name}</username><password>secret</password>`;
    const plain = Buffer.from(`\0${name}\0secret`).toString("base64");
    const result = /<iq[^>]*type=['"]result/;
    await this.#ask(HEADER, /<\/stream:features>/);
    await this.#ask(`<iq type='set' id='a'><query xmlns='jabber:iq:register'>${account}</query></iq>`, result);
    const sasl = "xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'";
    await this.#ask(`<auth ${sasl}>${plain}</auth>`, /<success/);
    await this.#ask(HEADER, /<\/stream:features>/);
    await this.#ask("<iq type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>", result);
    const muc = "<x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x>";
    await this.#ask(`<presence to='${ROOM}/${name}'>${muc}</presence>`, /code=['"]110/);
    this.#text = "";
    this.#heard = heard;
  }

  async #ask(stanza: string, answer: RegExp): Promise<void> {
    this.#text = "";
    this.#socket.write(stanza);
    while (!answer.test(this.#text)) {
      if (/<(failure|(iq|presence)[^>]*type=['"]error)/.test(this.#text)) throw new Error(`${stanza}: ${this.#text}`);
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    }
  }

  #read(part: string): void {
    this.#text += part;
    this.#waiting();
    if (this.#heard === undefined) return;
    let at = 0;
    for (let found = this.#text.indexOf(BODY); found !== -1; found = this.#text.indexOf(BODY, at)) {
      at = found + BODY.length;
      this.#heard();
    }
    this.#text = this.#text.slice(Math.max(at, this.#text.length - BODY.length + 1));
  }
}
