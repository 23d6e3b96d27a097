import { useEffect, useState } from "preact/hooks";
import { Select } from "../../../parts/fields/choice.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { FileButton } from "../../../parts/fields/file-button.tsx";
import { Avatar } from "../../../parts/indicators/avatar.tsx";
import { botsWords } from "../../../words/settings/integrations/bots.ts";

interface PictureFieldProps {
  readonly name: string;
  readonly id: number;
  /** URL of the current picture. */
  readonly src?: string | undefined;
  readonly file: File | undefined;
  readonly onChange: (file: File) => void;
}

/** A bot's current picture, or a chosen one that hasn't been uploaded yet. */
export function PictureField({ name, id, src, file, onChange }: PictureFieldProps) {
  const [chosen, setChosen] = useState<string>();
  useEffect(() => {
    if (file === undefined) return setChosen(undefined);
    const url = URL.createObjectURL(file);
    setChosen(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  const w = botsWords();
  return (
    <div class="bots-picture">
      {(name !== "" || chosen !== undefined) && <Avatar name={name} id={id} src={chosen ?? src} size="l" />}
      <FileButton icon="image" accept="image/*" onFile={onChange}>
        {src === undefined && chosen === undefined ? w.addPicture : w.otherPicture}
      </FileButton>
    </div>
  );
}

interface Service {
  readonly url: string;
  readonly format: number;
}

interface OutgoingFieldsProps extends Service {
  readonly onChange: (service: Service) => void;
}

export function OutgoingFields({ url, format, onChange }: OutgoingFieldsProps) {
  const w = botsWords();
  return (
    <>
      <Field
        label={w.url}
        type="url"
        value={url}
        required
        hint={w.urlHint}
        onInput={(now) => onChange({ url: now, format })}
      />
      <Select
        label={w.format}
        value={format}
        options={[
          { value: 1, label: w.formats.zulip },
          { value: 2, label: w.formats.slack },
        ]}
        onChange={(now) => onChange({ url, format: now })}
      />
    </>
  );
}
