import { useState } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import { CHANNEL_KINDS, type ChannelKind, channelKinds } from "../../model/channels/channel-kinds.ts";
import { channelNamed } from "../../model/channels/channel-list.ts";
import type { ChannelId } from "../../model/ids.ts";
import { peopleByName } from "../../model/people/people-by-name.ts";
import { hasPermission } from "../../model/people/permissions.ts";
import type { State } from "../../model/state.ts";
import { Checkbox, Choice } from "../../parts/fields/choice.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { appWords } from "../../words/app.ts";
import { channelsWords } from "../../words/channels.ts";
import { UserPicker } from "../pickers.tsx";
import { useChosen } from "../use-chosen.ts";
import { useFields } from "../use-fields.ts";

/** Returns the fields of `POST /channels/create` that give a channel its kind. */
const fieldsOf = (kind: ChannelKind) => {
  const { is_private, is_web_public, history_public_to_subscribers } = CHANNEL_KINDS[kind].fields;
  return is_private ? { invite_only: true, history_public_to_subscribers } : { invite_only: false, is_web_public };
};

/**
 * True if the user can create public channels and both settings that web-public channels need are on. Doesn't check the
 * web-public permission itself.
 */
const canBeOnWeb = (state: State) =>
  hasPermission(state, "can_create_public_channel_group") &&
  state.server_web_public_streams_enabled &&
  state.realm_enable_spectator_access;

export const openCreateChannel = (client: Client): void => client.show(<CreateChannelDialog />);

function CreateChannelDialog() {
  const client = useClient();
  const state = client.watch("channels", "users", "realm", "groups", "account");
  const offered = channelKinds.filter(
    (kind) => hasPermission(state, CHANNEL_KINDS[kind].permission) && (kind !== "web-public" || canBeOnWeb(state)),
  );
  const { field, texts } = useFields({ name: "", description: "" });
  const [chosen, setPrivacy] = useState<ChannelKind>("public");
  // Permissions can change while the dialog is open.
  const privacy = offered.includes(chosen) ? chosen : offered[0];
  const users = peopleByName(state);
  const [people, setPeople] = useChosen(users.map(({ user_id }) => user_id));
  const [announces, setAnnounces] = useState(true);
  const [isDefault, setDefault] = useState(false);
  const [isSimple, setSimple] = useState(false);
  const canBeSimple = hasPermission(state, "can_set_topics_policy_group");
  const w = channelsWords();
  const app = appWords();
  const isTaken = channelNamed(state, texts.name) !== undefined;
  const isPublic = privacy === "public" || privacy === "web-public";
  const canBeDefault = isPublic && state.is_admin;

  const create = async () => {
    const { id } = await client.api.post<{ id: ChannelId }>("/channels/create", {
      ...texts,
      subscribers: [...new Set([state.user_id, ...people])],
      announce: announces && isPublic,
      is_default_stream: isDefault && canBeDefault,
      ...(isSimple && canBeSimple && { topics_policy: "empty_topic_only" }),
      ...(privacy && fieldsOf(privacy)),
    });
    client.toast({ text: w.created(texts.name) });
    client.go(isSimple && canBeSimple ? { view: "topic", channel: id, topic: "" } : { view: "topics", channel: id });
  };

  return (
    <Dialog
      title={w.createTitle}
      submit={w.createDo}
      disabled={texts.name === "" || isTaken || privacy === undefined}
      onSubmit={create}
    >
      <Field
        label={app.name}
        {...field("name")}
        maxLength={state.max_stream_name_length}
        error={isTaken ? w.nameTaken : undefined}
        autofocus
        required
      />
      <Field
        label={app.description}
        {...field("description")}
        lines={2}
        maxLength={state.max_stream_description_length}
      />
      <Choice
        label={w.privacy}
        as="column"
        value={privacy}
        options={offered.map((value) => ({ value, label: w.privacies[value].name, hint: w.privacies[value].hint }))}
        onChange={setPrivacy}
      />
      <UserPicker label={w.people} hint={w.peopleHint} users={users} chosen={people} onChange={setPeople} />
      {canBeSimple && <Checkbox label={w.isSimple} hint={w.isSimpleHint} checked={isSimple} onChange={setSimple} />}
      {canBeDefault && (
        <Checkbox label={w.isDefault} hint={w.isDefaultHint} checked={isDefault} onChange={setDefault} />
      )}
      {isPublic && <Checkbox label={w.announce} checked={announces} onChange={setAnnounces} />}
    </Dialog>
  );
}
