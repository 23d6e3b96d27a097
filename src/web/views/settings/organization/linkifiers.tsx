import { appWords } from "../../../words/app.ts";
import "./organization.css";
import { useEffect, useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import type { Linkifier } from "../../../model/state.ts";
import { errorText } from "../../../parts/error-text.ts";
import { Field } from "../../../parts/fields/field.tsx";
import { confirm, Dialog } from "../../../parts/overlays/dialog.tsx";
import { serverHtml } from "../../../parts/server-html.ts";
import { linkifiersWords } from "../../../words/settings/organization/customization.ts";
import { attempt } from "../../attempt.ts";
import { useChanges, useFields } from "../../use-fields.ts";
import { EditableList } from "../editable-list.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";

/** Patterns whose matches in messages become links, in the order in which they are tried. */
export function Linkifiers() {
  const client = useClient();
  const { realm_linkifiers: linkifiers } = client.watch("realm");
  const w = linkifiersWords();
  return (
    <>
      <EditableList
        words={{ ...w, add: w.rows.add }}
        items={linkifiers}
        nameOf={({ pattern }) => pattern}
        titleOf={({ pattern }) => <code class="entry-code">{pattern}</code>}
        factsOf={({ url_template }) => w.leadsTo(url_template)}
        dialog={(linkifier) => <LinkifierDialog {...{ linkifier }} />}
        onRemove={(linkifier) => void remove(client, linkifier)}
        saveOrder={(ordered_linkifier_ids) => client.api.patch("/realm/linkifiers", { ordered_linkifier_ids })}
      />
      <SettingGroup title={w.rows.tryOut} hint={w.tryOutHint}>
        <LinkifierTrial />
      </SettingGroup>
    </>
  );
}

async function remove(client: Client, { id, pattern }: Linkifier): Promise<void> {
  const w = linkifiersWords();
  const question = { title: w.removeTitle, text: w.removeText(pattern), action: w.removeAction, danger: true };
  if (await confirm(question))
    await attempt(client, () => client.api.delete(`/realm/filters/${id}`), { done: w.removed });
}

function LinkifierDialog({ linkifier }: { readonly linkifier: Linkifier | undefined }) {
  const client = useClient();
  const { field, texts } = useFields({
    pattern: linkifier?.pattern ?? "",
    url_template: linkifier?.url_template ?? "",
    example_input: linkifier?.example_input ?? "",
    reverse_template: linkifier?.reverse_template ?? "",
    alternatives: linkifier?.alternative_url_templates.join("\n") ?? "",
  });
  const w = linkifiersWords();
  const { alternatives, ...sent } = texts;
  const fields = { ...sent, alternative_url_templates: alternatives.split(/\s+/).filter((one) => one !== "") };
  const changes = useChanges(fields);
  const change = ({ id }: Linkifier) => {
    // The server requires these two fields. If the user hasn't changed them, their current values are sent, because
    // someone else may have changed them since the form was opened.
    const { pattern, url_template } = client.watch().realm_linkifiers.find((one) => one.id === id) ?? fields;
    return client.api.patch(`/realm/filters/${id}`, { pattern, url_template, ...changes });
  };
  return (
    <Dialog
      class="field-code"
      title={linkifier === undefined ? w.rows.add : w.editTitle}
      submit={linkifier === undefined ? w.create : appWords().save}
      disabled={texts.pattern === "" || texts.url_template === ""}
      onSubmit={() => (linkifier === undefined ? client.api.post("/realm/filters", fields) : change(linkifier))}
    >
      <Field label={w.pattern} hint={w.patternHint} {...field("pattern")} spellcheck={false} autofocus required />
      <Field label={w.template} hint={w.templateHint} {...field("url_template")} spellcheck={false} required />
      <Field label={w.example} hint={w.exampleHint} {...field("example_input")} spellcheck={false} />
      <Field label={w.reverse} hint={w.reverseHint} {...field("reverse_template")} spellcheck={false} />
      <Field label={w.alternatives} hint={w.alternativesHint} {...field("alternatives")} spellcheck={false} lines={2} />
    </Dialog>
  );
}

const PREVIEW_DEBOUNCE_MS = 250;

/** Previews the links in a text. The server finds them, because browsers match the patterns differently. */
function LinkifierTrial() {
  const client = useClient();
  const { realm_linkifiers } = client.watch("realm");
  const [sample, setSample] = useState("");
  const [tried, setTried] = useState<{ readonly html: string; readonly links: readonly string[] }>();
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
    const timer = setTimeout(() => void ask(), PREVIEW_DEBOUNCE_MS);
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
