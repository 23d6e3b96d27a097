import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { Avatar } from "../../../parts/signs/avatar.tsx";
import { botsWords } from "../../../words/settings/integrations/bots.ts";

interface PictureFieldProps {
  readonly name: string;
  readonly id: number;
  /** The address of the present picture. */
  readonly src?: string | undefined;
  readonly file: File | undefined;
  readonly onChange: (file: File | undefined) => void;
}

/** The picture of a bot: the present one, or one that was chosen and is not sent yet. */
export function PictureField({ name, id, src, file, onChange }: PictureFieldProps) {
  const chooser = useRef<HTMLInputElement>(null);
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
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => onChange(event.currentTarget.files?.[0])}
      />
      <Button icon="image" onClick={() => chooser.current?.click()}>
        {src === undefined && chosen === undefined ? w.addPicture : w.otherPicture}
      </Button>
    </div>
  );
}
