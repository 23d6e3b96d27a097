import type { CustomEmoji as CustomEmojiOf } from "../../../../model/state.ts";
import { customEmojiWords } from "../../../../words/settings/organization/custom-emoji.ts";
import { attempt } from "../../../attempt.ts";
import "../organization.css";
import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../../client/client.ts";
import { usableCustomEmoji } from "../../../../model/emoji/emoji.ts";
import { may } from "../../../../model/organization/permissions.ts";
import { userById } from "../../../../model/people/users.ts";
import { Field } from "../../../../parts/fields/field.tsx";
import { Empty } from "../../../../parts/lists/empty.tsx";
import { LongRows } from "../../../../parts/lists/near.tsx";
import { confirm } from "../../../../parts/overlays/confirm.tsx";
import { ToolButton } from "../../../../parts/tool-button.tsx";
import { compareNames } from "../../../../words/format.ts";
import { openDialog } from "../../../dialogs/open-dialog.tsx";
import { Entry, EntryGroup } from "../../entry.tsx";
import { NewEmojiDialog } from "./new-emoji-dialog.tsx";

export function CustomEmoji() {
  const client = useClient();
  const state = client.watch("emoji", "realm", "groups", "users", "account");
  const [filter, setFilter] = useState("");
  const w = customEmojiWords();
  const mayAdd = may(state, "can_add_custom_emoji_group");
  const all = usableCustomEmoji(state).toSorted((a, b) => compareNames(a.name, b.name));
  const wanted = filter.trim().toLowerCase().replaceAll(" ", "_");
  const found = all.filter(({ name }) => name.includes(wanted));
  return (
    <EntryGroup
      title={w.title}
      quiet
      hint={w.hint}
      locked={mayAdd ? undefined : w.mayNot}
      add={w.add}
      onAdd={() => openDialog(client, <NewEmojiDialog />)}
    >
      {all.length === 0 ? (
        <Empty icon="smile" title={w.none} />
      ) : (
        <>
          <Field label={w.filter} quiet type="search" placeholder={w.filter} value={filter} onInput={setFilter} />
          {found.length === 0 && <Empty icon="smile" title={w.noneFound} />}
          <LongRows
            class="entries"
            items={found}
            height={58}
            row={(emoji) => <EmojiEntry key={emoji.id} emoji={emoji} />}
          />
        </>
      )}
    </EntryGroup>
  );
}

function EmojiEntry({ emoji }: { readonly emoji: CustomEmojiOf }) {
  const client = useClient();
  const state = client.watch("users", "account");
  const w = customEmojiWords();
  const { name, author_id, source_url, still_url } = emoji;
  const author = author_id === null ? undefined : userById(state, author_id);
  return (
    <li>
      <Entry
        before={<img class="custom-emoji-picture" src={source_url} alt="" loading="lazy" decoding="async" />}
        title={`:${name}:`}
        facts={[author && w.by(author.full_name), still_url !== null && w.animated].filter(Boolean).join(" · ")}
      >
        {(state.is_admin || author_id === state.user_id) && (
          <ToolButton icon="trash-2" label={w.remove(name)} onClick={() => void remove(client, name)} />
        )}
      </Entry>
    </li>
  );
}

async function remove(client: Client, name: string): Promise<void> {
  const w = customEmojiWords();
  const question = { title: w.removeTitle(name), text: w.removeText, action: w.removeAction, danger: true };
  if (await confirm(question))
    await attempt(client, () => client.api.delete(`/realm/emoji/${encodeURIComponent(name)}`), {
      done: w.removed(name),
    });
}
