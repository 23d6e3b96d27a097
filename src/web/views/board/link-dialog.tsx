import { useState } from "preact/hooks";
import { MAX_PIN_TITLE_LENGTH } from "../../../protocol/text-lengths.ts";
import { type Client, useClient } from "../../client/client.ts";
import type { ChannelId } from "../../model/ids.ts";
import type { Pin } from "../../model/state.ts";
import { Field } from "../../parts/fields/field.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { appWords } from "../../words/app.ts";
import { boardWords } from "../../words/board.ts";
import { addPin, changePin } from "./change-pins.ts";

interface LinkDialogProps {
  readonly channel: ChannelId;
  /** The link to rename, or undefined to add one. */
  readonly pin?: Pin;
}

export const openLink = (client: Client, props: LinkDialogProps): void => client.show(<LinkDialog {...props} />);

/** Returns a typed URL, with "https" if the scheme is missing. Undefined if it isn't an http or https URL. */
function webUrl(typed: string): string | undefined {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

function LinkDialog({ channel, pin }: LinkDialogProps) {
  const client = useClient();
  const [address, setAddress] = useState(pin?.url ?? "");
  const [title, setTitle] = useState(pin?.title ?? "");
  const [error, setError] = useState<string>();
  const w = boardWords();
  const submit = () => {
    const name = title.trim();
    if (pin !== undefined) return changePin(client, channel, pin, { title: name });
    const url = webUrl(address.trim());
    if (url === undefined) {
      setError(w.badUrl);
      return false;
    }
    addPin(client, channel, { url, title: name === "" ? address.trim().slice(0, MAX_PIN_TITLE_LENGTH) : name });
    return true;
  };
  return (
    <Dialog
      title={pin === undefined ? w.addLink : w.renameLink}
      submit={pin === undefined ? w.addLink : appWords().save}
      disabled={(pin === undefined ? address : title).trim() === ""}
      onSubmit={submit}
    >
      {pin === undefined && (
        <Field label={w.url} value={address} onInput={setAddress} error={error} autofocus spellcheck={false} />
      )}
      <Field
        label={w.title}
        value={title}
        onInput={setTitle}
        maxLength={MAX_PIN_TITLE_LENGTH}
        autofocus={pin !== undefined}
      />
    </Dialog>
  );
}
