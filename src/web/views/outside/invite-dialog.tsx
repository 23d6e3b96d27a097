import "./outside.css";
import { useState } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import { channelById } from "../../model/channels/channels.ts";
import { topicName } from "../../model/channels/topics.ts";
import type { ChannelId } from "../../model/ids.ts";
import { serverNow } from "../../model/server-time.ts";
import type { ManagedLink } from "../../model/state.ts";
import { Choice } from "../../parts/fields/choice.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { labelOf } from "../../words/help.ts";
import { outsideWords } from "../../words/outside.ts";
import { shortDate } from "../../words/time.ts";
import { CopyButton } from "../copy-button.tsx";
import { isComplete, LinkFields, linkParameters, NEW_LINK } from "./link-fields.tsx";

interface InviteProps {
  readonly channel: ChannelId;
  /** The topic that the dialog was opened in, which a link can be limited to. */
  readonly topic?: string | undefined;
}

export const openInviteOutside = (client: Client, props: InviteProps): void =>
  client.show(<InviteOutside {...props} />);

type Seen = "now" | "history" | "topicNow" | "topicHistory";

/** Creates a link for people outside the organization, and shows it. */
function InviteOutside({ channel, topic }: InviteProps) {
  const client = useClient();
  const state = client.watch("channels", "realm");
  const [seen, setSeen] = useState<Seen>(topic === undefined ? "now" : "topicHistory");
  const [form, setForm] = useState(NEW_LINK);
  const [created, setCreated] = useState<{ readonly url: string; readonly outside_link: ManagedLink }>();
  const w = outsideWords();
  const name = channelById(state, channel)?.name ?? "";
  const submit = async () => {
    const isOfTopic = seen === "topicNow" || seen === "topicHistory";
    const link = await client.api.post<{ url: string; outside_link: ManagedLink }>("/outside_links", {
      channel_id: channel,
      ...(isOfTopic && { topic }),
      history: seen === "history" || seen === "topicHistory",
      ...linkParameters(form),
    });
    setCreated(link);
    return false;
  };
  if (created !== undefined) return <LinkCreated {...created} />;
  const options = (topic === undefined ? (["now", "history"] as const) : ALL_SEEN).map((value) => ({
    value,
    label: value === "now" || value === "history" ? w.see[value](name) : w.see[value](topicName(state, topic ?? "")),
  }));
  return (
    <Dialog title={labelOf("inviteOutside")} submit={w.create} disabled={!isComplete(form)} onSubmit={submit}>
      <p class="field-hint">{w.about}</p>
      <Choice<Seen> label={w.sees} value={seen} options={options} onChange={setSeen} />
      <LinkFields form={form} onChange={setForm} />
    </Dialog>
  );
}

const ALL_SEEN = ["topicNow", "topicHistory", "now", "history"] as const;

interface CreatedProps {
  readonly url: string;
  readonly outside_link: ManagedLink;
}

function LinkCreated({ url, outside_link }: CreatedProps) {
  const w = outsideWords();
  return (
    <Dialog title={labelOf("inviteOutside")} footer={<CopyButton kind="primary" text={url} />}>
      <Field
        label={w.ready}
        hint={w.readyHint(shortDate(outside_link.expires_at, serverNow()))}
        value={url}
        onInput={() => {}}
        readOnly
        autofocus
      />
    </Dialog>
  );
}
