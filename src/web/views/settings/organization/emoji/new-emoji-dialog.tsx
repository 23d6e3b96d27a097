import { useEffect, useRef, useState } from "preact/hooks";
import { useClient } from "../../../../client/client.ts";
import { customEmojiNamed } from "../../../../model/emoji/emoji.ts";
import { emojiName, emojiNameOfFile, emojiNameProblem } from "../../../../model/emoji/emoji-name.ts";
import { Button } from "../../../../parts/button.tsx";
import { loadEmojiNames } from "../../../../parts/emoji/emoji-names.ts";
import { Field, FieldError } from "../../../../parts/fields/field.tsx";
import { Dialog } from "../../../../parts/overlays/dialog.tsx";
import { customEmojiWords } from "../../../../words/settings/organization/custom-emoji.ts";

const MOST_MIB = 5;
const TYPES = "image/png,image/gif,image/jpeg,image/webp";

interface Picture {
  readonly file: File;
  /** The address at which this page shows it. */
  readonly url: string;
}

/** Adds an emoji to the organization: shows the picture as it will look, and checks the name while it is typed. */
export function NewEmojiDialog() {
  const client = useClient();
  const state = client.watch("emoji", "account");
  const [picture, setPicture] = useState<Picture>();
  const [typed, setTyped] = useState("");
  const [builtIn, setBuiltIn] = useState<ReadonlySet<string>>(new Set());
  const input = useRef<HTMLInputElement>(null);
  const w = customEmojiWords();
  useEffect(() => {
    // If the names cannot be loaded, the server alone checks the name.
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
  const isTooLarge = picture !== undefined && picture.file.size > MOST_MIB * 2 ** 20;
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
      title={w.add}
      submit={w.add}
      disabled={picture === undefined || problem !== undefined || isTooLarge}
      onSubmit={add}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept={TYPES}
        aria-label={w.picture}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file !== undefined) choose(file);
        }}
      />
      <div class="new-emoji-preview">
        {picture !== undefined && <img class="new-emoji-large" src={picture.url} alt={w.preview} />}
        <Button icon="image" onClick={() => input.current?.click()}>
          {picture === undefined ? w.picture : w.another}
        </Button>
      </div>
      {isTooLarge ? <FieldError text={w.tooLarge(MOST_MIB)} /> : <p class="field-hint">{w.pictureHint(MOST_MIB)}</p>}
      <Field
        label={w.name}
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
