import { type Client, useClient } from "../../../client/client.ts";
import type { UserId } from "../../../model/ids.ts";
import type { Bot } from "../../../model/state.ts";
import { Button } from "../../../parts/button.tsx";
import { confirm } from "../../../parts/overlays/confirm.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { useClose } from "../../../parts/overlays/overlays.tsx";
import { appWords } from "../../../words/app.ts";
import { botsWords } from "../../../words/settings/integrations/bots.ts";
import { attempt } from "../../attempt.ts";
import { openDialog } from "../../dialogs/open-dialog.tsx";
import { CopyField } from "../copy-field.tsx";
import { outgoingOf } from "./bot-kinds.ts";

export const openToken = (client: Client, { user_id }: Bot): void => openDialog(client, <TokenDialog bot={user_id} />);

/** Shows the token by which an outgoing webhook's service knows that a request is from this server. It can be renewed. */
function TokenDialog({ bot: id }: { readonly bot: UserId }) {
  const client = useClient();
  const close = useClose();
  const bot = client.watch("users").realm_bots.find(({ user_id }) => user_id === id);
  const service = bot === undefined ? undefined : outgoingOf(bot);
  if (bot === undefined || service === undefined) return null;
  const w = botsWords();
  const renew = async () => {
    const question = { title: w.renewTokenAsk(bot.full_name), text: w.renewTokenText, action: w.renewTokenDo };
    if (!(await confirm({ ...question, danger: true }))) return;
    await attempt(client, () => client.api.post(`/bots/${id}/token/regenerate`), { done: w.tokenRenewed });
  };
  return (
    <Dialog
      title={w.tokenOf(bot.full_name)}
      footer={
        <>
          <Button icon="key" onClick={() => void renew()}>
            {w.renewToken}
          </Button>
          <Button kind="primary" onClick={close}>
            {appWords().done}
          </Button>
        </>
      }
    >
      <CopyField label={w.token} value={service.token} hint={w.tokenHint} />
    </Dialog>
  );
}
