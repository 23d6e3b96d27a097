/** A channel between the tabs of a browser: a tab sends each message to all others. */
export interface Channel<Said, Heard = Said> {
  say(said: Said): void;
  /** Calls `run` with each message of another tab, until the returned function is called. */
  hear(run: (said: Heard) => void): () => void;
}

export function openChannel<Said>(name: string): Channel<Said> {
  const channel = new BroadcastChannel(name);
  return {
    say: (said) => channel.postMessage(said),
    hear(run) {
      const heard = ({ data }: MessageEvent<Said>) => run(data);
      channel.addEventListener("message", heard);
      return () => channel.removeEventListener("message", heard);
    },
  };
}
