import { useState } from "preact/hooks";
import type { MovingIn } from "../../../client/import/moving-in.ts";
import { FileButton } from "../../../parts/fields/file-button.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { importWords } from "../../../words/settings/organization/import.ts";
import { Card } from "./card.tsx";

const TYPES = ".tar,.gz,.tgz,.zip,.jsonl,.json";

/** Chooses a file, or accepts a dropped one. Shows why the last one couldn't be read. */
export function FileChooser({ moving }: { readonly moving: MovingIn }) {
  const w = importWords();
  // Without HTTPS, browsers neither store files nor compute digests.
  if (!isSecureContext)
    return (
      <Card title={w.needsHttps} icon="lock">
        <p>{w.needsHttpsText}</p>
        <p class="settings-note">{w.byCommand}</p>
      </Card>
    );
  return (
    <>
      <FileDrop moving={moving} />
      <p class="import-private">
        <Icon name="lock" size={16} />
        {w.private}
      </p>
      <Sources />
    </>
  );
}

export function FileDrop({ moving }: { readonly moving: MovingIn }) {
  const [isHeld, setHeld] = useState(false);
  const work = moving.work.value;
  const w = importWords();
  const take = (file: File) => void moving.choose(file);
  return (
    <>
      {work.kind === "strange" && <StrangeFile moving={moving} name={work.file.name} why={work.why} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same without dropping */}
      <div
        class={isHeld ? "import-drop is-held" : "import-drop"}
        onDragOver={(event) => {
          event.preventDefault();
          setHeld(true);
        }}
        onDragLeave={() => setHeld(false)}
        onDrop={(event) => {
          event.preventDefault();
          setHeld(false);
          const [file] = event.dataTransfer?.files ?? [];
          if (file !== undefined) take(file);
        }}
      >
        <Icon name="upload" size={22} />
        <FileButton kind="primary" accept={TYPES} onFile={take}>
          {work.kind === "strange" ? w.otherFile : w.chooseFile}
        </FileButton>
        <p class="import-drop-hint">{w.dropHere}</p>
        <p class="settings-note">{w.takes}</p>
      </div>
    </>
  );
}

interface Strange {
  readonly moving: MovingIn;
  readonly name: string;
  readonly why: "unknown" | "other" | "changed";
}

function StrangeFile({ moving, name, why }: Strange) {
  const w = importWords();
  const note = moving.note();
  const texts = {
    unknown: [w.unknown, w.unknownText(name)],
    other:
      note === undefined
        ? [w.begunElsewhere, w.unfinishedElsewhere]
        : [w.otherThanBegun, w.otherThanBegunText(note.file.name, name)],
    changed: [w.changed, w.changedText],
  } as const;
  const [title, text] = texts[why];
  return (
    <div role="alert">
      <Card title={title} icon="triangle-alert" tone="bad">
        <p>{text}</p>
      </Card>
    </div>
  );
}

function Sources() {
  const w = importWords();
  return (
    <details class="import-more">
      <summary>{w.whereFrom}</summary>
      <dl class="import-sources">
        {Object.values(w.sources).map(([program, where]) => (
          <div key={program}>
            <dt>{program}</dt>
            <dd>{where}</dd>
          </div>
        ))}
      </dl>
      <p class="settings-note">{w.byCommand}</p>
    </details>
  );
}
