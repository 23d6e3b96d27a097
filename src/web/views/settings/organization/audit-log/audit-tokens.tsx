import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../../client/client.ts";
import { userById } from "../../../../model/people/users.ts";
import { ToolButton } from "../../../../parts/button.tsx";
import { Field } from "../../../../parts/fields/field.tsx";
import { Time } from "../../../../parts/indicators/time.tsx";
import { confirm, Dialog } from "../../../../parts/overlays/dialog.tsx";
import { appWords } from "../../../../words/app.ts";
import { messageWords } from "../../../../words/feed.ts";
import { auditFeedsWords } from "../../../../words/settings/organization/audit-feeds.ts";
import { directoryWords } from "../../../../words/settings/organization/login-services.ts";
import { attempt } from "../../../attempt.ts";
import { withFreshLogin } from "../../../reauthentication/with-fresh-login.tsx";
import { CopyField } from "../../copy-field.tsx";
import { Entry, EntryGroup, EntryList, LastUse } from "../../entry.tsx";
import { useLoaded, WhenLoaded } from "../../use-loaded.tsx";
import { showOnce } from "./shown-once.tsx";

/** A token for reading the audit log, as returned by the API. */
interface AuditToken {
  readonly id: number;
  readonly name: string;
  /** The owner who created the token. */
  readonly user_id: number;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

const PATH = "/audit_log/tokens";
const MAX_TOKENS = 3;
const MAX_NAME_LENGTH = 100;

type Load = () => Promise<void>;

export function AuditTokens() {
  const client = useClient();
  const { realm_url } = client.watch("realm");
  const loaded = useLoaded(async () => (await client.api.get<{ tokens: readonly AuditToken[] }>(PATH)).tokens);
  const w = auditFeedsWords();
  return (
    <WhenLoaded of={loaded}>
      {(tokens) => (
        <EntryGroup
          title={w.tokens}
          hint={w.tokensHint}
          disabled={tokens.length >= MAX_TOKENS}
          add={w.rows.token}
          onAdd={() => client.show(<NewToken load={loaded.load} />)}
          none={tokens.length === 0 ? w.noTokens : undefined}
        >
          {tokens.length >= MAX_TOKENS && <p class="settings-note">{w.full(MAX_TOKENS)}</p>}
          <EntryList label={w.tokens} items={tokens}>
            {(token) => <TokenEntry token={token} load={loaded.load} />}
          </EntryList>
          <CopyField label={w.programUrl} value={new URL("/audit/v1/logs", realm_url).href} hint={w.programUrlHint} />
        </EntryGroup>
      )}
    </WhenLoaded>
  );
}

function TokenEntry({ token, load }: { readonly token: AuditToken; readonly load: Load }) {
  const client = useClient();
  const maker = userById(client.watch("users"), token.user_id);
  const { name, created_at, last_used_at } = token;
  const { made, used, unused } = directoryWords();
  const w = auditFeedsWords();
  const makerName = maker?.full_name ?? messageWords().unknownUser;
  return (
    <Entry
      title={name}
      facts={
        <>
          {makerName} · {made} <Time at={created_at} as="day within" /> ·{" "}
          <LastUse at={last_used_at} used={used} unused={unused} />
        </>
      }
      more={maker?.is_owner !== true && <p class="entry-state entry-fails">{w.noOwner(makerName)}</p>}
    >
      <ToolButton icon="trash-2" label={w.endToken(name)} onClick={() => void revokeToken(client, token, load)} />
    </Entry>
  );
}

function NewToken({ load }: { readonly load: Load }) {
  const client = useClient();
  const [name, setName] = useState("");
  const { makeToken, token, tokenOf } = directoryWords();
  const w = auditFeedsWords();
  const make = async () => {
    const made = await withFreshLogin(client, () => client.api.post<{ token: string }>(PATH, { name: name.trim() }));
    if (made === undefined) return false;
    showOnce(client, { title: tokenOf(name.trim()), text: w.tokenOnce, fields: { [token]: made.token } });
    await load();
    return true;
  };
  return (
    <Dialog size="s" title={w.rows.token} submit={makeToken} disabled={name.trim() === ""} onSubmit={make}>
      <Field
        label={appWords().name}
        hint={w.nameHint}
        value={name}
        onInput={setName}
        maxLength={MAX_NAME_LENGTH}
        autofocus
        required
      />
    </Dialog>
  );
}

async function revokeToken(client: Client, { id, name }: AuditToken, load: Load): Promise<void> {
  const { endTokenDo, tokenEnded } = directoryWords();
  const w = auditFeedsWords();
  const question = { title: w.endTokenAsk(name), text: w.endTokenText, action: endTokenDo, danger: true };
  if (!(await confirm(question))) return;
  await attempt(client, () => client.api.delete(`${PATH}/${id}`), { done: tokenEnded });
  await load();
}
