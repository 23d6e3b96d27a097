import type { Linkifier } from "../../../model/state.ts";
import { linkifiersWords } from "../../../words/settings/organization/linkifiers.ts";
import { attempt } from "../../attempt.ts";
import "./linkifiers.css";
import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { Field } from "../../../parts/fields/field.tsx";
import { SortableList } from "../../../parts/lists/sortable-list.tsx";
import { confirm } from "../../../parts/overlays/confirm.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { ToolButton } from "../../../parts/tool-button.tsx";
import { openDialog } from "../../dialogs/open-dialog.tsx";
import { Entry, EntryGroup, useAdministratorsLock } from "../entry.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { LinkifierTrial } from "./linkifier-trial.tsx";

/** The patterns whose matches in messages become links, in the order in which they are tried. */
export function Linkifiers() {
  const client = useClient();
  const { realm_linkifiers: linkifiers } = client.watch("realm");
  const locked = useAdministratorsLock();
  const isLocked = locked !== undefined;
  const w = linkifiersWords();
  return (
    <>
      <EntryGroup
        title={w.title}
        quiet
        hint={w.hint}
        locked={locked}
        add={w.add}
        onAdd={() => openDialog(client, <LinkifierDialog />)}
        none={linkifiers.length === 0 ? w.none : undefined}
      >
        <SortableList
          label={w.title}
          items={linkifiers}
          keyOf={({ id }) => id}
          nameOf={({ pattern }) => pattern}
          disabled={isLocked}
          onOrder={(order) => void reorder(client, order)}
          row={(linkifier) => (
            <Entry
              title={<code class="entry-code">{linkifier.pattern}</code>}
              facts={w.leadsTo(linkifier.url_template)}
            >
              <ToolButton
                icon="pencil"
                label={w.edit(linkifier.pattern)}
                disabled={isLocked}
                onClick={() => openDialog(client, <LinkifierDialog linkifier={linkifier} />)}
              />
              <ToolButton
                icon="trash-2"
                label={w.remove(linkifier.pattern)}
                disabled={isLocked}
                onClick={() => void remove(client, linkifier)}
              />
            </Entry>
          )}
        />
      </EntryGroup>
      <SettingGroup title={w.tryOut} hint={w.tryOutHint}>
        <LinkifierTrial />
      </SettingGroup>
    </>
  );
}

async function reorder(client: Client, order: readonly Linkifier[]): Promise<void> {
  const before = client.watch().realm_linkifiers;
  const assume = (realm_linkifiers: readonly Linkifier[]) =>
    client.assume({ type: "realm_linkifiers", realm_linkifiers });
  assume(order);
  const ordered_linkifier_ids = order.map(({ id }) => id);
  if (!(await attempt(client, () => client.api.patch("/realm/linkifiers", { ordered_linkifier_ids })))) assume(before);
}

async function remove(client: Client, { id, pattern }: Linkifier): Promise<void> {
  const w = linkifiersWords();
  const question = { title: w.removeTitle, text: w.removeText(pattern), action: w.removeAction, danger: true };
  if (!(await confirm(question))) return;
  if (await attempt(client, () => client.api.delete(`/realm/filters/${id}`))) client.toast({ text: w.removed });
}

function LinkifierDialog({ linkifier }: { readonly linkifier?: Linkifier }) {
  const client = useClient();
  const [pattern, setPattern] = useState(linkifier?.pattern ?? "");
  const [template, setTemplate] = useState(linkifier?.url_template ?? "");
  const w = linkifiersWords();
  const fields = { pattern: pattern.trim(), url_template: template.trim() };
  return (
    <Dialog
      title={linkifier === undefined ? w.add : w.editTitle}
      submit={linkifier === undefined ? w.create : w.save}
      disabled={fields.pattern === "" || fields.url_template === ""}
      onSubmit={() =>
        linkifier === undefined
          ? client.api.post("/realm/filters", fields)
          : client.api.patch(`/realm/filters/${linkifier.id}`, fields)
      }
    >
      <div class="entry-fields linkifier-fields">
        <Field
          label={w.pattern}
          hint={w.patternHint}
          value={pattern}
          onInput={setPattern}
          spellcheck={false}
          autofocus
          required
        />
        <Field
          label={w.template}
          hint={w.templateHint}
          value={template}
          onInput={setTemplate}
          spellcheck={false}
          required
        />
      </div>
    </Dialog>
  );
}
