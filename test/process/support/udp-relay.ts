import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

/** Treatment of the packets in one direction. */
interface Way {
  isCut: boolean;
  /** Share of lost packets, from 0 to 1. */
  loss: number;
  delayMs: number;
}

const clearWay = (): Way => ({ isCut: false, loss: 0, delayMs: 0 });

/**
 * A network for media between programs on one machine, which browsers can't emulate. Each fronted address is reached
 * through a port of the relay, and receives packets from a different source for everyone who uses that port.
 */
export class UdpRelay {
  /** Directions to and from the fronted addresses. */
  readonly there: Way = clearWay();
  readonly back: Way = clearWay();
  readonly #sockets = new Set<Socket>();
  readonly #fronts = new Map<string, Promise<number>>();

  cut(isCut: boolean): void {
    this.there.isCut = isCut;
    this.back.isCut = isCut;
  }

  /** Returns the relay's port for an address. */
  front(address: string, port: number): Promise<number> {
    const target = `${address}:${port}`;
    const known = this.#fronts.get(target) ?? this.#open(address, port);
    this.#fronts.set(target, known);
    return known;
  }

  /** Returns a session description, or a single candidate, with the relay's ports instead of those of UDP addresses. */
  async frontCandidates(text: string): Promise<string> {
    const pattern = /(candidate:\S+ \d udp \d+ )(\S+) (\d+) (?=typ host)/gi;
    const ports = new Map<string, number>();
    for (const [, , address = "", port] of text.matchAll(pattern))
      ports.set(`${address} ${port}`, await this.front(address, Number(port)));
    return text.replace(
      pattern,
      (_all, start, address, port) => `${start}${address} ${ports.get(`${address} ${port}`)} `,
    );
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
    this.#sockets.clear();
  }

  async #open(address: string, port: number): Promise<number> {
    const front = await this.#bind();
    const sources = new Map<string, Promise<Socket>>();
    front.on("message", async (packet, from) => {
      const name = `${from.address}:${from.port}`;
      let source = sources.get(name);
      if (!source) {
        source = this.#bind();
        sources.set(name, source);
        (await source).on("message", (answer) => {
          this.#pass(this.back, () => front.send(answer, from.port, from.address));
        });
      }
      const socket = await source;
      this.#pass(this.there, () => socket.send(packet, port, address));
    });
    return (front.address() as AddressInfo).port;
  }

  async #bind(): Promise<Socket> {
    const socket = createSocket("udp4");
    this.#sockets.add(socket);
    // Errors are ignored, because the target may no longer exist.
    socket.on("error", () => undefined);
    socket.bind(0);
    await once(socket, "listening");
    return socket;
  }

  #pass(way: Way, send: () => void): void {
    if (way.isCut || Math.random() < way.loss) return;
    if (way.delayMs === 0) send();
    else setTimeout(() => this.#sockets.size > 0 && !way.isCut && send(), way.delayMs);
  }
}
