/** What tabs of the same browser tell each other: each says it to all others. */
export interface Channel<Said, Heard = Said> {
  say(said: Said): void;
  /** Calls back with what others say, until what it returns is called. */
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
