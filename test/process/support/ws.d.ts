/** The part of the package that the tests and the bench use. The package has no types of its own. */
declare module "ws" {
  import type { EventEmitter } from "node:events";
  import type { ClientRequest, IncomingMessage } from "node:http";

  class WebSocket extends EventEmitter<{
    open: [];
    message: [data: Buffer];
    close: [code: number, reason: Buffer];
    error: [error: Error];
    "unexpected-response": [request: ClientRequest, response: IncomingMessage];
  }> {
    static readonly OPEN: number;
    constructor(address: string, options?: { headers?: Record<string, string>; perMessageDeflate?: boolean });
    readonly readyState: number;
    send(data: string): void;
    close(): void;
    pause(): void;
    resume(): void;
    terminate(): void;
  }
}
