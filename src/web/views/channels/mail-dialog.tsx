import "./channels.css";
import { useEffect, useState } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import type { UserId } from "../../model/ids.ts";
import { ownBots } from "../../model/people/bots.ts";
import type { Channel } from "../../model/state.ts";
import { Button } from "../../parts/button.tsx";
import { errorText } from "../../parts/error-text.ts";
import { Select, Switch } from "../../parts/fields/choice.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { confirm, Dialog } from "../../parts/overlays/dialog.tsx";
import { dialogsWords } from "../../words/dialogs.ts";
import { attempt } from "../attempt.ts";
import { CopyButton } from "../copy-button.tsx";
import { addressWith, MAIL_OPTIONS, type MailOption } from "./mail-options.ts";

/** Represents the email gateway's bot, which may not exist yet. */
const GATEWAY = 0;

export const openMail = (client: Client, channel: Channel): void => client.show(<MailDialog channel={channel} />);

/** Shows the email address that posts to a channel, with options for its messages. */
function MailDialog({ channel }: { readonly channel: Channel }) {
  const client = useClient();
  const state = client.watch("users", "account");
  const [sender, setSender] = useState<UserId | typeof GATEWAY>(GATEWAY);
  const [options, setOptions] = useState<readonly MailOption[]>(["show-sender"]);
  const [told, setTold] = useState<{ readonly email?: string; readonly error?: unknown }>({});
  const w = dialogsWords();
  const path = `/streams/${channel.stream_id}/email_address`;
  const fields = sender === GATEWAY ? {} : { sender_id: sender };
  const [renewals, setRenewals] = useState(0);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    setTold({});
    client.api.get<{ email: string }>(path, fields, { signal }).then(setTold, (error) => {
      if (!signal.aborted) setTold({ error });
    });
    return () => ended.abort();
  }, [sender, renewals]);
  const renew = async () => {
    if (!(await confirm({ title: w.mailRenewAsk, text: w.mailRenewText, action: w.mailRenew, danger: true }))) return;
    await attempt(client, async () => {
      await client.api.delete(path, fields);
      setRenewals((count) => count + 1);
    });
  };
  const address = told.email === undefined ? "" : addressWith(told.email, options);
  const bots = ownBots(state).filter((bot) => bot.is_active);
  return (
    <Dialog
      title={w.mail(channel.name)}
      footer={
        <Button disabled={address === ""} onClick={() => void renew()}>
          {w.mailRenew}
        </Button>
      }
    >
      <p>{w.mailLead}</p>
      <div class="field-row mail-address">
        <Field
          label={w.mailAddress}
          value={address}
          readOnly
          onInput={() => {}}
          spellcheck={false}
          error={told.error === undefined ? undefined : errorText(told.error)}
        />
        <CopyButton kind="primary" disabled={address === ""} text={address} />
      </div>
      <Select
        label={w.mailSender}
        value={sender}
        options={[
          { value: GATEWAY, label: w.mailGateway },
          { value: state.user_id, label: state.full_name },
          ...bots.map((bot) => ({ value: bot.user_id, label: bot.full_name })),
        ]}
        onChange={setSender}
      />
      <div class="mail-options">
        {MAIL_OPTIONS.map((option) => (
          <Switch
            key={option}
            label={w.mailOptions[option]}
            on={options.includes(option)}
            onChange={(on) => setOptions(MAIL_OPTIONS.filter((one) => (one === option ? on : options.includes(one))))}
          />
        ))}
      </div>
    </Dialog>
  );
}
