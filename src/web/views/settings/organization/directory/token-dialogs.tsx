import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../../client/client.ts";
import { Select } from "../../../../parts/fields/choice.tsx";
import { Field } from "../../../../parts/fields/field.tsx";
import { Dialog } from "../../../../parts/overlays/dialog.tsx";
import { appWords } from "../../../../words/app.ts";
import { directoryWords } from "../../../../words/settings/organization/login-services.ts";
import { withFreshLogin } from "../../../reauthentication/with-fresh-login.tsx";
import { showOnce } from "../audit-log/shown-once.tsx";
import { KINDS, PATH, productOf } from "./connection.ts";

export function NewConnection({ onMade }: { readonly onMade: () => Promise<void> }) {
  const client = useClient();
  const [name, setName] = useState("");
  const [kind, setKind] = useState<(typeof KINDS)[number]>("okta");
  const w = directoryWords();
  const make = async () => {
    const fields = { name: name.trim(), kind };
    const made = await withFreshLogin(client, () => client.api.post<{ token: string; address: string }>(PATH, fields));
    if (made === undefined) return false;
    openToken(client, { name: name.trim(), token: made.token, address: made.address });
    await onMade();
    return true;
  };
  return (
    <Dialog title={w.rows.add} submit={w.connect} disabled={name.trim() === ""} onSubmit={make}>
      <Field label={appWords().name} hint={w.nameHint} value={name} onInput={setName} autofocus required />
      <Select
        label={w.kind}
        value={kind}
        options={KINDS.map((value) => ({ value, label: productOf(value) }))}
        onChange={setKind}
      />
    </Dialog>
  );
}

interface IssuedToken {
  readonly name: string;
  readonly token: string;
  readonly address: string;
}

/** Shows a token. It can't be shown again, because the server stores only its hash. */
export function openToken(client: Client, { name, token, address }: IssuedToken): void {
  const w = directoryWords();
  const fields = { [w.rows.address]: address, [w.token]: token };
  showOnce(client, { title: w.tokenOf(name), text: w.tokenOnce, fields });
}
