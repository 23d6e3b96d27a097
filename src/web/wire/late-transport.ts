import type { EventTransport } from "./poll.ts";

/** A transport that is loaded when it is first used, after the data that the browser has stored was shown. */
export function lateTransport(load: () => Promise<EventTransport>): EventTransport {
  let transport: EventTransport | undefined;
  return {
    async next(after, signal, onLive) {
      transport ??= await load();
      signal.throwIfAborted();
      return transport.next(after, signal, onLive);
    },
    remind: () => transport?.remind(),
    close: () => transport?.close(),
  };
}
