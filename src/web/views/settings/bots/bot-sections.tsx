import { useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { settingsAddress } from "../../../model/addresses/address.ts";
import { type Bot, botById, knownBots, ownBots } from "../../../model/people/bots.ts";
import { userById } from "../../../model/people/users.ts";
import { Button } from "../../../parts/button.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Avatar } from "../../../parts/indicators/avatar.tsx";
import { confirm } from "../../../parts/overlays/dialog.tsx";
import { Empty } from "../../../parts/progress.tsx";
import { Tabs } from "../../../parts/tabs.tsx";
import { integrationsWords } from "../../../words/settings/integrations/integrations.ts";
import { webhooksWords } from "../../../words/settings/integrations/webhooks.ts";
import { attempt } from "../../attempt.ts";
import { CopyButton } from "../../copy-button.tsx";
import { BackLink } from "../entry.tsx";
import type { SectionProps } from "../section.ts";
import { useLoaded, WhenLoaded } from "../use-loaded.tsx";
import { canProgram } from "./bot-kinds.ts";
import { BotList } from "./bot-list.tsx";
import { newSecret, saveSecret } from "./deliveries.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import { ProgramPage } from "./program-page.tsx";
import { TemplateEditor } from "./template-editor.tsx";

interface BotsProps extends SectionProps {
  readonly within: string;
  readonly bots: readonly Bot[];
  readonly withOwner?: boolean;
}

/** A list of bots, or the bot named by the URL. */
function Bots({ path: [id = "", ...path], within, ...list }: BotsProps) {
  if (/^\d+$/.test(id)) return <BotPage key={id} within={within} id={Number(id)} path={path} />;
  return <BotList {...list} within={within} />;
}

export function YourBots({ path }: SectionProps) {
  const state = useClient().watch("users", "account");
  return <Bots path={path} within="your-bots" bots={ownBots(state)} />;
}

/** All bots of the organization, for administrators. Excludes the server's bots, because no one can change them. */
export function AllBots({ path }: SectionProps) {
  const state = useClient().watch("users");
  const bots = knownBots(state).filter((bot) => userById(state, bot.user_id)?.is_system_bot !== true);
  return <Bots path={path} within="organization/bot-list-admin" bots={bots} withOwner />;
}

const PARTS = ["deliveries", "template", "signature"] as const;
type BotTab = (typeof PARTS)[number];

interface BotPageProps {
  /** URL of the section that lists the bot. */
  readonly within: string;
  readonly id: number;
  /** The URL's part after the bot's id. */
  readonly path: readonly string[];
}

/** A bot's page: its program, or deliveries from other services with templates and the signing secret. */
function BotPage({ within, id, path: [wanted, more] }: BotPageProps) {
  const client = useClient();
  const state = client.watch("users", "account");
  const bot = botById(state, id);
  const part: BotTab = PARTS.find((one) => one === wanted) ?? "deliveries";
  const w = webhooksWords();
  const show = (name: BotTab) => client.go({ view: "settings", section: `${within}/${id}/${name}` }, "replace");
  return (
    <>
      <BackLink href={settingsAddress(within)} label={w.allBots} />
      {bot === undefined ? (
        <Empty icon="bot" title={w.unknown} text={w.unknownText} />
      ) : (
        <section class="setting-group" aria-label={bot.full_name}>
          <header class="bots-page-head">
            <Avatar name={bot.full_name} id={id} src={bot.avatar_url} size="m" />
            <div class="bots-text">
              <h2 class="bots-page-name">{bot.full_name}</h2>
              <p class="settings-note one-line">{bot.email}</p>
            </div>
          </header>
          {canProgram(state, bot) ? (
            <ProgramPage bot={bot} />
          ) : (
            <Tabs
              label={w.views}
              tabs={PARTS.map((name) => ({ name, label: w.tabs[name] }))}
              chosen={part}
              onChoose={show}
            >
              {part === "deliveries" && <DeliveryLog bot={bot} within={within} />}
              {part === "template" && <TemplateEditor key={more ?? ""} bot={bot} delivery={Number(more ?? 0)} />}
              {part === "signature" && <SignatureSettings bot={bot} />}
            </Tabs>
          )}
        </section>
      )}
    </>
  );
}

function SignatureSettings({ bot }: { readonly bot: Bot }) {
  const client = useClient();
  const loaded = useLoaded(() => client.api.get<{ has_secret: boolean }>(`/bots/${bot.user_id}/webhook`));
  const [secret, setSecret] = useState("");
  const w = webhooksWords();
  const save = async (value: string) => {
    if (!(await attempt(client, () => saveSecret(client, bot.user_id, value)))) return;
    loaded.change((settings) => ({ ...settings, has_secret: value !== "" }));
    client.toast({ text: value === "" ? w.removed : integrationsWords().secretSaved });
  };
  const remove = async () => {
    const question = { title: w.removeAsk, text: w.removeText, action: integrationsWords().removeSecret, danger: true };
    if (await confirm(question)) await save("");
  };
  return (
    <WhenLoaded of={loaded}>
      {({ has_secret }) => (
        <div class="webhook-form">
          <p class="settings-note">{w.signatureHint}</p>
          <p class="webhook-state" role="status">
            <Icon name="lock" /> {has_secret ? w.hasSecret : w.noSecret}
          </p>
          <Field
            label={w.newSecret}
            hint={w.newSecretHint}
            value={secret}
            onInput={setSecret}
            spellcheck={false}
            autocomplete="off"
            maxLength={200}
          />
          <div class="settings-actions">
            <Button kind="primary" disabled={secret.trim() === ""} run={() => save(secret.trim())}>
              {integrationsWords().saveSecret}
            </Button>
            {secret === "" ? (
              <Button icon="key" onClick={() => setSecret(newSecret())}>
                {w.make}
              </Button>
            ) : (
              <CopyButton text={secret} />
            )}
            {has_secret && <Button onClick={() => void remove()}>{w.remove}</Button>}
          </div>
        </div>
      )}
    </WhenLoaded>
  );
}
