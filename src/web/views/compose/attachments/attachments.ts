import { type Signal, signal } from "@preact/signals";
import type { Client } from "../../../client/client.ts";
import { errorText } from "../../../parts/error-text.ts";
import { appWords } from "../../../words/app.ts";
import { composeWords } from "../../../words/compose.ts";
import { fileSize } from "../../../words/file-size.ts";

/** A file being uploaded, or already uploaded and linked in the text. */
interface Attachment {
  readonly id: number;
  readonly name: string;
  /** Upload progress between 0 and 1. */
  readonly share: number;
  /** The Markdown that represents the file in the text: a placeholder, or the link after the upload. */
  readonly markdown: string;
  /** URL of a local preview, if the file is an image. */
  readonly picture: string | undefined;
  readonly done: boolean;
}

/** Edits the text that files are inserted into. */
interface Writer {
  /** Returns a function that inserts text into the current text, even if another text is shown when it is called. */
  inserter(): (text: string) => void;
  /** Replaces a part of the text, wherever it is now. Returns false if it isn't found. */
  replace(text: string, by: string): boolean;
}

const UPLOADS_AT_ONCE = 3;
let ids = 0;

/** Files of the message being written. Each has a placeholder in the text, which becomes a link after the upload. */
export class Attachments {
  readonly #all: Signal<readonly Attachment[]> = signal([]);
  readonly #aborts = new Map<number, AbortController>();
  /** The files whose placeholders the user has deleted. */
  readonly #unwanted = new Set<number>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(
    private readonly client: Client,
    private readonly writer: Writer,
  ) {}

  /** The files in a text. */
  in(text: string): readonly Attachment[] {
    return this.#all.value.filter(({ markdown }) => text.includes(markdown));
  }

  /** True if files in a text are still being uploaded. */
  isUploading(text: string): boolean {
    return this.in(text).some(({ done }) => !done);
  }

  /**
   * Removes placeholders of uploads that ended because their page was closed or crashed. Placeholders contain an
   * ellipsis in every language.
   */
  withoutLost(text: string): string {
    return text.replace(/\[[^[\]]*…[^[\]]*\]\(\)\n?/g, (link) => (this.isUploading(link) ? link : ""));
  }

  /**
   * Must be called when the user changes a text. Placeholders that disappear for other reasons, such as an edit in
   * another tab, don't count as deleted by the user.
   */
  changed(before: string, text: string): void {
    for (const { id } of this.in(before)) this.#unwanted.add(id);
    for (const { id } of this.in(text)) this.#unwanted.delete(id);
  }

  add(files: readonly File[], insert = this.writer.inserter()): void {
    const most = this.client.watch().max_file_upload_size_mib;
    const added = files.flatMap((file) => {
      if (file.size > most * 1024 * 1024) {
        const text = composeWords().fileTooLarge(file.name, fileSize(most * 1024 * 1024));
        this.client.toast({ text, kind: "error" });
        return [];
      }
      return [{ file, attachment: this.#begin(file) }];
    });
    if (added.length === 0) return;
    insert(added.map(({ attachment }) => `${attachment.markdown}\n`).join(""));
    for (const { file, attachment } of added) void this.#send(file, attachment, insert);
  }

  /** Removes a file from the text, and aborts its upload if it is running. */
  remove(id: number): void {
    const attachment = this.#all.value.find((one) => one.id === id);
    if (attachment === undefined) return;
    this.#aborts.get(id)?.abort();
    this.#drop(attachment);
  }

  /**
   * Drops uploaded files whose links are no longer in the text, because the text was sent or the links were deleted.
   */
  tidy(text: string): void {
    const gone = this.#all.value.filter(({ done, markdown }) => done && !text.includes(markdown));
    for (const { picture } of gone) if (picture !== undefined) URL.revokeObjectURL(picture);
    if (gone.length > 0) this.#all.value = this.#all.value.filter((one) => !gone.includes(one));
  }

  #begin(file: File): Attachment {
    const id = ++ids;
    const name = file.name.replace(/[[\]]/g, "");
    const same = this.#all.value.filter((one) => one.name === name).length;
    const attachment: Attachment = {
      id,
      name,
      share: 0,
      markdown: `[${composeWords().uploading(same === 0 ? name : `${name} (${same + 1})`)}]()`,
      picture: file.type.startsWith("image/") ? URL.createObjectURL(file) : undefined,
      done: false,
    };
    this.#all.value = [...this.#all.value, attachment];
    return attachment;
  }

  async #send(file: File, attachment: Attachment, insert: (text: string) => void): Promise<void> {
    const { id, markdown } = attachment;
    const abort = new AbortController();
    this.#aborts.set(id, abort);
    const ended = new AbortController();
    addEventListener("beforeunload", (event) => event.preventDefault(), { signal: ended.signal });
    // An upload ends with the page, unless the browser keeps the page for the back button. Runs before the text is
    // stored.
    const leave = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) this.remove(id);
    };
    addEventListener("pagehide", leave, { signal: ended.signal, capture: true });
    await this.#turn();
    try {
      const { url, filename } = await this.client.upload(file, {
        signal: abort.signal,
        onProgress: (share) => this.#change(id, { share }),
      });
      const link = `[${String(filename ?? file.name).replace(/[[\]]/g, "")}](${String(url)})`;
      if (!this.writer.replace(markdown, link) && !this.#unwanted.has(id)) insert(`${link}\n`);
      this.#change(id, { share: 1, markdown: link, done: true });
    } catch (error) {
      if (!abort.signal.aborted) {
        const text = composeWords().uploadFailed(attachment.name, errorText(error));
        const run = () => this.add([file], insert);
        this.client.toast({ text, kind: "error", action: { label: appWords().retry, run } });
      }
      this.#drop(attachment);
    } finally {
      ended.abort();
      this.#aborts.delete(id);
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Waits until fewer than UPLOADS_AT_ONCE uploads are running. */
  async #turn(): Promise<void> {
    if (this.#running >= UPLOADS_AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
  }

  #drop({ id, picture }: Attachment): void {
    const present = this.#all.value.find((one) => one.id === id);
    if (present === undefined) return;
    if (picture !== undefined) URL.revokeObjectURL(picture);
    this.#all.value = this.#all.value.filter((one) => one.id !== id);
    this.writer.replace(`${present.markdown}\n`, "");
    this.writer.replace(present.markdown, "");
  }

  #change(id: number, change: Partial<Attachment>): void {
    this.#all.value = this.#all.value.map((one) => (one.id === id ? { ...one, ...change } : one));
  }
}
