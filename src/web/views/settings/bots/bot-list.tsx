import { usersWords } from "../../../words/settings/organization/users.ts";
import "./bots.css";
import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { settingsAddress } from "../../../model/addresses/address.ts";
import type { Bot } from "../../../model/people/bots.ts";
import { userById } from "../../../model/people/users.ts";
import { Button } from "../../../parts/button.tsx";
import { SearchField } from "../../../parts/fields/field.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Avatar } from "../../../parts/indicators/avatar.tsx";
import { VirtualRows } from "../../../parts/lists/virtual-rows.tsx";
import { confirm } from "../../../parts/overlays/dialog.tsx";
import { MenuButton, type MenuEntry } from "../../../parts/overlays/menu.tsx";
import { Empty } from "../../../parts/progress.tsx";
import { compareNames } from "../../../words/format.ts";
import { peopleWords } from "../../../words/people.ts";
import { botsWords, programsWords } from "../../../words/settings/integrations/bots.ts";
import { attempt } from "../../attempt.ts";
import { copyText } from "../../copy-text.ts";
import { EditBotDialog, NewBotDialog } from "./bot-dialogs.tsx";
import { abilityOf, botKind, canGetDeliveries, canProgram, kindsFor, outgoingOf } from "./bot-kinds.ts";
import { openToken, renewKey } from "./key-dialogs.tsx";

interface BotListProps {
  readonly bots: readonly Bot[];
  /** URL of the section that lists the bots. */
  readonly within: string;
  readonly withOwner?: boolean;
}

const SEARCH_SHOWN_ABOVE = 6;
const compareBots = (one: Bot, other: Bot) =>
  Number(other.is_active) - Number(one.is_active) || compareNames(one.full_name, other.full_name);

/** A list of bots, each with its actions. Deactivated bots come last. */
export function BotList({ bots, within, withOwner = false }: BotListProps) {
  const client = useClient();
  const state = client.watch("users", "realm", "groups", "account");
  const [search, setSearch] = useState("");
  const w = botsWords();
  const ownerOf = (bot: Bot) => (bot.owner_id === null ? undefined : userById(state, bot.owner_id)?.full_name);
  const wanted = search.trim().toLowerCase();
  const found = bots
    .filter((bot) => `${bot.full_name} ${bot.email} ${ownerOf(bot) ?? ""}`.toLowerCase().includes(wanted))
    .sort(compareBots);
  const mayCreate = kindsFor(state).length > 0;
  return (
    <section class="setting-group">
      <div class="bots-head">
        <p class="settings-note">{mayCreate ? w.lead : w.mayNot}</p>
        {mayCreate && (
          <div class="settings-actions">
            <a class="button button-plain" href={settingsAddress("integrations")}>
              <Icon name="blocks" />
              {w.rows.integrations}
            </a>
            <Button kind="primary" icon="plus" onClick={() => client.show(<NewBotDialog within={within} />)}>
              {w.rows.newBot}
            </Button>
          </div>
        )}
      </div>
      {bots.length > SEARCH_SHOWN_ABOVE && <SearchField label={w.search} value={search} onInput={setSearch} />}
      {bots.length === 0 ? (
        <Empty icon="bot" title={w.none} text={w.noneText} />
      ) : (
        <VirtualRows
          class="bots-list"
          items={found}
          height={102}
          row={(bot) => (
            <BotRow key={bot.user_id} {...{ client, bot, within }} owner={withOwner ? ownerOf(bot) : undefined} />
          )}
        />
      )}
    </section>
  );
}

interface BotRowProps {
  readonly client: Client;
  readonly bot: Bot;
  readonly within: string;
  readonly owner: string | undefined;
}

function BotRow({ client, bot, within, owner }: BotRowProps) {
  const w = botsWords();
  const facts = [w.kinds[botKind(bot.bot_type)], ...(owner === undefined ? [] : [w.of(owner)])];
  return (
    <li class={bot.is_active ? "bots-row" : "bots-row bots-gone"}>
      <Avatar name={bot.full_name} id={bot.user_id} src={bot.avatar_url} size="m" />
      <div class="bots-text">
        <p>
          <span class="bots-name">{bot.full_name}</span>
          {!bot.is_active && <span class="entry-mark">{bot.is_deleted ? peopleWords().deleted : w.deactivated}</span>}
        </p>
        <p class="settings-note">{facts.join(" · ")}</p>
        <p class="settings-note one-line">{bot.email}</p>
        <p class="settings-note">{abilityOf(bot)}</p>
      </div>
      <MenuButton
        icon="ellipsis"
        label={usersWords().actions(bot.full_name)}
        entries={() => entriesOf(client, bot, within)}
      />
    </li>
  );
}

function entriesOf(client: Client, bot: Bot, within: string): readonly MenuEntry[] {
  const w = botsWords();
  const copy: MenuEntry = { label: w.copyEmail, icon: "copy", run: () => void copyText(client, bot.email) };
  if (!bot.is_active)
    return [
      copy,
      client.watch().is_admin && {
        label: usersWords().reactivate,
        icon: "undo-2",
        run: () => void reactivate(client, bot),
      },
    ];
  const show = (part: string) => client.go({ view: "settings", section: `${within}/${bot.user_id}/${part}` });
  const webhook: readonly MenuEntry[] = [
    { label: w.deliveries, icon: "webhook", run: () => show("deliveries") },
    { label: w.templates, icon: "code", run: () => show("template") },
    { label: w.signature, icon: "lock", run: () => show("signature") },
    "line",
  ];
  return [
    ...(canGetDeliveries(bot) ? webhook : []),
    canProgram(client.watch(), bot) && {
      label: programsWords().open,
      icon: "code",
      run: () => show("program"),
    },
    { label: usersWords().edit, icon: "pencil", run: () => client.show(<EditBotDialog bot={bot} />) },
    outgoingOf(bot) !== undefined && { label: w.showToken, icon: "lock", run: () => openToken(client, bot) },
    { label: w.renew, icon: "key", run: () => void renewKey(client, bot) },
    copy,
    "line",
    { label: usersWords().deactivate, icon: "archive", danger: true, run: () => void deactivate(client, bot) },
  ];
}

async function deactivate(client: Client, { user_id, full_name }: Bot): Promise<void> {
  const w = botsWords();
  const question = { title: w.deactivateAsk(full_name), text: w.deactivateText, action: w.deactivateDo, danger: true };
  if (await confirm(question))
    await attempt(client, () => client.api.delete(`/bots/${user_id}`), { done: w.isDeactivated(full_name) });
}

const reactivate = (client: Client, { user_id, full_name }: Bot) =>
  attempt(client, () => client.api.post(`/users/${user_id}/reactivate`), {
    done: botsWords().isReactivated(full_name),
  });
