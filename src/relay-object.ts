import { DurableObject } from "cloudflare:workers";
import { readConfig } from "./config/config.ts";
import type { Env } from "./config/env.ts";
import { Relay } from "./relay/relay.ts";
import { objectStub } from "./rpc/object-stub.ts";
import { PROTOCOL } from "./rpc/realm-call.ts";
import { type LinkCall, type Opening, RELAY_HEADER, readRelayHeader } from "./rpc/relay-frames.ts";
import type { Lost } from "./rpc/relay-port.ts";

/**
 * Holds stream sockets for an organization that has too many for its own object. A relay stores nothing and can be lost
 * at any time. Its clients then reconnect, and the organization's object knows what each has received.
 */
export class RelayObject extends DurableObject<Env> {
  readonly #relay: Relay;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
    this.#relay = new Relay({ sockets: state, dial: (subdomain, relay) => dial(env, subdomain, relay) });
  }

  override fetch(request: Request): Response {
    const opening = readRelayHeader<Opening>(request.headers);
    if (opening === null) return new Response(null, { status: 400 });
    const [client, server] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
    this.#relay.open(server, opening);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Reconnects to the realm, which lost the link. Resolves to true if any streams are open. */
  link(): Promise<boolean> {
    return this.#relay.relink();
  }

  /** For tests: loses the link or the whole relay. Returns the number of streams held before. */
  lose(what: Lost): number {
    const { size } = this.#relay;
    if (what === "link") this.#relay.cut();
    // Lets this call return first.
    if (what === "relay") setTimeout(() => this.ctx.abort("lost for a test"), 0);
    return size;
  }

  override webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): void {
    this.#relay.receive(socket, frame);
  }

  override webSocketClose(socket: WebSocket): void {
    socket.close();
    this.#relay.closed(socket);
  }

  override webSocketError(socket: WebSocket): void {
    this.webSocketClose(socket);
  }
}

async function dial(env: Env, subdomain: string, relay: string): Promise<WebSocket> {
  const realm = objectStub(env.REALM, subdomain || ".", readConfig(env).place) as Fetcher;
  const call: LinkCall = { relay, protocol: PROTOCOL };
  const headers = { Upgrade: "websocket", [RELAY_HEADER]: JSON.stringify(call) };
  const { webSocket, status } = await realm.fetch("https://realm/relay", { headers });
  if (webSocket === null) throw new Error(`the realm makes no link: ${status}`);
  return webSocket;
}
