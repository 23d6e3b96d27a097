import { useState } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import { settingsAddress } from "../../model/addresses/address.ts";
import { channelsByName } from "../../model/channels/channel-list.ts";
import { canAddSubscribers } from "../../model/channels/channel-permissions.ts";
import { channelById } from "../../model/channels/channels.ts";
import { ownNewChannels } from "../../model/channels/new-channels.ts";
import { canAddMembers, ownGroups } from "../../model/people/group-members.ts";
import { hasPermission } from "../../model/people/permissions.ts";
import { serverNow } from "../../model/server-time.ts";
import { Checkbox, Choice, Select } from "../../parts/fields/choice.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Picker } from "../../parts/fields/picker.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { useClose } from "../../parts/overlays/overlays.tsx";
import { channelsWords } from "../../words/channels.ts";
import { listed } from "../../words/format.ts";
import { peopleWords } from "../../words/people.ts";
import { CopyButton } from "../copy-button.tsx";
import { ChannelPicker, pickableGroup } from "../pickers.tsx";
import { useChosen } from "../use-chosen.ts";

/** Roles for invited people, highest last. */
const ROLES = [
  [600, "guest"],
  [400, "member"],
  [300, "moderator"],
  [200, "administrator"],
  [100, "owner"],
] as const;
/** Choices for an invitation's validity in days; 0 means unlimited. */
const DAYS = [1, 3, 10, 30, 0] as const;
const MINUTES = 24 * 60;

/** Explains that the default channels are preselected, with a link to where they can be changed. */
function ToDefaults({ areNewToo }: { readonly areNewToo: boolean }) {
  const close = useClose();
  const w = channelsWords();
  return (
    <>
      {areNewToo ? w.inviteDefaultsAndNewChosen : w.inviteDefaultsChosen}{" "}
      <a href={settingsAddress("organization/default-channels-list")} onClick={close}>
        {w.toDefaults}
      </a>
    </>
  );
}

export const openInvite = (client: Client): void => client.show(<InviteDialog />);

function InviteDialog() {
  const client = useClient();
  const state = client.watch("channels", "realm", "groups", "account");
  const byMail = hasPermission(state, "can_invite_users_group");
  const byLink = hasPermission(state, "create_multiuse_invite_group");
  const [chosenWay, setWay] = useState<"mail" | "link">("link");
  // Permissions can change while the dialog is open.
  const way = byMail && (chosenWay === "mail" || !byLink) ? "mail" : "link";
  const [emails, setEmails] = useState("");
  const [role, setRole] = useState(400);
  const [days, setDays] = useState(10);
  const [fresh] = useState(() => ownNewChannels(state, serverNow()));
  const open = channelsByName(state).filter((channel) => canAddSubscribers(state, channel));
  const openIds = open.map(({ stream_id }) => stream_id);
  const [channels, setChannels] = useChosen(openIds, [...state.realm_default_streams, ...fresh]);
  const [isDefault, setDefault] = useState(false);
  const offered = ownGroups(state).filter((group) => canAddMembers(state, group));
  const [groups, setGroups] = useChosen(offered.map(({ id }) => id));
  const [link, setLink] = useState<string>();
  const w = channelsWords();
  // Users who can't add people to each of the default channels can still invite people to all default channels
  // together.
  const withDefaults = !state.realm_default_streams.every((id) => openIds.includes(id));
  const own = state.is_owner ? 100 : state.is_admin ? 200 : state.is_moderator ? 300 : 400;
  const fields = {
    invite_as: role,
    invite_expires_in_minutes: days === 0 ? null : days * MINUTES,
    stream_ids: channels,
    ...(withDefaults && { include_realm_default_subscriptions: true }),
    group_ids: groups,
  };
  // New channels that the user has created. Administrators can make them default channels for everyone who joins later.
  const forAll = !state.is_admin
    ? []
    : fresh.filter((id) => channels.includes(id) && !state.realm_default_streams.includes(id));
  const names = listed(forAll.map((id) => `#${channelById(state, id)?.name}`));

  const submit = async () => {
    if (isDefault) for (const stream_id of forAll) await client.api.post("/default_streams", { stream_id });
    if (way === "link") {
      const { invite_link } = await client.api.post<{ invite_link: string }>("/invites/multiuse", fields);
      setLink(invite_link);
      return false;
    }
    const invited = emails.split(/[\s,;]+/).filter(Boolean);
    await client.api.post("/invites", { ...fields, invitee_emails: invited.join(",") });
    client.toast({ text: w.invited(invited.length) });
    return true;
  };
  if (link !== undefined) {
    return (
      <Dialog title={w.invite} footer={<CopyButton kind="primary" text={link} />}>
        <Field label={w.linkReady} value={link} onInput={() => {}} readOnly autofocus />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={w.invite}
      submit={way === "link" ? w.inviteMakeLink : w.inviteSend}
      disabled={!(byMail || byLink) || (way === "mail" && emails.trim() === "")}
      onSubmit={submit}
    >
      {byMail && byLink && (
        <Choice
          label={w.inviteHint}
          as="row"
          value={way}
          options={[
            { value: "link", label: w.inviteLink },
            { value: "mail", label: w.inviteByMail },
          ]}
          onChange={setWay}
        />
      )}
      {way === "mail" && (
        <Field
          label={w.inviteEmails}
          hint={w.inviteEmailsHint}
          value={emails}
          onInput={setEmails}
          lines={3}
          autofocus
        />
      )}
      <Select
        label={w.inviteAs}
        value={role}
        options={ROLES.filter(([id]) => id >= own).map(([value, name]) => ({
          value,
          label: peopleWords().roles[name],
        }))}
        onChange={setRole}
      />
      <Select
        label={w.inviteExpires}
        value={days}
        options={DAYS.map((value) => ({ value, label: value === 0 ? w.forEver : w.days(value) }))}
        onChange={setDays}
      />
      {open.length > 0 && (
        <ChannelPicker
          label={w.inviteChannels}
          hint={withDefaults ? w.inviteDefaults : state.is_admin && <ToDefaults areNewToo={fresh.length > 0} />}
          channels={open}
          chosen={channels}
          onChange={setChannels}
        />
      )}
      {forAll.length > 0 && (
        <Checkbox label={w.inviteMakeDefault(names)} hint={w.isDefaultHint} checked={isDefault} onChange={setDefault} />
      )}
      {open.length === 0 && withDefaults && <p class="field-hint">{w.inviteDefaultsOnly}</p>}
      {offered.length > 0 && (
        <Picker
          label={w.inviteGroups}
          options={offered.map((group) => pickableGroup(group, group.name))}
          chosen={groups}
          onChange={setGroups}
        />
      )}
    </Dialog>
  );
}
