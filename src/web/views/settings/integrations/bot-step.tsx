import { useState } from "preact/hooks";
import { MAX_FULL_NAME_LENGTH } from "../../../../protocol/text-lengths.ts";
import { useClient } from "../../../client/client.ts";
import { isKey, type Offer } from "../../../model/integrations/integration.ts";
import { botById } from "../../../model/people/bots.ts";
import { canMakeBots } from "../../../model/people/permissions.ts";
import { Button } from "../../../parts/button.tsx";
import { Choice, Select } from "../../../parts/fields/choice.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Avatar } from "../../../parts/indicators/avatar.tsx";
import { appWords } from "../../../words/app.ts";
import { botsWords } from "../../../words/settings/integrations/bots.ts";
import { integrationsWords } from "../../../words/settings/integrations/integrations.ts";
import { attempt } from "../../attempt.ts";
import { PictureField } from "../bots/bot-fields.tsx";
import { INCOMING } from "../bots/bot-kinds.ts";
import { renewKey } from "../bots/key-dialogs.tsx";
import { freeNames, type KeyedBot, makeBot, ownBots } from "../bots/make-bot.ts";

interface BotStepProps {
  readonly offer: Offer;
  /** The created or chosen bot. */
  readonly bot: KeyedBot | undefined;
  /** True if everything needed for the webhook's URL is chosen. */
  readonly isReady: boolean;
  readonly onMade: (bot: KeyedBot) => void;
}

/**
 * Lets the user create a bot or choose one of their own. The server doesn't store the keys of existing bots, so the
 * user must enter or renew the key.
 */
export function BotStep({ offer, bot, isReady, onMade }: BotStepProps) {
  const state = useClient().watch("users", "realm", "groups", "account");
  const mine = ownBots(state);
  const mayMake = canMakeBots(state);
  const [chosen, setChosen] = useState<"new" | "own">("new");
  const w = integrationsWords();
  if (bot !== undefined)
    return (
      <p class="guide-bot">
        <Avatar name={bot.name} id={bot.user_id} src={botById(state, bot.user_id)?.avatar_url} />
        <span>{bot.name}</span>
      </p>
    );
  const kind = !mayMake ? "own" : mine.length === 0 ? "new" : chosen;
  return (
    <>
      {mayMake && mine.length > 0 && (
        <Choice
          label={w.bot}
          quiet
          as="row"
          value={kind}
          options={[
            { value: "new", label: botsWords().rows.newBot },
            { value: "own", label: w.ownBot },
          ]}
          onChange={setChosen}
        />
      )}
      {kind === "new" ? <NewBot {...{ offer, isReady, onMade }} /> : <OwnBot {...{ isReady, onMade }} />}
    </>
  );
}

function NewBot({ offer, isReady, onMade }: Omit<BotStepProps, "bot">) {
  const client = useClient();
  const [typed, setName] = useState<string>();
  const [file, setFile] = useState<File>();
  const free = freeNames(client.watch("users"), offer);
  const name = typed ?? free.full_name;
  const w = integrationsWords();
  const make = () =>
    attempt(client, async () => {
      const fields = { ...free, full_name: name.trim(), bot_type: INCOMING };
      const { user_id, api_key } = await makeBot(client, fields, file);
      onMade({ user_id, name: name.trim(), key: api_key });
    });
  return (
    <>
      <Field label={appWords().name} value={name} onInput={setName} required maxLength={MAX_FULL_NAME_LENGTH} />
      <PictureField name={name} id={0} file={file} onChange={setFile} />
      <div>
        <Button kind="primary" icon="plus" disabled={!isReady || name.trim() === ""} run={make}>
          {w.create}
        </Button>
      </div>
    </>
  );
}

function OwnBot({ isReady, onMade }: Pick<BotStepProps, "isReady" | "onMade">) {
  const client = useClient();
  const bots = ownBots(client.watch("users", "account"));
  const [id, setId] = useState(bots[0]?.user_id ?? 0);
  const [key, setKey] = useState("");
  const bot = bots.find(({ user_id }) => user_id === id) ?? bots[0];
  const w = integrationsWords();
  if (bot === undefined) return null;
  const use = (own: string) => onMade({ user_id: bot.user_id, name: bot.full_name, key: own.trim() });
  return (
    <>
      <Select
        label={w.bot}
        value={bot.user_id}
        options={bots.map(({ user_id, full_name }) => ({ value: user_id, label: full_name }))}
        onChange={(chosen) => {
          setId(chosen);
          setKey("");
        }}
      />
      <Field
        label={w.key}
        hint={w.keyHint}
        value={key}
        onInput={setKey}
        spellcheck={false}
        autocomplete="off"
        error={key.trim() === "" || isKey(key) ? undefined : w.keyWrong}
      />
      <div class="settings-actions">
        <Button kind="primary" disabled={!isReady || !isKey(key)} onClick={() => use(key)}>
          {w.useBot}
        </Button>
        <Button icon="key" disabled={!isReady} onClick={() => void renewKey(client, bot, use)}>
          {w.makeKey}
        </Button>
      </div>
    </>
  );
}
