import { useId, useState } from "preact/hooks";
import { type Fields, useClient } from "../../../client/client.ts";
import { Button } from "../../../parts/button.tsx";
import { errorText } from "../../../parts/error-text.ts";
import { FieldError } from "../../../parts/fields/field.tsx";
import { FileButton } from "../../../parts/fields/file-button.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { appWords } from "../../../words/app.ts";
import { organizationProfileWords } from "../../../words/settings/organization/organization-profile.ts";
import { rowHint } from "../rows/setting-row.tsx";

interface Props {
  readonly label: string;
  readonly hint: string;
  readonly locked: string | undefined;
  /** The picture's URL, or undefined if the organization has none. */
  readonly src: string | undefined;
  /** The shape: a square, or a logo on the background of its theme. */
  readonly shape: "square" | "day" | "night";
  /** Maximum size accepted by the server, in MiB. */
  readonly most: number;
  /** Path that the picture is sent to, together with `fields`. */
  readonly path: string;
  readonly fields?: Fields;
}

/** A picture of the organization, which can be replaced and removed. */
export function PictureRow({ label, hint, locked, src, shape, most, path, fields = {} }: Props) {
  const client = useClient();
  const id = useId();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const w = organizationProfileWords();
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (reason) {
      setError(errorText(reason));
    }
    setBusy(false);
  };
  const choose = (file: File) => {
    if (file.size > most * 2 ** 20) return setError(w.tooLarge(most));
    void attempt(() => client.upload(file, { path, fields }));
  };
  return (
    <fieldset class="picture-row" disabled={locked !== undefined} aria-describedby={`${id}-hint`}>
      <legend class="field-label">{label}</legend>
      <span class={`picture-shown picture-${shape}`}>
        {src === undefined ? <Icon name="image" size={22} /> : <img src={src} alt="" />}
      </span>
      <div class="picture-tools">
        <FileButton icon="upload" accept="image/*" busy={isBusy} disabled={locked !== undefined} onFile={choose}>
          {w.upload}
        </FileButton>
        {src !== undefined && (
          <Button
            kind="quiet"
            disabled={locked !== undefined}
            onClick={() => void attempt(() => client.api.delete(path, fields))}
          >
            {appWords().remove}
          </Button>
        )}
      </div>
      <FieldError text={error} />
      <p class="field-hint" id={`${id}-hint`}>
        {rowHint(hint, locked)}
      </p>
    </fieldset>
  );
}
