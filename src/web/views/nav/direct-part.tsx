import { useState } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { runAction } from "../../keyboard.ts";
import { type DirectConversation, directConversations } from "../../model/channels/sidebar.ts";
import { directKey } from "../../model/places/conversation.ts";
import { LongRows } from "../../parts/lists/near.tsx";
import { ToolButton } from "../../parts/tool-button.tsx";
import { navWords } from "../../words/nav.ts";
import { DirectMark } from "../people/direct-mark.tsx";
import { nameOfDirect } from "../people/names.ts";
import { PresenceWord } from "../people/presence-word.tsx";
import { Fold } from "./fold.tsx";
import { Row } from "./row.tsx";

/** The number of conversations that are shown at first; unread ones are always shown. */
const DIRECTS_SHOWN = 8;

export function DirectPart() {
  const client = useClient();
  const state = client.watch("unread", "users");
  const [all, setAll] = useState(false);
  const directs = directConversations(state);
  const place = client.place.value;
  const here = place.view === "direct" ? directKey(place.users) : undefined;
  const chosen = (one: DirectConversation) => one.count > 0 || one.key === here;
  const shown = directs.filter((one, index) => all || index < DIRECTS_SHOWN || chosen(one));
  const w = navWords();
  const row = (one: DirectConversation) => (
    <li key={one.key}>
      <Row
        place={{ view: "direct", users: one.users }}
        name={nameOfDirect(state, one.users)}
        mark={<DirectMark users={one.users} />}
        note={<PresenceWord users={one.users} />}
        count={one.count}
        isLoud
      />
    </li>
  );
  const list = (some: readonly DirectConversation[]) => <LongRows items={some} height={30} row={row} />;
  const tool = (
    <ToolButton icon="plus" label={w.newDirect} action="composeDirect" onClick={() => runAction("composeDirect")} />
  );
  return (
    <div class="nav-part-directs">
      <Fold id="directs" title={w.directs} tool={tool} closed={list(directs.filter(chosen))}>
        {list(shown)}
        {shown.length < directs.length && (
          <button type="button" class="nav-row nav-quiet" onClick={() => setAll(true)}>
            {w.moreDirects}
          </button>
        )}
      </Fold>
    </div>
  );
}
