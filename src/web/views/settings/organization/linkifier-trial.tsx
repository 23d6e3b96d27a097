import { useEffect, useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { errorText } from "../../../parts/error-text.ts";
import { Field } from "../../../parts/fields/field.tsx";
import { serverHtml } from "../../../parts/server-html.ts";
import { linkifiersWords } from "../../../words/settings/organization/linkifiers.ts";

/** The time after the last change until the server is asked. */
const PAUSE_MS = 250;

interface Tried {
  readonly html: string;
  readonly links: readonly string[];
}

/** Shows the links in a text. The server makes them, because browsers do not match the patterns in the same way. */
export function LinkifierTrial() {
  const client = useClient();
  const { realm_linkifiers } = client.watch("realm");
  const [sample, setSample] = useState("");
  const [tried, setTried] = useState<Tried>();
  const [error, setError] = useState<string>();
  const w = linkifiersWords();
  const content = sample.trim();
  useEffect(() => {
    setError(undefined);
    if (content === "") return setTried(undefined);
    const asked = new AbortController();
    const ask = async () => {
      try {
        const { signal } = asked;
        const { rendered: html } = await client.api.post<{ rendered: string }>(
          "/messages/render",
          { content },
          { signal },
        );
        const parsed = document.createElement("template");
        parsed.innerHTML = serverHtml(html).__html;
        const links = [...parsed.content.querySelectorAll("a")].map(({ href }) => href);
        if (!signal.aborted) setTried({ html, links });
      } catch (thrown) {
        if (!asked.signal.aborted) setError(errorText(thrown));
      }
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [content, realm_linkifiers]);
  return (
    <>
      <Field label={w.sample} value={sample} onInput={setSample} lines={2} error={error} />
      {tried !== undefined && (
        <div role="status">
          <div class="linkifier-preview" dir="auto" dangerouslySetInnerHTML={serverHtml(tried.html)} />
          {tried.links.length === 0 ? (
            <p class="settings-note">{w.noLinks}</p>
          ) : (
            <ul class="linkifier-links" aria-label={w.links}>
              {tried.links.map((link, at) => (
                <li key={at}>→ {link}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  );
}
