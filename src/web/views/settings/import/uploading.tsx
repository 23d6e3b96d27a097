import { useClient } from "../../../client/client.ts";
import type { MovingIn, Work } from "../../../client/moving/moving-in.ts";
import { Button } from "../../../parts/button.tsx";
import { errorText } from "../../../parts/error-text.ts";
import { FieldError } from "../../../parts/fields/field.tsx";
import { fileSize } from "../../../words/format.ts";
import { importWords } from "../../../words/settings/organization/import.ts";
import { giveUp } from "./ask-first.ts";
import { Card } from "./card.tsx";
import { WorkBar } from "./work-bar.tsx";

interface UploadingProps {
  readonly moving: MovingIn;
  readonly work: Extract<Work, { readonly is: "uploading" }>;
}

/** The upload of this tab: its progress, and the reason where it has stopped. */
export function Uploading({ moving, work }: UploadingProps) {
  const client = useClient();
  const { bytes, size, secondsLeft, isWaiting, error } = work;
  const w = importWords();
  const left = secondsLeft === undefined ? "" : ` · ${w.left(secondsLeft)}`;
  const amount = `${w.uploaded(fileSize(bytes), fileSize(size))}${left}`;
  const isOffline = client.connection.value.is === "offline" || !navigator.onLine;
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
