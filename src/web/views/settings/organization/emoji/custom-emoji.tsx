import { appWords } from "../../../../words/app.ts";
import "../organization.css";
import { useEffect, useState } from "preact/hooks";
import { type Client, useClient } from "../../../../client/client.ts";
import { customEmojiNamed, usableCustomEmoji } from "../../../../model/emoji/custom-emoji.ts";
import { emojiName, emojiNameOfFile, emojiNameProblem } from "../../../../model/emoji/emoji-name.ts";
import { hasPermission } from "../../../../model/people/permissions.ts";
import { userById } from "../../../../model/people/users.ts";
import type { CustomEmoji as CustomEmojiOf } from "../../../../model/state.ts";
import { ToolButton } from "../../../../parts/button.tsx";
import { loadEmojiNames } from "../../../../parts/emoji/emoji-names.ts";
import { Field, FieldError, SearchField } from "../../../../parts/fields/field.tsx";
import { FileButton } from "../../../../parts/fields/file-button.tsx";
import { confirm, Dialog } from "../../../../parts/overlays/dialog.tsx";
import { Empty } from "../../../../parts/progress.tsx";
import { compareNames } from "../../../../words/format.ts";
import { customEmojiWords } from "../../../../words/settings/organization/customization.ts";
import { attempt } from "../../../attempt.ts";
import { Entry, EntryGroup, EntryList } from "../../entry.tsx";

export function CustomEmoji() {
  const client = useClient();
  const state = client.watch("emoji", "realm", "groups", "users", "account");
  const [filter, setFilter] = useState("");
  const w = customEmojiWords();
  const mayAdd = hasPermission(state, "can_add_custom_emoji_group");
  const all = usableCustomEmoji(state).toSorted((a, b) => compareNames(a.name, b.name));
  const wanted = filter.trim().toLowerCase().replaceAll(" ", "_");
  const found = all.filter(({ name }) => name.includes(wanted));
  return (
    <EntryGroup
      title={w.rows.emoji}
      quiet
      hint={w.hint}
      locked={mayAdd ? undefined : w.mayNot}
      add={w.rows.upload}
      onAdd={() => client.show(<NewEmojiDialog />)}
    >
      {all.length === 0 ? (
        <Empty icon="smile" title={w.none} />
      ) : (
        <>
          <SearchField label={w.filter} value={filter} onInput={setFilter} />
          {found.length === 0 && <Empty icon="smile" title={w.noneFound} />}
          <EntryList items={found} height={58}>
            {(emoji) => <EmojiEntry emoji={emoji} />}
          </EntryList>
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
    <Entry
      before={<img class="custom-emoji-picture" src={source_url} alt="" loading="lazy" decoding="async" />}
      title={`:${name}:`}
      facts={[author && w.by(author.full_name), still_url !== null && w.animated].filter(Boolean).join(" · ")}
    >
      {(state.is_admin || author_id === state.user_id) && (
        <ToolButton icon="trash-2" label={w.remove(name)} onClick={() => void remove(client, name)} />
      )}
    </Entry>
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

const MAX_MIB = 5;
const TYPES = "image/png,image/gif,image/jpeg,image/webp";

interface Picture {
  readonly file: File;
  /** URL that this page uses to show the picture. */
  readonly url: string;
}

/** Adds an emoji to the organization. Shows a preview, and checks the name while it is typed. */
function NewEmojiDialog() {
  const client = useClient();
  const state = client.watch("emoji", "account");
  const [picture, setPicture] = useState<Picture>();
  const [typed, setTyped] = useState("");
  const [builtIn, setBuiltIn] = useState<ReadonlySet<string>>(new Set());
  const w = customEmojiWords();
  const app = appWords();
  useEffect(() => {
    // If the names can't be loaded, only the server checks the name.
    loadEmojiNames(state.server_emoji_data_url).then(
      (names) => setBuiltIn(new Set(Object.values(names).flat())),
      () => {},
    );
  }, []);
  useEffect(() => () => picture && URL.revokeObjectURL(picture.url), [picture]);
  const name = emojiName(typed);
  const problem = emojiNameProblem(name, {
    taken: (one) => customEmojiNamed(state, one) !== undefined,
    builtIn: (one) => builtIn.has(one),
    isAdministrator: state.is_admin,
  });
  const isTooLarge = picture !== undefined && picture.file.size > MAX_MIB * 2 ** 20;
  const choose = (file: File) => {
    setPicture({ file, url: URL.createObjectURL(file) });
    if (typed.trim() === "") setTyped(emojiNameOfFile(file.name));
  };
  const add = async () => {
    if (picture === undefined) return;
    await client.upload(picture.file, { path: `/realm/emoji/${encodeURIComponent(name)}` });
    client.toast({ text: w.added(name) });
  };
  return (
    <Dialog
      title={w.rows.upload}
      submit={w.rows.upload}
      disabled={picture === undefined || problem !== undefined || isTooLarge}
      onSubmit={add}
    >
      <div class="new-emoji-preview">
        {picture !== undefined && <img class="new-emoji-large" src={picture.url} alt={app.preview} />}
        <FileButton icon="image" accept={TYPES} onFile={choose}>
          {picture === undefined ? w.picture : w.another}
        </FileButton>
      </div>
      {isTooLarge ? <FieldError text={w.tooLarge(MAX_MIB)} /> : <p class="field-hint">{w.pictureHint(MAX_MIB)}</p>}
      <Field
        label={app.name}
        value={typed}
        onInput={setTyped}
        error={name === "" || problem === undefined ? undefined : w.problems[problem]}
        hint={problem === undefined && builtIn.has(name) ? w.replaces : undefined}
        spellcheck={false}
        required
      />
      {picture !== undefined && name !== "" && (
        <p>
          <img class="new-emoji-small" src={picture.url} alt="" /> {w.previewText(name)}
        </p>
      )}
    </Dialog>
  );
}
