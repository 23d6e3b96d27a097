import { useState } from "preact/hooks";
import type { Client } from "../../../client/client.ts";
import { Field } from "../../../parts/fields/field.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { organizationProfileWords } from "../../../words/settings/organization/organization-profile.ts";

/** Asks for confirmation before the organization is deactivated: its name has to be typed. */
export function DeactivateDialog({ client, people }: { readonly client: Client; readonly people: number }) {
  const [typed, setTyped] = useState("");
  const { realm_name: name } = client.watch("realm");
  const w = organizationProfileWords();
  return (
    <Dialog
      alert
      size="s"
      title={w.endTitle(name)}
      submit={w.endAction}
      danger
      disabled={typed.trim() !== name}
      onSubmit={() => client.api.post("/realm/deactivate")}
    >
      <p>{w.endText(people)}</p>
      <p>{w.ended}</p>
      <Field
        label={w.typeName(name)}
        value={typed}
        onInput={setTyped}
        autocomplete="off"
        spellcheck={false}
        autofocus
      />
    </Dialog>
  );
}
