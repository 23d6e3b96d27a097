import { useClient } from "../../../client/client.ts";
import type { MovingIn } from "../../../client/import/moving-in.ts";
import { hasBegun, type Import } from "../../../model/organization/imports.ts";
import { Button } from "../../../parts/button.tsx";
import { importWords } from "../../../words/settings/organization/import.ts";
import { attempt } from "../../attempt.ts";
import { about } from "./about.ts";
import { Card, WorkBar } from "./card.tsx";
import { kindName } from "./kind-names.ts";
import { Counts, DownloadReport, LeftOut } from "./report-view.tsx";
import { giveUp, takeBack } from "./uploading.tsx";

interface ServerImportProps {
  readonly moving: MovingIn;
  readonly of: Import;
}

/** The state of an archive on the server: checked, imported, undone, or failed. */
export function ServerImport({ moving, of: one }: ServerImportProps) {
  const client = useClient();
  const w = importWords();
  switch (one.state) {
    case "checking":
      return (
        <Card title={w.checking}>
          <Phase moving={moving} of={one} />
          <p class="settings-note">{w.checkingText}</p>
          <div class="settings-actions">
            <Button onClick={() => void giveUp(client, moving)}>{w.giveUp}</Button>
          </div>
        </Card>
      );
    case "checked":
      return <Checked moving={moving} of={one} />;
    case "running":
      return (
        <Card title={w.running}>
          <Phase moving={moving} of={one} />
          <p class="settings-note">{w.runningText}</p>
          <div class="settings-actions">
            <Button onClick={() => void takeBack(client, moving)}>{w.cancel}</Button>
          </div>
        </Card>
      );
    case "undoing":
      return (
        <Card title={w.undoing}>
          <Phase moving={moving} of={one} />
          <p class="settings-note">{w.undoingText}</p>
        </Card>
      );
    case "failed":
      return <FailedImport moving={moving} of={one} />;
    default:
      return null;
  }
}

function Phase({ moving, of: { phase, done, total } }: ServerImportProps) {
  const seconds = moving.secondsLeft.value;
  const w = importWords();
  const left = seconds === undefined ? "" : ` · ${w.stepLeft(about(seconds))}`;
  return (
    <WorkBar
      label={phase === null ? w.begins : kindName(phase)}
      share={total === 0 ? undefined : Math.min(1, done / total)}
      detail={total === 0 ? "" : `${w.phaseOf(done, total)}${left}`}
    />
  );
}

function Checked({ moving, of: one }: ServerImportProps) {
  const client = useClient();
  const w = importWords();
  return (
    <Card title={w.checked} icon="circle-check" tone="good">
      <div>
        <h4 class="import-title">{w.whatHappens}</h4>
        <ul class="import-list">
          {w.happens.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
      <div class="settings-actions">
        <Button kind="primary" autofocus run={() => attempt(client, () => moving.act("start"))}>
          {w.start}
        </Button>
        <Button kind="quiet" onClick={() => void giveUp(client, moving)}>
          {w.giveUp}
        </Button>
      </div>
      {one.report !== null && (
        <>
          <p>{w.checkedText}</p>
          <Counts of={one.report} isDone={false} />
          <LeftOut of={one.report} />
          <DownloadReport of={one} />
        </>
      )}
    </Card>
  );
}

function FailedImport({ moving, of: one }: ServerImportProps) {
  const client = useClient();
  const w = importWords();
  const isBegun = hasBegun(one);
  return (
    <Card title={isBegun ? w.failed : w.failedCheck} icon="triangle-alert" tone="bad">
      <p class="import-error" role="alert" lang="en">
        {one.error}
      </p>
      <p>{isBegun ? w.failedText : w.failedCheckText}</p>
      <div class="settings-actions">
        <Button kind="primary" run={() => attempt(client, () => moving.act(isBegun ? "start" : "check"))}>
          {isBegun ? w.goOn : w.checkAgain}
        </Button>
        <Button onClick={() => void (isBegun ? takeBack : giveUp)(client, moving)}>
          {isBegun ? w.cancel : w.giveUp}
        </Button>
      </div>
      {one.report !== null && <LeftOut of={one.report} />}
    </Card>
  );
}
