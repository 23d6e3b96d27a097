/** A channel between a browser's tabs. Each message is posted to all other tabs. */
export interface TabChannel<Posted, Received = Posted> {
  post(message: Posted): void;
  /** Calls `run` with each message from another tab until the returned function is called. */
  listen(run: (message: Received) => void): () => void;
}

export function openChannel<Message>(name: string): TabChannel<Message> {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen(run) {
      const onMessage = ({ data }: MessageEvent<Message>) => run(data);
      channel.addEventListener("message", onMessage);
      return () => channel.removeEventListener("message", onMessage);
    },
  };
}
