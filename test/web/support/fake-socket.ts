/** A WebSocket whose other end is the test. */
export class FakeSocket {
  readonly sent: string[] = [];
  readyState: number = WebSocket.OPEN;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;

  get isClosed(): boolean {
    return this.readyState === WebSocket.CLOSED;
  }

  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = WebSocket.CLOSED;
  }
  open(): void {
    this.onopen?.(new Event("open"));
  }
  say(body: object | string): void {
    this.onmessage?.({ data: typeof body === "string" ? body : JSON.stringify(body) } as MessageEvent);
  }
  bring(...ids: number[]): void {
    this.say({ result: "success", msg: "", events: ids.map((id) => ({ id, type: "number" })), queue_id: "q" });
  }
  end(code: number): void {
    this.onclose?.({ code } as CloseEvent);
  }
}
