import type { ReadonlySignal } from "@preact/signals";
import { useClient } from "../../../client/client.ts";
import { Icon } from "../../../parts/icon.tsx";
import { ProgressBar } from "../../../parts/progress.tsx";
import { appWords } from "../../../words/app.ts";
import { composeWords } from "../../../words/compose.ts";
import type { Attachments } from "./attachments.ts";

interface AttachmentRowProps {
  readonly attachments: Attachments;
  readonly text: ReadonlySignal<string>;
}

export function AttachmentRow({ attachments, text }: AttachmentRowProps) {
  useClient();
  const all = attachments.in(text.value);
  const compose = composeWords();
  if (all.length === 0) return null;
  return (
    <ul class="composer-files">
      {all.map(({ id, name, share, picture, done }) => (
        <li key={id} class="composer-file">
          {picture === undefined ? <Icon name="file" size={18} /> : <img src={picture} alt="" />}
          <span class="composer-file-name">
            <bdi class="one-line">{name}</bdi>
            {!done && <ProgressBar share={share} label={compose.uploadProgress(name)} />}
          </span>
          <button
            type="button"
            class="composer-remove"
            aria-label={done ? appWords().removeNamed(name) : compose.cancelUpload(name)}
            onClick={() => attachments.remove(id)}
          >
            <Icon name="x" size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}
