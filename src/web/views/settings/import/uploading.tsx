import { type Client, useClient } from "../../../client/client.ts";
import type { MovingIn, Work } from "../../../client/import/moving-in.ts";
import type { Import } from "../../../model/organization/imports.ts";
import { Button } from "../../../parts/button.tsx";
import { errorText } from "../../../parts/error-text.ts";
import { FieldError } from "../../../parts/fields/field.tsx";
import { confirm } from "../../../parts/overlays/dialog.tsx";
import { fileSize } from "../../../words/file-size.ts";
import { importWords } from "../../../words/settings/organization/import.ts";
import { attempt } from "../../attempt.ts";
import { about } from "./about.ts";
import { Card, WorkBar } from "./card.tsx";
import { ChosenFile } from "./chosen-file.tsx";
import { FileDrop } from "./file-chooser.tsx";

interface UploadingProps {
  readonly moving: MovingIn;
  readonly work: Extract<Work, { readonly kind: "uploading" }>;
}

/** This tab's upload: its progress, and the reason if it stopped. */
export function Uploading({ moving, work }: UploadingProps) {
  const client = useClient();
  const { bytes, size, secondsLeft, isWaiting, error } = work;
  const w = importWords();
  const left = secondsLeft === undefined ? "" : ` · ${w.left(about(secondsLeft))}`;
  const amount = `${w.uploaded(fileSize(bytes), fileSize(size))}${left}`;
  const connection = client.connection.value;
  const isOffline = !navigator.onLine || (connection.kind === "offline" && connection.reason === "no-network");
  return (
    <Card title={error === undefined ? w.uploading : w.stopped}>
      <WorkBar label={work.file.name} share={bytes / size} detail={amount} />
      {error !== undefined && <FieldError text={isUnreadable(error) ? w.failureTexts.file : errorText(error)} />}
      {isWaiting && (
        <p class="import-waiting" role="status">
          {isOffline ? w.offline : w.waiting}
        </p>
      )}
      <p class="settings-note">{w.stayHere}</p>
      <div class="settings-actions">
        {error !== undefined && (
          <Button kind="primary" onClick={() => void moving.goOn()}>
            {w.goOn}
          </Button>
        )}
        <Button onClick={() => void giveUp(client, moving)}>{w.giveUp}</Button>
      </div>
    </Card>
  );
}

const isUnreadable = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === "NotReadableError" || error.name === "NotFoundError");

/** Cancels an import that hasn't changed anything yet, after confirmation. */
export async function giveUp(client: Client, moving: MovingIn): Promise<void> {
  const w = importWords();
  const isMeant = await confirm({ title: w.giveUpAsk, text: w.giveUpText, action: w.giveUp, danger: true });
  if (isMeant) await attempt(client, () => moving.act("cancel"));
}

/** Undoes what an import has written, after confirmation. */
export async function takeBack(client: Client, moving: MovingIn): Promise<void> {
  const w = importWords();
  const isMeant = await confirm({ title: w.cancelAsk, text: w.cancelText, action: w.cancelAction, danger: true });
  if (isMeant) await attempt(client, () => moving.act("cancel"));
}

interface UnfinishedProps {
  readonly moving: MovingIn;
  readonly of: Import;
  readonly work: Work;
}

/**
 * An upload not running in this tab. It can continue here with the same file, or in the browser where it was started.
 */
export function UnfinishedUpload({ moving, of: { parts, parts_received }, work }: UnfinishedProps) {
  const client = useClient();
  const w = importWords();
  const note = moving.note();
  const isWhole = parts_received === parts;
  // The user has chosen the file again, so the same archive is made from it.
  if (work.kind !== "none" && work.kind !== "strange") return <ChosenFile moving={moving} work={work} />;
  return (
    <Card title={isWhole ? w.allThere : w.unfinished}>
      <WorkBar
        label={note?.file.name ?? w.uploading}
        share={parts_received / parts}
        detail={w.parts(parts_received, parts)}
      />
      {isWhole ? (
        <p>{w.allThereText}</p>
      ) : note === undefined ? (
        <p>{w.unfinishedElsewhere}</p>
      ) : (
        <>
          <p>{w.unfinishedHere(note.file.name, fileSize(note.file.size))}</p>
          <FileDrop moving={moving} />
        </>
      )}
      <div class="settings-actions">
        {isWhole && (
          <Button kind="primary" run={() => attempt(client, () => moving.act("check"))}>
            {w.check}
          </Button>
        )}
        <Button onClick={() => void giveUp(client, moving)}>{w.giveUp}</Button>
      </div>
    </Card>
  );
}
