import "./own.css";
import { useState } from "preact/hooks";
import { type Client, type EventOfType, useClient } from "../../../client/client.ts";
import type { EventNamed } from "../../../model/event.ts";
import { ToolButton } from "../../../parts/button.tsx";
import { Select } from "../../../parts/fields/choice.tsx";
import { SearchField } from "../../../parts/fields/field.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Time } from "../../../parts/indicators/time.tsx";
import { confirm } from "../../../parts/overlays/dialog.tsx";
import { openMenu } from "../../../parts/overlays/menu.tsx";
import { Empty, ProgressBar } from "../../../parts/progress.tsx";
import { appWords } from "../../../words/app.ts";
import { fileSize } from "../../../words/file-size.ts";
import { compareNames } from "../../../words/format.ts";
import { uploadedFilesWords } from "../../../words/settings/own/preferences.ts";
import { fullTime } from "../../../words/time.ts";
import { attempt } from "../../attempt.ts";
import { Entry, EntryList } from "../entry.tsx";
import { showMessage } from "../show-message.ts";
import { useLoaded, WhenLoaded } from "../use-loaded.tsx";

interface Files {
  readonly attachments: readonly UploadedFile[];
  /** Total size of the organization's files, in bytes. */
  readonly upload_space_used: number;
}

function follow({ attachments }: Files, event: EventOfType<"attachment">): Files {
  const others = attachments.filter(({ id }) => id !== event.attachment.id);
  const { upload_space_used } = event;
  return { attachments: event.op === "remove" ? others : [...others, event.attachment], upload_space_used };
}

/** The user's uploaded files with size, time, and the messages that link to them. */
export function UploadedFiles() {
  const client = useClient();
  const loaded = useLoaded(() => client.api.get<Files>("/attachments"), { type: "attachment", follow });
  return <WhenLoaded of={loaded}>{(files) => <FileList files={files} />}</WhenLoaded>;
}

const MIB = 1_048_576;

function FileList({ files }: { readonly files: Files }) {
  const client = useClient();
  const { realm_upload_quota_mib: quota } = client.watch("realm");
  const [order, setOrder] = useState<FileOrder>("newest");
  const [search, setSearch] = useState("");
  const w = uploadedFilesWords();
  const { attachments, upload_space_used: used } = files;
  if (attachments.length === 0) return <Empty icon="file" title={w.none} text={w.noneText} />;
  const wanted = search.trim().toLowerCase();
  const found = attachments.filter(({ name }) => name.toLowerCase().includes(wanted)).sort(ORDERS[order]);
  const own = attachments.reduce((sum, { size }) => sum + size, 0);
  return (
    <section class="setting-group">
      <div class="files-sum">
        <p>{w.sum(attachments.length, fileSize(own))}</p>
        {quota !== null && (
          <>
            <ProgressBar share={Math.min(1, used / (quota * MIB))} label={w.space} />
            <p class="settings-note">{w.ofQuota(fileSize(used), fileSize(quota * MIB))}</p>
          </>
        )}
      </div>
      <div class="files-tools">
        <SearchField label={w.rows.search} value={search} onInput={setSearch} />
        <Select
          label={w.rows.order}
          quiet
          value={order}
          options={(["newest", "oldest", "largest", "smallest", "name"] as const).map((value) => ({
            value,
            label: w.orders[value],
          }))}
          onChange={setOrder}
        />
      </div>
      {found.length === 0 && <p class="settings-note">{w.nothingFound}</p>}
      <EntryList items={found} height={63}>
        {(file) => <FileRow client={client} file={file} />}
      </EntryList>
    </section>
  );
}

const PICTURE = /\.(png|jpe?g|gif|webp|avif|svg|bmp)$/i;

function FileRow({ client, file }: { readonly client: Client; readonly file: UploadedFile }) {
  const w = uploadedFilesWords();
  const { messages = [] } = file;
  const [first] = messages;
  return (
    <Entry
      before={<Icon name={PICTURE.test(file.name) ? "image" : "file"} size={18} />}
      isPlain
      title={
        <a class="files-name one-line" href={`/user_uploads/${file.path_id}`} target="_blank" rel="noopener noreferrer">
          {file.name}
        </a>
      }
      facts={
        <>
          {fileSize(file.size)} · <Time at={Math.floor(file.create_time / 1000)} as="short" />
          {" · "}
          {first === undefined ? (
            w.inNone
          ) : (
            <button
              type="button"
              class="files-messages"
              onClick={({ currentTarget }) => {
                if (messages.length === 1) void showMessage(client, first.id);
                else void openMenu(currentTarget, w.inMessages(messages.length), menuOf(client, file));
              }}
            >
              {w.inMessages(messages.length)}
            </button>
          )}
        </>
      }
    >
      <ToolButton icon="trash-2" label={appWords().deleteNamed(file.name)} onClick={() => void remove(client, file)} />
    </Entry>
  );
}

/** The menu of messages that link to a file, newest first. */
const menuOf = (client: Client, { messages = [] }: UploadedFile) =>
  [...messages]
    .reverse()
    .slice(0, 20)
    .map(({ id, date_sent }) => ({
      label: fullTime(Math.floor(date_sent / 1000)),
      run: () => void showMessage(client, id),
    }));

async function remove(client: Client, { id, name, messages = [] }: UploadedFile): Promise<void> {
  const w = uploadedFilesWords();
  const question = { title: w.removeAsk(name), text: w.removeText(messages.length), action: appWords().delete };
  if (await confirm({ ...question, danger: true }))
    await attempt(client, () => client.api.delete(`/attachments/${id}`), { done: w.removed(name) });
}

type UploadedFile = EventNamed<"attachment/add">["attachment"];

const ORDERS = {
  newest: (a: UploadedFile, b: UploadedFile) => b.create_time - a.create_time || b.id - a.id,
  oldest: (a: UploadedFile, b: UploadedFile) => a.create_time - b.create_time || a.id - b.id,
  largest: (a: UploadedFile, b: UploadedFile) => b.size - a.size || b.id - a.id,
  smallest: (a: UploadedFile, b: UploadedFile) => a.size - b.size || b.id - a.id,
  name: (a: UploadedFile, b: UploadedFile) => compareNames(a.name, b.name) || b.id - a.id,
} as const;

type FileOrder = keyof typeof ORDERS;
