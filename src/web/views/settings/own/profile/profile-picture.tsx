import { useRef, useState } from "preact/hooks";
import { useClient } from "../../../../client/client.ts";
import { Button } from "../../../../parts/button.tsx";
import { confirm } from "../../../../parts/overlays/confirm.tsx";
import { Avatar } from "../../../../parts/signs/avatar.tsx";
import { profileWords } from "../../../../words/settings/own/profile.ts";
import { attempt } from "../../../attempt.ts";
import { rowHint } from "../../rows/setting-row.tsx";
import { openPictureDialog } from "./picture-dialog.tsx";

/** The user's picture. Another one is cut to a square before it is sent. */
export function ProfilePicture() {
  const client = useClient();
  const state = client.watch("account", "realm");
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isLocked = (state.realm_avatar_changes_disabled || state.server_avatar_changes_disabled) && !state.is_admin;
  const w = profileWords();
  const change = async (run: () => Promise<unknown>, done: string) => {
    setBusy(true);
    await attempt(client, run, { done });
    setBusy(false);
  };
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const picture = await createImageBitmap(file).catch(() => undefined);
    if (picture === undefined) return client.toast({ text: w.noPicture, kind: "error" });
    const { width, height } = picture;
    picture.close();
    const cut = await openPictureDialog(client, file, { width, height });
    if (cut !== undefined) await change(() => client.upload(cut, { path: "/users/me/avatar" }), w.pictureSaved);
  };
  const remove = async () => {
    const question = { title: w.removePicture, text: w.removePictureAsk, action: w.removePicture, danger: true };
    if (await confirm(question)) await change(() => client.api.delete("/users/me/avatar"), w.pictureRemoved);
  };
  return (
    <fieldset class="profile-picture-frame" disabled={isLocked}>
      <legend class="field-label">{w.rows.picture}</legend>
      <div class="profile-picture">
        <Avatar name={state.full_name} id={state.user_id} src={state.avatar_url_medium} size="xl" />
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
          hidden
          onChange={(event) => {
            const { currentTarget: field } = event;
            void choose(field.files?.[0]);
            field.value = "";
          }}
        />
        <Button icon="upload" busy={isBusy} disabled={isLocked} onClick={() => input.current?.click()}>
          {w.upload}
        </Button>
        {state.avatar_source === "U" && (
          <Button disabled={isLocked} onClick={() => void remove()}>
            {w.removePicture}
          </Button>
        )}
      </div>
      {isLocked && <p class="field-hint">{rowHint(undefined, w.pictureLocked)}</p>}
    </fieldset>
  );
}
