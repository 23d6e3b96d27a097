import { appWords } from "../../words/app.ts";
import "./switcher.css";
import { useState } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import {
  addOrganization,
  joinList,
  orderOrganizations,
  organizations,
  removeOrganization,
} from "../../client/organizations/list.ts";
import { MAX_ORGANIZATIONS, type Organizations, originOfTyped } from "../../model/organizations/organizations.ts";
import { Button, ToolButton } from "../../parts/button.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { SortableList } from "../../parts/lists/sortable-list.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { useClose } from "../../parts/overlays/overlays.tsx";
import { switchingWords } from "../../words/switching.ts";
import { goToOrganization, selfOf } from "./follow-organizations.ts";
import { LastUnread, OrganizationRow } from "./organization-face.tsx";

export const openAddOrganization = (client: Client): void => client.show(<AddDialog />);

/**
 * Asks for another organization's address, and goes there. That organization's page then asks whether both belong to
 * the same user.
 */
function AddDialog() {
  const client = useClient();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const w = switchingWords();
  const refuse = (why: string) => {
    setError(why);
    return false;
  };
  const add = () => {
    const origin = originOfTyped(typed);
    if (origin === undefined) return refuse(w.notAddress);
    if (origin === location.origin) return true;
    if (!addOrganization(selfOf(client), origin)) return refuse(w.tooMany(MAX_ORGANIZATIONS));
    goToOrganization(client, origin);
    return true;
  };
  return (
    <Dialog size="s" title={w.add} submit={w.open} disabled={typed.trim() === ""} onSubmit={add}>
      <Field
        label={w.address}
        hint={w.addressHint}
        error={error}
        value={typed}
        onInput={setTyped}
        type="text"
        autocomplete="url"
        maxLength={200}
        spellcheck={false}
        autofocus
      />
    </Dialog>
  );
}

export const openOrganizations = (client: Client): void => client.show(<ManageDialog />);

function ManageDialog() {
  const w = switchingWords();
  return (
    <Dialog title={w.manage} footer={<AddButton />}>
      <p class="organization-hint">{w.manageHint}</p>
      <SortableList
        label={w.title}
        items={organizations()?.all ?? []}
        keyOf={({ origin }) => origin}
        nameOf={({ name }) => name}
        onOrder={orderOrganizations}
        row={(one) => (
          <div class="organization-row">
            <OrganizationRow organization={one} />
            <LastUnread organization={one} />
            {one.origin === location.origin ? (
              <span class="for-readers">{w.here}</span>
            ) : (
              <ToolButton
                icon="x"
                label={appWords().removeNamed(one.name)}
                onClick={() => removeOrganization(one.origin)}
              />
            )}
          </div>
        )}
      />
    </Dialog>
  );
}

function AddButton() {
  const client = useClient();
  const close = useClose();
  const add = () => {
    close();
    openAddOrganization(client);
  };
  return (
    <Button icon="plus" onClick={add}>
      {switchingWords().add}
    </Button>
  );
}

/** Asks whether a list received from another organization's page is the user's own. */
export function openJoin(client: Client, told: Organizations): void {
  const w = switchingWords();
  const others = told.all.filter(({ origin }) => origin !== location.origin);
  client.show(
    <Dialog alert size="s" title={w.joinTitle} submit={w.join} onSubmit={() => joinList(told, selfOf(client))}>
      <p>{w.joinText}</p>
      <ul class="organization-list">
        {others.map((one) => (
          <li key={one.origin} class="organization-row">
            <OrganizationRow organization={one} />
          </li>
        ))}
      </ul>
    </Dialog>,
  );
}
