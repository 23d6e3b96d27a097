import { useClient } from "../../client/client.ts";
import type { BoardPage } from "../../model/state.ts";
import { Time } from "../../parts/indicators/time.tsx";
import { boardWords } from "../../words/board.ts";
import { messageWords } from "../../words/feed.ts";
import { surroundingsOf } from "../content/content-surroundings.ts";
import { MessageContent } from "../content/message-content.tsx";
import { nameOfUser } from "../people/names.ts";
import { Section } from "./section.tsx";

export function PageSection({ page }: { readonly page: BoardPage }) {
  const client = useClient();
  const state = client.watch("users");
  const w = boardWords();
  if (page.content === "") return null;
  const who = page.edited_by === null ? messageWords().unknownUser : nameOfUser(state, page.edited_by);
  return (
    <Section title={w.page}>
      <div class="board-page" dir="auto">
        <MessageContent html={page.rendered_content} surroundings={surroundingsOf(client)} />
      </div>
      <p class="board-note">
        {w.edited(who)}, <Time at={page.date_edited} as="day within" />
      </p>
    </Section>
  );
}
