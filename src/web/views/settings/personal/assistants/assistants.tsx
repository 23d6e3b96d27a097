import { type Client, useClient } from "../../../../client/client.ts";
import { userById } from "../../../../model/people/users.ts";
import { Button, ToolButton } from "../../../../parts/button.tsx";
import { Icon } from "../../../../parts/icon.tsx";
import { confirm } from "../../../../parts/overlays/dialog.tsx";
import { listed } from "../../../../words/format.ts";
import { assistantsWords } from "../../../../words/settings/own/assistants.ts";
import { attempt } from "../../../attempt.ts";
import { connectPage } from "../../../connect-page.ts";
import { namesOfChannels } from "../../../people/names.ts";
import { CopyField } from "../../copy-field.tsx";
import { Entry, EntryList } from "../../entry.tsx";
import { SettingGroup } from "../../rows/setting-row.tsx";
import { useLoaded, WhenLoaded } from "../../use-loaded.tsx";
import { AssistantFacts, AssistantName, canWrite, type OwnAssistant, useAssistantChanges } from "./assistant.tsx";
import { EditAssistant } from "./edit-assistant.tsx";

const OWN_PATH = "/users/me/assistants";
const HEIGHT = 130;

export function Assistants() {
  const client = useClient();
  const { realm_url } = client.watch("realm");
  const loaded = useLoaded(
    async () => (await client.api.get<{ assistants: readonly OwnAssistant[] }>(OWN_PATH)).assistants,
  );
  useAssistantChanges(loaded.load);
  const w = assistantsWords();
  return (
    <>
      <SettingGroup title={w.list} hint={w.listHint}>
        <WhenLoaded of={loaded}>
          {(assistants) => (
            <>
              {assistants.length === 0 && <p class="settings-note">{w.none}</p>}
              <EntryList items={assistants} height={HEIGHT}>
                {(assistant) => <OwnEntry assistant={assistant} load={loaded.load} />}
              </EntryList>
              {assistants.length > 1 && (
                <div class="settings-actions">
                  <Button icon="log-out" onClick={() => void endAll(client, loaded.load)}>
                    {w.rows.endAll}
                  </Button>
                </div>
              )}
            </>
          )}
        </WhenLoaded>
      </SettingGroup>
      <SettingGroup title={w.rows.connect} hint={w.connectHint}>
        <CopyField label={w.url} value={new URL("/mcp", realm_url).href} />
        <p class="settings-note">
          <a href={connectPage("#assistants")} target="_blank" rel="noopener">
            {w.howTo}
          </a>
        </p>
      </SettingGroup>
    </>
  );
}

type Load = () => Promise<void>;

function OwnEntry({ assistant, load }: { readonly assistant: OwnAssistant; readonly load: Load }) {
  const client = useClient();
  const w = assistantsWords();
  const { name, approval } = assistant;
  // The organization can require more approval than the user does.
  const least = client.watch("realm").realm_assistants_min_approval;
  const asks = least === "none" ? approval : "writes";
  const left = useLeftOut(assistant);
  return (
    <Entry
      before={<Icon name="bot" size={18} />}
      title={<AssistantName assistant={assistant} />}
      more={
        <>
          <AssistantFacts assistant={assistant} />
          {canWrite(assistant) && <p class="settings-note">{w.asksNow[asks]}</p>}
          {left.length > 0 && <p class="settings-note">{w.leftOut(listed(left))}</p>}
        </>
      }
    >
      <ToolButton
        icon="pencil"
        label={w.edit(name)}
        onClick={() => client.show(<EditAssistant assistant={assistant} onSaved={load} />)}
      />
      <ToolButton icon="trash-2" label={w.end(name)} onClick={() => void revokeAssistant(client, assistant, load)} />
    </Entry>
  );
}

/** Returns the names of everything that is excluded from an assistant's access and that the user can still see. */
function useLeftOut({ excluded_channels, excluded_users, excludes_direct }: OwnAssistant): readonly string[] {
  const state = useClient().watch("channels", "users");
  const w = assistantsWords();
  return [
    ...namesOfChannels(state, excluded_channels),
    ...(excludes_direct
      ? [w.allDirect]
      : excluded_users.map((id) => w.directWith(userById(state, id)?.full_name ?? String(id)))),
  ];
}

async function revokeAssistant(client: Client, { id, name }: OwnAssistant, load: Load): Promise<void> {
  const w = assistantsWords();
  const question = { title: w.endAsk(name), text: w.endText, action: w.endDo, danger: true };
  if (!(await confirm(question))) return;
  await attempt(client, () => client.api.delete(`${OWN_PATH}/${id}`), { done: w.ended(name) });
  await load();
}

async function endAll(client: Client, load: Load): Promise<void> {
  const w = assistantsWords();
  const question = { title: w.endAllAsk, text: w.endText, action: w.rows.endAll, danger: true };
  if (!(await confirm(question))) return;
  await attempt(client, () => client.api.delete(OWN_PATH), { done: w.endedAll });
  await load();
}
