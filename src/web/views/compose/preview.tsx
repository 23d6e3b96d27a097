import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { errorText } from "../../parts/error-text.ts";
import { Waiting } from "../../parts/progress.tsx";
import { composeWords } from "../../words/compose.ts";
import { MessageContent } from "../message/message-content.tsx";
import { surroundingsOf } from "../message/surroundings-of.ts";

type Rendered = { readonly html: string } | { readonly error: string };

/** Shows a text rendered as a message. */
export function Preview({ text }: { readonly text: string }) {
  const client = useClient();
  const { api } = client;
  const [rendered, setRendered] = useState<Rendered>();
  useEffect(() => {
    const abort = new AbortController();
    setRendered(undefined);
    if (text.trim() === "") return;
    api.post<{ rendered: string }>("/messages/render", { content: text }, { signal: abort.signal }).then(
      ({ rendered: html }) => setRendered({ html }),
      (error) => abort.signal.aborted || setRendered({ error: errorText(error) }),
    );
    return () => abort.abort();
  }, [api, text]);
  const section = useRef<HTMLElement>(null);
  // Takes the focus from the text field, which is hidden now.
  useLayoutEffect(() => section.current?.focus(), []);
  const compose = composeWords();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long preview has to be scrollable by keyboard
    <section ref={section} class="composer-preview" aria-label={compose.preview} tabIndex={0}>
      {text.trim() === "" ? (
        <p class="composer-preview-empty">{compose.previewEmpty}</p>
      ) : rendered === undefined ? (
        <Waiting />
      ) : "error" in rendered ? (
        <p class="composer-problem">{rendered.error}</p>
      ) : (
        <MessageContent html={rendered.html} surroundings={surroundingsOf(client)} />
      )}
    </section>
  );
}
