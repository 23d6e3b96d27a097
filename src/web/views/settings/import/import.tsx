import "./import.css";
import { useSignalEffect } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { type MovingIn, movingInOf } from "../../../client/import/moving-in.ts";
import { isTakenBack, lastDoneOf, unfinishedOf } from "../../../model/organization/imports.ts";
import { announce } from "../../../parts/announce.ts";
import { Button } from "../../../parts/button.tsx";
import { errorText } from "../../../parts/error-text.ts";
import { LoadingIndicator } from "../../../parts/progress.tsx";
import { appWords } from "../../../words/app.ts";
import { importWords } from "../../../words/settings/organization/import.ts";
import { settingsWords } from "../../../words/settings/settings.ts";
import { SettingGroup } from "../rows/setting-row.tsx";
import { Card } from "./card.tsx";
import { ChosenFile } from "./chosen-file.tsx";
import { FileChooser } from "./file-chooser.tsx";
import { DoneImport } from "./report-view.tsx";
import { ServerImport } from "./server-import.tsx";
import { UnfinishedUpload, Uploading } from "./uploading.tsx";

/**
 * Imports an organization. The user chooses a file, which is read in the browser, then uploaded, checked and imported.
 */
export function ImportSection() {
  const moving = movingInOf(useClient());
  useEffect(() => {
    const shown = new AbortController();
    void moving.follow(shown.signal);
    return () => shown.abort();
  }, [moving]);
  const imports = moving.imports.value;
  const problem = moving.problem.value;
  const w = importWords();
  if (imports === undefined)
    return problem === undefined ? <LoadingIndicator /> : <Unanswered moving={moving} error={problem} />;
  return (
    <SettingGroup title={settingsWords().moveIn} hint={w.lead}>
      <Flow moving={moving} />
      {problem !== undefined && (
        <p class="settings-note" role="status">
          {w.notReached}
        </p>
      )}
    </SettingGroup>
  );
}

const Unanswered = ({ moving, error }: { readonly moving: MovingIn; readonly error: unknown }) => (
  <div class="settings-failed" role="alert">
    <p>{errorText(error)}</p>
    <Button onClick={() => void moving.ask().catch(() => undefined)}>{appWords().retry}</Button>
  </div>
);

function Flow({ moving }: { readonly moving: MovingIn }) {
  const box = useRef<HTMLDivElement>(null);
  const step = stepOf(moving);
  const w = importWords();
  useSignalEffect(() => announceState(moving));
  const imports = moving.imports.value;
  const work = moving.work.value;
  useFocusWithin(box, `${work.kind} ${imports && unfinishedOf(imports)?.state}`);
  if (imports === undefined) return null;
  const current = unfinishedOf(imports);
  const done = lastDoneOf(imports);
  const steps = step !== undefined && <Steps present={step} />;
  return (
    <div class="import" ref={box} tabIndex={-1}>
      {current === undefined ? (
        <>
          {done !== undefined && <DoneImport key={done.id} moving={moving} of={done} />}
          {imports.has_messages ? (
            done === undefined && (
              <Card title={w.full} icon="info">
                <p>{w.fullText}</p>
              </Card>
            )
          ) : (
            <>
              {isTakenBack(imports) && <p class="settings-note">{w.cancelled}</p>}
              {steps}
              {work.kind === "none" || work.kind === "strange" ? (
                <FileChooser moving={moving} />
              ) : (
                <ChosenFile moving={moving} work={work} />
              )}
            </>
          )}
        </>
      ) : (
        <>
          {steps}
          {work.kind === "uploading" && current.state === "uploading" ? (
            <Uploading moving={moving} work={work} />
          ) : current.state === "uploading" ? (
            <UnfinishedUpload moving={moving} of={current} work={work} />
          ) : (
            <ServerImport moving={moving} of={current} />
          )}
        </>
      )}
    </div>
  );
}

/**
 * Moves the focus to the box when a state change removes its focused element, so that screen readers keep their place.
 */
function useFocusWithin(box: RefObject<HTMLElement | null>, state: string): void {
  const isWithin = useRef(false);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      isWithin.current = target instanceof Node && box.current?.contains(target) === true;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [box]);
  useEffect(() => {
    if (isWithin.current && document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, [box, state]);
}

/** Returns the current step, or undefined until the imports are loaded. */
function stepOf({ imports, work }: MovingIn): StepName | undefined {
  if (imports.value === undefined) return undefined;
  const current = unfinishedOf(imports.value);
  if (current === undefined) {
    const { kind } = work.value;
    return kind === "none" || kind === "strange" || kind === "finding"
      ? "choose"
      : kind === "uploading"
        ? "upload"
        : "read";
  }
  if (current.state === "uploading") return work.value.kind === "making" ? "read" : "upload";
  if (current.started_at !== null) return "import";
  return "check";
}

/** Makes screen readers announce each new state of the import, but not its progress. */
function announceState({ imports }: MovingIn): void {
  const current = imports.value && unfinishedOf(imports.value);
  const w = importWords();
  if (current?.state === "checked") announce(w.checked, "import");
  else if (current?.state === "running") announce(w.running, "import");
  else if (current?.state === "undoing") announce(w.undoing, "import");
}

const STEPS = ["choose", "read", "upload", "check", "import"] as const;
type StepName = (typeof STEPS)[number];

function Steps({ present }: { readonly present: StepName }) {
  const w = importWords();
  const at = STEPS.indexOf(present);
  return (
    <ol class="import-steps" aria-label={w.stepsName}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          class={index < at ? "import-step is-done" : "import-step"}
          aria-current={index === at ? "step" : undefined}
        >
          <span class="import-step-name">{w.steps[step]}</span>
        </li>
      ))}
    </ol>
  );
}
