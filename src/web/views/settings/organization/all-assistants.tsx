import { useRef } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { Button, ToolButton } from "../../../parts/button.tsx";
import { FieldError } from "../../../parts/fields/field.tsx";
import { confirm } from "../../../parts/overlays/dialog.tsx";
import { Empty } from "../../../parts/progress.tsx";
import { assistantsWords } from "../../../words/settings/own/assistants.ts";
import { attempt } from "../../attempt.ts";
import { nameOfUser } from "../../people/names.ts";
import { UserFace } from "../../people/user-face.tsx";
import { Entry, EntryList } from "../entry.tsx";
import {
  type Assistant,
  AssistantFacts,
  AssistantName,
  useAssistantChanges,
} from "../personal/assistants/assistant.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { useLoaded, WhenLoaded } from "../use-loaded.tsx";

interface AnyAssistant extends Assistant {
  readonly user_id: number;
}
interface AssistantPage {
  readonly assistants: readonly AnyAssistant[];
  readonly found_oldest: boolean;
}

const PATH = "/realm/assistants";
const HEIGHT = 110;

const pageOf = (client: Client, before?: number): Promise<AssistantPage> =>
  client.api.get<AssistantPage>(PATH, before === undefined ? {} : { before });

/** Loads at least as many assistants as are wanted, page by page. */
async function pagesOf(client: Client, wanted: number): Promise<AssistantPage> {
  let { assistants, found_oldest } = await pageOf(client);
  while (assistants.length < wanted && !found_oldest) {
    const older = await pageOf(client, assistants.at(-1)?.id);
    assistants = [...assistants, ...older.assistants];
    found_oldest = older.found_oldest;
  }
  return { assistants, found_oldest };
}

export function AllAssistants() {
  const client = useClient();
  const wanted = useRef(0);
  const loaded = useLoaded(() => pagesOf(client, wanted.current));
  useAssistantChanges(loaded.load);
  const w = assistantsWords();
  const loadOlder = ({ assistants }: AssistantPage) => {
    wanted.current = assistants.length + 1;
    return loaded.load();
  };
  return (
    <SettingGroup title={w.allList} quiet hint={w.allHint}>
      <WhenLoaded of={loaded}>
        {(page) => (
          <>
            {page.assistants.length === 0 && <Empty icon="bot" title={w.allNone} text={w.allNoneText} />}
            <EntryList items={page.assistants} height={HEIGHT}>
              {(assistant) => <AnyEntry assistant={assistant} load={loaded.load} />}
            </EntryList>
            {!page.found_oldest && (
              <div>
                <Button run={() => loadOlder(page)}>{w.older}</Button>
                <FieldError text={loaded.error} />
              </div>
            )}
          </>
        )}
      </WhenLoaded>
    </SettingGroup>
  );
}

function AnyEntry({ assistant, load }: { readonly assistant: AnyAssistant; readonly load: () => Promise<void> }) {
  const client = useClient();
  const person = nameOfUser(client.watch("users"), assistant.user_id);
  const w = assistantsWords();
  const end = async () => {
    const { id, name } = assistant;
    const question = { title: w.endOfAsk(name, person), text: w.endOfText, action: w.endDo, danger: true };
    if (!(await confirm(question))) return;
    await attempt(client, () => client.api.delete(`${PATH}/${id}`), { done: w.ended(name) });
    await load();
  };
  return (
    <Entry
      before={<UserFace user={assistant.user_id} />}
      title={<AssistantName assistant={assistant} />}
      more={
        <>
          <p class="settings-note">{w.actsFor(person)}</p>
          <AssistantFacts assistant={assistant} />
        </>
      }
    >
      <ToolButton icon="trash-2" label={w.endOf(assistant.name, person)} onClick={() => void end()} />
    </Entry>
  );
}
