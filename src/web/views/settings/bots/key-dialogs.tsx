import { type Client, useClient } from "../../../client/client.ts";
import type { UserId } from "../../../model/ids.ts";
import { type Bot, botById } from "../../../model/people/bots.ts";
import { Button } from "../../../parts/button.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { confirm, Dialog, DoneButton } from "../../../parts/overlays/dialog.tsx";
import { botsWords } from "../../../words/settings/integrations/bots.ts";
import { attempt } from "../../attempt.ts";
import { CopyButton } from "../../copy-button.tsx";
import { CopyField } from "../copy-field.tsx";
import { download } from "../download.ts";
import { outgoingOf } from "./bot-kinds.ts";

interface Secrets {
  /** Name of the account that the key belongs to. */
  readonly name: string;
  /** The account's email address. Undefined for a bot, because the event with its address may arrive after its key. */
  readonly email?: string;
  readonly bot?: UserId;
  /** Not `key`, which is reserved in JSX. */
  readonly apiKey: string;
}

interface Zuliprc {
  readonly email: string;
  readonly apiKey: string;
  /** The token that an outgoing webhook sends to its service. */
  readonly token: string | undefined;
}

/** Returns the file that programs use to log in, in the format of the libraries for Zulip's API. */
function zuliprcOf({ email, apiKey, token }: Zuliprc, site: string): string {
  const lines = ["[api]", `email=${email}`, `key=${apiKey}`, `site=${site}`];
  return `${[...lines, ...(token === undefined ? [] : [`token=${token}`])].join("\n")}\n`;
}

/** Shows a key. It can't be shown again, because the server stores only its hash. */
function KeyDialog({ name, apiKey, bot: id, ...own }: Secrets) {
  const client = useClient();
  const bot = id === undefined ? undefined : botById(client.watch("users"), id);
  const email = bot?.email ?? own.email;
  const token = bot && outgoingOf(bot)?.token;
  const zuliprc = email === undefined ? undefined : zuliprcOf({ email, apiKey, token }, location.origin);
  const w = botsWords();
  const lines = [
    [w.email, email],
    [w.key, apiKey],
    [w.token, token],
  ] as const;
  return (
    <Dialog alert title={w.keyOf(name)} footer={<Buttons zuliprc={zuliprc} />}>
      <p>{w.keyOnce}</p>
      {lines.map(
        ([label, value]) =>
          value !== undefined && (
            <div class="field-row field-code" key={label}>
              <Field label={label} value={value} readOnly onInput={() => {}} spellcheck={false} />
              <CopyButton text={value} />
            </div>
          ),
      )}
      <p class="settings-note">{w.zuliprcHint}</p>
    </Dialog>
  );
}

const Buttons = ({ zuliprc = "" }: { readonly zuliprc: string | undefined }) => (
  <>
    <Button icon="download" disabled={zuliprc === ""} onClick={() => download("zuliprc", zuliprc)}>
      {botsWords().zuliprc}
    </Button>
    <DoneButton />
  </>
);

export const openKey = (client: Client, secrets: Secrets): void => client.show(<KeyDialog {...secrets} />);

/** Creates a new key for a bot after confirmation, because programs using the old key lose access. */
export async function renewKey(
  client: Client,
  { user_id, full_name }: Bot,
  onMade = (apiKey: string): void => openKey(client, { name: full_name, bot: user_id, apiKey }),
): Promise<void> {
  const w = botsWords();
  if (!(await confirm({ title: w.renewAsk(full_name), text: w.renewText, action: w.renewDo, danger: true }))) return;
  await attempt(client, async () => {
    const { api_key } = await client.api.post<{ api_key: string }>(`/bots/${user_id}/api_key/regenerate`);
    onMade(api_key);
  });
}

export const openToken = (client: Client, { user_id }: Bot): void => client.show(<TokenDialog bot={user_id} />);

/**
 * Shows the token that an outgoing webhook's service uses to recognize requests from this server. It can be renewed.
 */
function TokenDialog({ bot: id }: { readonly bot: UserId }) {
  const client = useClient();
  const bot = botById(client.watch("users"), id);
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
          <DoneButton />
        </>
      }
    >
      <CopyField label={w.token} value={service.token} hint={w.tokenHint} />
    </Dialog>
  );
}
