import { useClient } from "../../../client/client.ts";
import type { MovingIn, Work } from "../../../client/moving/moving-in.ts";
import type { Import } from "../../../model/organization/imports.ts";
import { Button } from "../../../parts/button.tsx";
import { fileSize } from "../../../words/format.ts";
import { importWords } from "../../../words/settings/organization/import.ts";
import { attempt } from "../../attempt.ts";
import { giveUp } from "./ask-first.ts";
import { Card } from "./card.tsx";
import { ChosenFile } from "./chosen-file.tsx";
import { FileDrop } from "./file-chooser.tsx";
import { WorkBar } from "./work-bar.tsx";

interface UnfinishedProps {
  readonly moving: MovingIn;
  readonly of: Import;
  readonly work: Work;
}

/** An upload that this tab does not do: it goes on here with the same file, or in the browser where it was begun. */
export function UnfinishedUpload({ moving, of: { parts, parts_received }, work }: UnfinishedProps) {
  const client = useClient();
  const w = importWords();
  const note = moving.note();
  const isWhole = parts_received === parts;
  // The same archive is made again from the file that was chosen again.
  if (work.is !== "none" && work.is !== "strange") return <ChosenFile moving={moving} work={work} />;
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
