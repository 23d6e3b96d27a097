import { type Client, useClient } from "../../client/client.ts";
import type { StoredDraft } from "../../client/sending/drafts.ts";
import { placeOfConversation } from "../../model/routes/conversation.ts";
import { Button, ToolButton } from "../../parts/button.tsx";
import { Time } from "../../parts/indicators/time.tsx";
import { confirm } from "../../parts/overlays/dialog.tsx";
import { Empty } from "../../parts/progress.tsx";
import { appWords } from "../../words/app.ts";
import { navWords } from "../../words/nav.ts";
import { draftsWords } from "../../words/screens.ts";
import { showDone } from "../attempt.ts";
import { compositionOf } from "../compose/composition.ts";
import { conversationOfTarget } from "../compose/target/target.ts";
import { ScreenHeader } from "../frame/screen-header.tsx";
import { WrittenList, WrittenRow } from "./written-row.tsx";

/** Opens the draft in the composer, and goes to its conversation. */
function resume(client: Client, draft: StoredDraft): void {
  compositionOf(client).resume(draft.id);
  const to = conversationOfTarget(draft.target, client.watch().user_id);
  if (to !== undefined) client.go(placeOfConversation(to));
}

function remove(client: Client, { id, content }: StoredDraft): void {
  compositionOf(client).attachments.changed(content, "");
  client.drafts.remove(id);
}

export function Drafts() {
  const client = useClient();
  const store = client.drafts;
  const drafts = store.all.value;
  const app = appWords();
  const nav = navWords();
  const w = draftsWords();
  const removeOne = (draft: StoredDraft) => {
    remove(client, draft);
    showDone(client, w.deleted, () => store.save(undefined, draft.target, draft.content));
  };
  const removeAll = async () => {
    if (!(await confirm({ title: w.deleteAll, text: w.deleteAllText, action: app.delete, danger: true }))) return;
    for (const draft of store.all.value) remove(client, draft);
  };
  return (
    <>
      <ScreenHeader title={nav.drafts}>
        {drafts.length > 1 && <ToolButton icon="trash-2" label={w.deleteAll} onClick={removeAll} />}
      </ScreenHeader>
      <div class="written-page">
        {drafts.length === 0 ? (
          <Empty icon="pencil" title={w.none} text={w.noneText} />
        ) : (
          <WrittenList label={nav.drafts}>
            {drafts.map((draft) => (
              <WrittenRow
                key={draft.id}
                target={draft.target}
                time={<Time as="relative" at={draft.writtenAt / 1000} />}
                actions={(about) => (
                  <>
                    <Button describedBy={about} onClick={() => resume(client, draft)}>
                      {w.resume}
                    </Button>
                    <Button kind="quiet" icon="trash-2" describedBy={about} onClick={() => removeOne(draft)}>
                      {app.delete}
                    </Button>
                  </>
                )}
              >
                <p class="written-source">{draft.content}</p>
              </WrittenRow>
            ))}
          </WrittenList>
        )}
      </div>
    </>
  );
}
