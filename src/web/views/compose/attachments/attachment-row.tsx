import { useClient } from "../../../client/client.ts";
import { Icon } from "../../../parts/icon.tsx";
import { ProgressBar } from "../../../parts/progress.tsx";
import { composeWords } from "../../../words/compose.ts";
import type { Attachments } from "./attachments.ts";

/** The files of the message that is being written: the progress of uploads, and previews of pictures. */
export function AttachmentRow({ attachments }: { readonly attachments: Attachments }) {
  useClient();
  const all = attachments.all.value;
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
            aria-label={done ? compose.removeFile(name) : compose.cancelUpload(name)}
            onClick={() => attachments.remove(id)}
          >
            <Icon name="x" size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}
