import { noteOf } from "../../../client/moving/upload-note.ts";
import type { Import } from "../../../model/organization/imports.ts";
import { Button } from "../../../parts/button.tsx";
import { importWords } from "../../../words/settings/organization/import.ts";
import { download } from "../download.ts";

/** A button that downloads the whole report, in the format that the command writes. */
export const DownloadReport = ({ of: one }: { readonly of: Import }) => (
  <div>
    <Button icon="download" onClick={() => download(`import-${one.id}.json`, reportOf(one))}>
      {importWords().download}
    </Button>
  </div>
);

function reportOf(one: Import): string {
  const note = noteOf(one.id);
  const archive = { kind: note?.kind ?? null, bytes: one.size, report: note?.report ?? null };
  return `${JSON.stringify({ archive, import: one }, null, 2)}\n`;
}
