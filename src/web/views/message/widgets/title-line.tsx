import { useState } from "preact/hooks";
import { ToolButton } from "../../../parts/tool-button.tsx";
import { appWords } from "../../../words/app.ts";
import { LineForm } from "./line-form.tsx";

interface TitleLineProps {
  readonly title: string;
  /** Shown if the title is empty. */
  readonly fallback: string;
  readonly label: string;
  readonly canEdit: boolean;
  readonly onChange: (title: string) => Promise<boolean>;
}

/** The title of a poll or a to-do list, which its author can change. */
export function TitleLine({ title, fallback, label, canEdit, onChange }: TitleLineProps) {
  const [isEdited, setEdited] = useState(false);
  if (isEdited) {
    return (
      <LineForm
        label={label}
        action={appWords().save}
        value={title}
        onDone={async (text) => {
          if (text !== title && !(await onChange(text))) return false;
          setEdited(false);
          return true;
        }}
        onCancel={() => setEdited(false)}
      />
    );
  }
  return (
    <div class="widget-title">
      <strong>{title === "" ? fallback : title}</strong>
      {canEdit && <ToolButton size="s" icon="pencil" label={label} onClick={() => setEdited(true)} />}
    </div>
  );
}
