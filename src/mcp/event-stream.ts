/** Some proxies close silent connections. */
const COMMENT_MS = 25_000;

export interface EventStream {
  readonly response: Response;
  readonly send: (message: object) => void;
  readonly end: () => void;
}

/** A response as several events: notifications, and finally the result. */
export function eventStream(onCancel: () => void): EventStream {
  const utf8 = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const close = () => {
    clearInterval(comments);
    controller = undefined;
  };
  const body = new ReadableStream<Uint8Array>({
    start(started) {
      controller = started;
    },
    cancel() {
      close();
      onCancel();
    },
  });
  const write = (text: string) => controller?.enqueue(utf8.encode(text));
  const comments = setInterval(() => write(":\n\n"), COMMENT_MS);
  const headers = {
    "content-type": "text/event-stream",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  };
  return {
    response: new Response(body, { headers }),
    send: (message) => write(`event: message\ndata: ${JSON.stringify(message)}\n\n`),
    end() {
      const ended = controller;
      close();
      ended?.close();
    },
  };
}
