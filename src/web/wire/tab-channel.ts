/** A channel between the tabs of a browser: a tab posts each message to all others. */
export interface TabChannel<Posted, Received = Posted> {
  post(message: Posted): void;
  /** Calls `run` with each message of another tab, until the returned function is called. */
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
