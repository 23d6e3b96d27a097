import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { root } from "./launch.ts";

const certificates = join(root, "test/mail/certificates");

/** The certificate of the authority that signed these servers' certificates. */
export const AUTHORITY = join(certificates, "ca.pem");

/** Certificates for `localhost` and its address, and for another name. */
export const [FITTING, OTHER] = ["fitting", "other"].map((name) => ({
  key: readFileSync(join(certificates, `${name}.key`), "utf8"),
  cert: readFileSync(join(certificates, `${name}.pem`), "utf8"),
}));

export const LOGIN = { user: "parley@example.org", password: "p/ss wörd%?#" };

interface Received {
  readonly from: string;
  readonly to: string[];
  readonly content: string;
}

/** A rejection of a recipient: code and text. */
type Refusal = readonly [code: number, words: string];

/** Starts a mail server (smtp-server, by Nodemailer's authors) on a free local port. */
export async function mailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const behavior = {
    password: LOGIN.password,
    /** Called for each recipient. Undefined means that the recipient is accepted. */
    refuse: (_to: string): Refusal | undefined | Promise<Refusal> => undefined,
    /** True if the server should close the connection instead of answering an email. */
    losesAnswer: () => false,
    connections: 0,
    secured: 0,
  };
  const server = new SMTPServer({
    authOptional: true,
    hideSize: false,
    size: 1_000_000,
    onConnect(_session, done) {
      behavior.connections += 1;
      done();
    },
    onAuth({ username, password }, _session, done) {
      if (username === LOGIN.user && password === behavior.password) return done(null, { user: username });
      done(errorOf([535, "5.7.8 Error: authentication failed"]));
    },
    async onRcptTo({ address }, _session, done) {
      const refusal = await behavior.refuse(address);
      done(refusal === undefined ? null : errorOf(refusal));
    },
    onData(stream, session, done) {
      let content = "";
      stream.setEncoding("utf8").on("data", (text: string) => {
        content += text;
      });
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({ from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address), content });
        if (session.secure) behavior.secured += 1;
        if (!behavior.losesAnswer()) return done(null);
        for (const each of (server as unknown as { connections: Set<{ _socket: Socket }> }).connections) {
          each._socket.destroy();
        }
      });
    },
    ...options,
  });
  // Ignores clients that disconnect, because tests make them do so.
  server.on("error", () => {});
  const port = await listening(server.server as Server, () => server.listen(0, "127.0.0.1"));
  return { port, received, behavior, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

const errorOf = ([responseCode, message]: Refusal) => Object.assign(new Error(message), { responseCode });

/**
 * Starts a server that follows a script: it sends the first entry when a client connects, and one more entry for each
 * line of the client. null sends nothing, and a function can do anything. After the last entry, the server closes the
 * connection.
 */
export async function scriptedServer(script: readonly (string | null | ((socket: Socket) => void))[]) {
  const said: string[] = [];
  const server = createServer((socket) => {
    const steps = [...script];
    const step = () => {
      const [next, ...rest] = steps.splice(0);
      steps.push(...rest);
      if (next === undefined) socket.destroy();
      else if (typeof next === "function") next(socket);
      else if (next !== null) socket.write(next);
    };
    socket.on("error", () => {});
    let isLetter = false;
    socket.setEncoding("utf8").on("data", (text: string) => {
      said.push(text);
      if (isLetter && !text.endsWith("\r\n.\r\n")) return;
      isLetter = text === "DATA\r\n";
      step();
    });
    step();
  });
  const port = await listening(server, () => server.listen(0, "127.0.0.1"));
  return { port, said, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

async function listening(server: Server, listen: () => unknown): Promise<number> {
  await new Promise<void>((resolve) => {
    server.once("listening", resolve);
    listen();
  });
  return (server.address() as AddressInfo).port;
}
