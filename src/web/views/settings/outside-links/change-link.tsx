import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import type { ManagedLink } from "../../../model/state.ts";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { appWords } from "../../../words/app.ts";
import { outsideWords } from "../../../words/outside.ts";
import { openDialog } from "../../open-dialog.tsx";
import { isComplete, LinkFields, type LinkForm, linkParameters } from "../../outside/link-fields.tsx";

interface ChangeProps {
  readonly link: ManagedLink;
}

export const openChangeLink = (client: Client, link: ManagedLink): void =>
  openDialog(client, <ChangeLink link={link} />);

function ChangeLink({ link }: ChangeProps) {
  const client = useClient();
  const { can_post, can_upload, can_call, max_people } = link;
  const [form, setForm] = useState<LinkForm>({
    ...{ until: "kept", lastDay: "", people: String(max_people), can_post, can_upload, can_call },
  });
  const save = () => client.api.patch(`/outside_links/${link.link_id}`, linkParameters(form));
  return (
    <Dialog title={outsideWords().change} submit={appWords().save} disabled={!isComplete(form)} onSubmit={save}>
      <LinkFields form={form} onChange={setForm} end={link.expires_at} />
    </Dialog>
  );
}
