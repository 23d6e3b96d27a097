import type { Linkifier } from "../../../model/state.ts";
import { useFields } from "../../../parts/fields/use-fields.ts";
import { linkifiersWords } from "../../../words/settings/organization/linkifiers.ts";
import { attempt } from "../../attempt.ts";
import { EditableList } from "../editable-list.tsx";
import "./organization.css";
import { type Client, useClient } from "../../../client/client.ts";
import { Field } from "../../../parts/fields/field.tsx";
import { confirm } from "../../../parts/overlays/confirm.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { LinkifierTrial } from "./linkifier-trial.tsx";

/** The patterns whose matches in messages become links, in the order in which they are tried. */
export function Linkifiers() {
  const client = useClient();
  const { realm_linkifiers: linkifiers } = client.watch("realm");
  const w = linkifiersWords();
  return (
    <>
      <EditableList
        words={w}
        items={linkifiers}
        nameOf={({ pattern }) => pattern}
        titleOf={({ pattern }) => <code class="entry-code">{pattern}</code>}
        factsOf={({ url_template }) => w.leadsTo(url_template)}
        dialog={(linkifier) => <LinkifierDialog {...{ linkifier }} />}
        onRemove={(linkifier) => void remove(client, linkifier)}
        order={{
          assume: (realm_linkifiers) => client.assume({ type: "realm_linkifiers", realm_linkifiers }),
          save: (ordered_linkifier_ids) => client.api.patch("/realm/linkifiers", { ordered_linkifier_ids }),
        }}
      />
      <SettingGroup title={w.tryOut} hint={w.tryOutHint}>
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
  });
  const w = linkifiersWords();
  return (
    <Dialog
      class="field-code"
      title={linkifier === undefined ? w.add : w.editTitle}
      submit={linkifier === undefined ? w.create : w.save}
      disabled={Object.values(texts).includes("")}
      onSubmit={() =>
        linkifier === undefined
          ? client.api.post("/realm/filters", texts)
          : client.api.patch(`/realm/filters/${linkifier.id}`, texts)
      }
    >
      <Field label={w.pattern} hint={w.patternHint} {...field("pattern")} spellcheck={false} autofocus required />
      <Field label={w.template} hint={w.templateHint} {...field("url_template")} spellcheck={false} required />
    </Dialog>
  );
}
