import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { channelById } from "../../../model/channels/channels.ts";
import type { ManagedLink } from "../../../model/state.ts";
import { Field } from "../../../parts/fields/field.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { outsideWords } from "../../../words/outside.ts";
import { openDialog } from "../../open-dialog.tsx";
import { nameOfUser } from "../../people/names.ts";
import { withFreshLogin } from "../../reauthentication/with-fresh-login.tsx";

interface GuestProps {
  readonly link: ManagedLink;
  readonly person: ManagedLink["people"][number];
}

export const openMakeGuest = (client: Client, link: ManagedLink, person: GuestProps["person"]): void =>
  openDialog(client, <MakeGuest link={link} person={person} />);

/** Makes a person outside an ordinary guest, with the address they asked for or another. */
function MakeGuest({ link, person }: GuestProps) {
  const client = useClient();
  const state = client.watch("users", "channels");
  const [email, setEmail] = useState(person.wants_to_stay?.email ?? "");
  const w = outsideWords();
  const submit = async () => {
    const path = `/outside_links/people/${person.user_id}/keep`;
    return (await withFreshLogin(client, () => client.api.post(path, { email }))) !== undefined;
  };
  return (
    <Dialog title={w.guestTitle(nameOfUser(state, person.user_id))} submit={w.guestDo} onSubmit={submit}>
      <p>{w.guestText(channelById(state, link.channel_id)?.name ?? "")}</p>
      <Field label={w.email} type="email" value={email} onInput={setEmail} required />
    </Dialog>
  );
}
