import { useClient } from "../../../client/client.ts";
import { addressOf } from "../../../model/places/address.ts";
import { Icon } from "../../../parts/icon.tsx";
import { Empty } from "../../../parts/lists/empty.tsx";
import { Avatar } from "../../../parts/signs/avatar.tsx";
import { Tabs } from "../../../parts/tabs.tsx";
import { webhooksWords } from "../../../words/settings/integrations/webhooks.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import { SignatureSettings } from "./signature-settings.tsx";
import { TemplateEditor } from "./template-editor.tsx";

const PARTS = ["deliveries", "template", "signature"] as const;
type Part = (typeof PARTS)[number];

interface BotPageProps {
  /** The address of the section that lists the bot. */
  readonly within: string;
  readonly id: number;
  /** The part of the address after the bot's id. */
  readonly path: readonly string[];
}

/** The page of a bot that other services deliver to: its deliveries, its templates, and the secret of its signatures. */
export function BotPage({ within, id, path: [wanted, more] }: BotPageProps) {
  const client = useClient();
  const state = client.watch("users", "account");
  const bot = state.realm_bots.find((one) => one.user_id === id);
  const part: Part = PARTS.find((one) => one === wanted) ?? "deliveries";
  const w = webhooksWords();
  const show = (name: Part) => client.go({ view: "settings", section: `${within}/${id}/${name}` }, "replace");
  return (
    <>
      <a class="settings-back" href={addressOf({ view: "settings", section: within }, state)}>
        <Icon name="arrow-left" size={14} />
        {w.allBots}
      </a>
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
        </section>
      )}
    </>
  );
}
