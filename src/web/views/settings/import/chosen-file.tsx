import { useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import type { MovingIn, Work } from "../../../client/import/moving-in.ts";
import type { ConversionChoices, RecognizedArchive } from "../../../import-worker/converter-messages.ts";
import { Button } from "../../../parts/button.tsx";
import { Choice } from "../../../parts/fields/choice.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Spinner } from "../../../parts/progress.tsx";
import { fileSize } from "../../../words/file-size.ts";
import { number } from "../../../words/format.ts";
import { importWords } from "../../../words/settings/organization/import.ts";
import { attempt } from "../../attempt.ts";
import { Card, WorkBar } from "./card.tsx";
import { Holdings, LeftOut } from "./report-view.tsx";

type WorkOf<Kind extends Work["kind"]> = Extract<Work, { readonly kind: Kind }>;

/** The chosen file: its kind, the archive that was made from it, and the archive's contents. */
export function ChosenFile({ moving, work }: { readonly moving: MovingIn; readonly work: Work }) {
  const w = importWords();
  switch (work.kind) {
    case "finding":
      return (
        <p class="import-now" role="status">
          <Spinner /> {w.finding(work.file.name)}
        </p>
      );
    case "found":
      return <FoundFile moving={moving} work={work} />;
    case "making":
      return <Making moving={moving} work={work} />;
    case "unmade":
      return <Unmade moving={moving} work={work} />;
    case "made":
      return <MadeArchive moving={moving} work={work} />;
    default:
      return null;
  }
}

const FileName = ({ file }: { readonly file: File }) => (
  <p class="import-file">
    {file.name} <span class="settings-note">{fileSize(file.size)}</span>
  </p>
);

/** True if exports of this kind can lack data about people. The user can enter such data next to the file. */
const lacksPeople = ({ kind }: RecognizedArchive): boolean => kind === "slack" || kind === "mattermost";

function FoundFile({ moving, work }: { readonly moving: MovingIn; readonly work: WorkOf<"found"> }) {
  const { file, found, choices: before } = work;
  const [first] = found.teams;
  const [choices, setChoices] = useState<ConversionChoices>(
    before ?? (first === undefined ? {} : { team: first.name }),
  );
  const choose = (more: ConversionChoices) => setChoices({ ...choices, ...more });
  const w = importWords();
  return (
    <Card title={w.recognised(w.kinds[found.kind])} icon="circle-check" tone="good">
      <FileName file={file} />
      {found.teams.length > 0 && (
        <div>
          <Choice
            label={w.team}
            value={choices.team}
            options={found.teams.map(({ name, title }) => ({ value: name, label: title, hint: name }))}
            onChange={(team) => choose({ team })}
          />
          <p class="settings-note">{w.teamHint}</p>
        </div>
      )}
      {lacksPeople(found) && (
        <PeopleFields
          choices={choices}
          isOpen={before !== undefined}
          hasWorkspaces={found.kind === "slack"}
          onChoose={choose}
        />
      )}
      <p>{w.willConvert}</p>
      <div class="settings-actions">
        <Button kind="primary" autofocus onClick={() => void moving.make(file, found, withoutEmptyChoices(choices))}>
          {w.read}
        </Button>
        <Button kind="quiet" onClick={() => void moving.drop()}>
          {w.otherFile}
        </Button>
      </div>
    </Card>
  );
}

function Making({ moving, work }: { readonly moving: MovingIn; readonly work: WorkOf<"making"> }) {
  const { file, archiveKind, step, done, total } = work;
  const w = importWords();
  const steps: Readonly<Record<string, string>> = w.readSteps;
  const isBytes = step === "unpacking";
  const amount = total === 0 ? (isBytes ? fileSize(done) : number(done)) : w.phaseOf(done, total);
  return (
    <Card title={w.reading(w.kinds[archiveKind])}>
      <FileName file={file} />
      <WorkBar
        label={steps[step] ?? (step === "" ? w.begins : step)}
        share={total === 0 ? undefined : done / total}
        detail={step === "" ? "" : amount}
      />
      <div class="settings-actions">
        <Button onClick={() => void moving.drop()}>{w.stop}</Button>
      </div>
    </Card>
  );
}

function Unmade({ moving, work }: { readonly moving: MovingIn; readonly work: WorkOf<"unmade"> }) {
  const { file, why, text, from } = work;
  const canChange = from !== undefined && lacksPeople(from.found);
  const w = importWords();
  return (
    <div role="alert">
      <Card title={w.failures[why]} icon="triangle-alert" tone="bad">
        <FileName file={file} />
        <p>{why === "archive" ? <span lang="en">{text}</span> : w.failureTexts[why]}</p>
        {why === "fault" && text !== "" && (
          <p class="settings-note" lang="en">
            {text}
          </p>
        )}
        {(why === "storage" || why === "room") && <p class="settings-note">{w.byCommand}</p>}
        <div class="settings-actions">
          {canChange && (
            <Button kind="primary" onClick={() => moving.change(file, from)}>
              {w.change}
            </Button>
          )}
          <Button kind={canChange ? "quiet" : "primary"} onClick={() => void moving.drop()}>
            {w.otherFile}
          </Button>
        </div>
      </Card>
    </div>
  );
}

function MadeArchive({ moving, work }: { readonly moving: MovingIn; readonly work: WorkOf<"made"> }) {
  const client = useClient();
  const { file, made, choices } = work;
  const w = importWords();
  const upload = () => attempt(client, () => moving.upload(file, made, choices));
  return (
    <Card title={w.ready(w.kinds[made.kind], made.version)} icon="circle-check" tone="good">
      <FileName file={file} />
      <p>{w.readyText(fileSize(made.archive.size))}</p>
      <div class="settings-actions">
        <Button kind="primary" icon="upload" autofocus run={upload}>
          {w.upload}
        </Button>
        <Button kind="quiet" onClick={() => void moving.drop()}>
          {w.otherFile}
        </Button>
      </div>
      <Holdings made={made} />
      {made.report !== null && <LeftOut of={made.report} />}
    </Card>
  );
}

/** Maximum length of a list of people, in characters. The browser stores the list during the upload. */
const MAX_LIST = 1_000_000;

interface PeopleFieldsProps {
  readonly choices: ConversionChoices;
  /** True if the fields are initially shown. */
  readonly isOpen: boolean;
  readonly hasWorkspaces: boolean;
  readonly onChoose: (more: ConversionChoices) => void;
}

/** Fields for data an export can lack: email addresses, and the role of people from other workspaces. */
function PeopleFields({ choices, isOpen, hasWorkspaces, onChoose }: PeopleFieldsProps) {
  const w = importWords().people;
  return (
    <details class="import-more" open={isOpen}>
      <summary>{w.title}</summary>
      <Field
        label={w.domain}
        hint={w.domainHint}
        placeholder={w.domainExample}
        value={choices.emailDomain ?? ""}
        spellcheck={false}
        maxLength={200}
        onInput={(emailDomain) => onChoose({ emailDomain })}
      />
      <Field
        label={w.list}
        hint={w.listHint}
        lines={4}
        value={choices.people ?? ""}
        spellcheck={false}
        maxLength={MAX_LIST}
        onInput={(people) => onChoose({ people })}
      />
      {hasWorkspaces && (
        <Choice
          label={w.strangers}
          value={choices.strangers ?? "deactivated"}
          options={[
            { value: "deactivated", label: w.deactivated },
            { value: "guests", label: w.guests },
          ]}
          onChange={(strangers) => onChoose({ strangers })}
        />
      )}
      <p class="settings-note">{w.token}</p>
    </details>
  );
}

const withoutEmptyChoices = ({ emailDomain = "", people = "", ...others }: ConversionChoices): ConversionChoices => ({
  ...others,
  ...(emailDomain.trim() !== "" && { emailDomain: emailDomain.trim().replace(/^@/, "") }),
  ...(people.trim() !== "" && { people }),
});
