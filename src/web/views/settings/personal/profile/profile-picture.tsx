import { useEffect, useRef, useState } from "preact/hooks";
import { type Client, useClient } from "../../../../client/client.ts";
import { type Crop, cropOf, moved, type Size, wholeOf, zoomed } from "../../../../model/people/picture-crop.ts";
import { Button } from "../../../../parts/button.tsx";
import { FileButton } from "../../../../parts/fields/file-button.tsx";
import { Avatar } from "../../../../parts/indicators/avatar.tsx";
import { confirm, Dialog } from "../../../../parts/overlays/dialog.tsx";
import { profileWords } from "../../../../words/settings/own/account.ts";
import { attempt } from "../../../attempt.ts";
import { rowHint } from "../../rows/setting-row.tsx";

/** The user's picture. A new one is cropped to a square before it is sent. */
export function ProfilePicture() {
  const client = useClient();
  const state = client.watch("account", "realm");
  const [isBusy, setBusy] = useState(false);
  const isLocked = (state.realm_avatar_changes_disabled || state.server_avatar_changes_disabled) && !state.is_admin;
  const w = profileWords();
  const change = async (run: () => Promise<unknown>, done: string) => {
    setBusy(true);
    await attempt(client, run, { done });
    setBusy(false);
  };
  const choose = async (file: File) => {
    const picture = await createImageBitmap(file).catch(() => undefined);
    if (picture === undefined) return client.toast({ text: w.noPicture, kind: "error" });
    const { width, height } = picture;
    picture.close();
    const chosen = await openPictureDialog(client, file, { width, height });
    if (chosen !== undefined) await change(() => client.upload(chosen, { path: "/users/me/avatar" }), w.pictureSaved);
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
        <div class="profile-picture-tools">
          <FileButton
            icon="upload"
            accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
            busy={isBusy}
            disabled={isLocked}
            onFile={(file) => void choose(file)}
          >
            {w.upload}
          </FileButton>
          {state.avatar_source === "U" && (
            <Button disabled={isLocked} onClick={() => void remove()}>
              {w.removePicture}
            </Button>
          )}
        </div>
      </div>
      {isLocked && <p class="field-hint">{rowHint(undefined, w.pictureLocked)}</p>}
    </fieldset>
  );
}

/** Maximum width and height of the uploaded picture, in pixels. */
const MAX_PX = 512;
const MAX_ZOOM = 4;
/** Distance an arrow key moves the picture, as a share of the visible part. */
const STEP = 0.05;

/** Maximum pointer movement during a click, in pixels. */
const SLIP = 4;

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** Asks which square of a picture to use. Resolves to the square as a file, or undefined if the dialog is canceled. */
function openPictureDialog(client: Client, file: File, size: Size): Promise<File | undefined> {
  return new Promise((resolve) => {
    client.show(<PictureDialog file={file} size={size} onDone={resolve} />);
  });
}

interface Props {
  readonly file: File;
  readonly size: Size;
  readonly onDone: (file: File | undefined) => void;
}

function PictureDialog({ file, size, onDone }: Props) {
  const [url] = useState(() => URL.createObjectURL(file));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  const [crop, setCrop] = useState<Crop>(() => wholeOf(size));
  const picture = useRef<HTMLImageElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const dragged = useRef<readonly [x: number, y: number] | undefined>(undefined);
  const pressed = useRef<readonly [x: number, y: number]>([0, 0]);
  const w = profileWords();
  const { left, top, side } = cropOf(size, crop);
  const percent = (length: number) => `${(length / side) * 100}%`;
  /** Moves the picture by shares of the visible part. */
  const move = (x: number, y: number) => setCrop((now) => moved(size, now, x, y));
  return (
    <Dialog
      title={w.crop}
      submit={w.upload}
      onSubmit={async () => {
        if (picture.current !== null) onDone(await cropPicture(picture.current, cropOf(size, crop), file));
      }}
      onClose={() => onDone(undefined)}
    >
      <p>{w.cropHint}</p>
      <div
        ref={area}
        class="picture-crop"
        role="application"
        aria-label={w.cropArea}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture in it
        tabIndex={0}
        onKeyDown={(event) => {
          const step = ARROWS[event.key];
          if (step === undefined) return;
          event.preventDefault();
          move(...step);
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          dragged.current = [event.clientX, event.clientY];
          pressed.current = dragged.current;
        }}
        onPointerMove={(event) => {
          const from = dragged.current;
          if (from === undefined) return;
          const { width } = event.currentTarget.getBoundingClientRect();
          move((from[0] - event.clientX) / width, (from[1] - event.clientY) / width);
          dragged.current = [event.clientX, event.clientY];
        }}
        onPointerUp={(event) => {
          dragged.current = undefined;
          // A click without dragging centers the clicked point.
          const [x, y] = pressed.current;
          if (Math.hypot(event.clientX - x, event.clientY - y) > SLIP) return;
          const box = event.currentTarget.getBoundingClientRect();
          move((x - box.left) / box.width - 0.5, (y - box.top) / box.height - 0.5);
        }}
      >
        <img
          ref={picture}
          src={url}
          alt=""
          style={{
            left: percent(-left),
            top: percent(-top),
            width: percent(size.width),
            height: percent(size.height),
          }}
        />
      </div>
      <label>
        <span class="field-label">{w.zoom}</span>
        <input
          class="picture-zoom"
          type="range"
          min="1"
          max={MAX_ZOOM}
          step="0.05"
          value={crop.zoom}
          onInput={(event) => setCrop(zoomed(size, crop, Number(event.currentTarget.value)))}
        />
      </label>
    </Dialog>
  );
}

async function cropPicture(picture: HTMLImageElement, square: ReturnType<typeof cropOf>, file: File): Promise<File> {
  const { left, top, side } = square;
  const canvas = document.createElement("canvas");
  canvas.width = Math.min(MAX_PX, Math.round(side));
  canvas.height = canvas.width;
  canvas.getContext("2d")?.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
  // JPEG keeps photos small. PNG preserves edges and transparency in all other images.
  const type = file.type === "image/jpeg" ? file.type : "image/png";
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
  return blob === null ? file : new File([blob], file.name, { type });
}
