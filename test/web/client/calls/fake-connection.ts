/** One end's connection, with the signaling states of a browser's. */
export class FakeConnection {
  connectionState = "new";
  signalingState = "stable";
  localDescription: { type: string; sdp: string } | null = null;
  onnegotiationneeded: (() => void) | null = null;
  onconnectionstatechange: (() => void) | null = null;
  onicecandidate = null;
  ontrack = null;
  readonly done: string[] = [];
  readonly lines: { sender: object; receiver: FakeReceiver; direction: string }[] = [];
  restarts = 0;
  /** The next remote description is applied once this resolves. */
  hold: Promise<void> = Promise.resolve();
  readonly sender = { replaceTrack: async () => {} };

  constructor(public configuration: RTCConfiguration = {}) {}

  addTransceiver(kind: string, { direction }: { readonly direction: string }) {
    return this.#line(kind, direction);
  }
  getTransceivers() {
    return this.lines;
  }
  getReceivers() {
    return this.lines.map(({ receiver }) => receiver);
  }
  async setLocalDescription(): Promise<void> {
    const type = this.signalingState === "have-remote-offer" ? "answer" : "offer";
    this.signalingState = type === "offer" ? "have-local-offer" : "stable";
    this.localDescription = { type, sdp: "" };
    this.done.push(`local ${type}`);
  }
  async setRemoteDescription({ type }: { type: string }): Promise<void> {
    await this.hold;
    // The other end has offered a line of each kind.
    if (this.lines.length === 0) for (const kind of ["audio", "video", "video", "audio"]) this.#line(kind, "recvonly");
    this.signalingState = type === "offer" ? "have-remote-offer" : "stable";
    this.done.push(`remote ${type}`);
  }
  async addIceCandidate(): Promise<void> {
    this.done.push("candidate");
  }
  setConfiguration(configuration: RTCConfiguration): void {
    this.configuration = configuration;
  }
  restartIce(): void {
    this.restarts += 1;
  }
  close(): void {}
  become(state: string): void {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }

  #line(kind: string, direction: string) {
    const line = { sender: this.sender, receiver: new FakeReceiver(kind), direction };
    this.lines.push(line);
    return line;
  }
}

/** The receiver of one line. `newest` is the newest packet, with its audio level. */
class FakeReceiver {
  readonly track: { readonly kind: string };
  newest: readonly { readonly timestamp: number; readonly audioLevel: number }[] = [];

  constructor(kind: string) {
    this.track = { kind };
  }
  getSynchronizationSources() {
    return this.newest;
  }
}
