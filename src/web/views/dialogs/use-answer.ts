import { useEffect, useState } from "preact/hooks";

type Answer<Value> = { readonly value?: Value; readonly error?: unknown };

/** Loads the content of a dialog from the server when it opens. */
export function useAnswer<Value>(ask: (signal: AbortSignal) => Promise<Value>): Answer<Value> {
  const [answer, setAnswer] = useState<Answer<Value>>({});
  useEffect(() => {
    const ended = new AbortController();
    ask(ended.signal).then(
      (value) => setAnswer({ value }),
      (error: unknown) => {
        if (!ended.signal.aborted) setAnswer({ error });
      },
    );
    return () => ended.abort();
  }, []);
  return answer;
}
