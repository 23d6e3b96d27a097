import { useState } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { canChangeBoard } from "../../model/channels/board-pins.ts";
import type { BoardPage, Channel } from "../../model/state.ts";
import { Button } from "../../parts/button.tsx";
import { Time } from "../../parts/indicators/time.tsx";
import { boardWords } from "../../words/board.ts";
import { dialogsWords } from "../../words/dialogs.ts";
import { draftsWords } from "../../words/screens.ts";
import { surroundingsOf } from "../content/content-surroundings.ts";
import { MessageContent } from "../content/message-content.tsx";
import { nameOfUser } from "../people/names.ts";
import { pageDraft } from "./page-draft.ts";
import { PageEditor } from "./page-editor.tsx";
import { openPageHistory } from "./page-history.tsx";
import { Section } from "./section.tsx";

interface PageSectionProps {
  readonly channel: Channel;
  readonly page: BoardPage;
  readonly isEditing: boolean;
  readonly onEdit: (isEditing: boolean) => void;
}

export function PageSection({ channel, page, isEditing, onEdit }: PageSectionProps) {
  const client = useClient();
  const state = client.watch("channels", "groups", "realm", "users");
  const id = channel.stream_id;
  const isEditor = canChangeBoard(state, channel);
  const w = boardWords();
  // Stays open if the user loses the permission, so that they can still copy what they typed.
  if (isEditing) {
    return (
      <Section title={w.page}>
        <PageEditor channel={id} page={page} onClose={() => onEdit(false)} />
      </Section>
    );
  }
  const isEmpty = page.content === "";
  if (isEmpty && !isEditor) return null;
  const who = nameOfUser(state, page.edited_by);
  return (
    <Section
      title={w.page}
      tools={
        <div class="board-tools">
          {page.version > 0 && (
            <Button
              kind="quiet"
              icon="history"
              onClick={() => openPageHistory(client, { channel: id, canRestore: isEditor })}
            >
              {dialogsWords().history}
            </Button>
          )}
          {isEditor && <EditPage channel={channel} page={page} onEdit={() => onEdit(true)} />}
        </div>
      }
    >
      {!isEmpty && (
        <>
          <div class="board-page" dir="auto">
            <MessageContent html={page.rendered_content} surroundings={surroundingsOf(client)} />
          </div>
          <p class="board-note">
            {w.edited(who)}
            {" · "}
            <Time at={page.date_edited} as="day within" />
          </p>
        </>
      )}
    </Section>
  );
}

export function EditPage({
  channel,
  page,
  onEdit,
}: Pick<PageSectionProps, "channel" | "page"> & { readonly onEdit: () => void }) {
  const w = boardWords();
  const [hasDraft] = useState(pageDraft(useClient(), channel.stream_id) !== undefined);
  return (
    <Button icon="pencil" onClick={onEdit}>
      {hasDraft ? draftsWords().resume : page.content === "" ? w.writePage : w.editPage}
    </Button>
  );
}
