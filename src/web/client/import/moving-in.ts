import { type Signal, signal } from "@preact/signals";
import type {
  ConversionChoices,
  ConversionFailure,
  ConvertedArchive,
  RecognizedArchive,
} from "../../import-worker/converter-messages.ts";
import { sha256Of } from "../../model/hex.ts";
import { type Import, type Imports, unfinishedOf } from "../../model/organization/imports.ts";
import { isFinal } from "../../wire/api.ts";
import { pageClock, sleep } from "../../wire/clock.ts";
import { waitToRetry } from "../../wire/wait-to-retry.ts";
import type { Client } from "../client.ts";
import { perClient } from "../per-client.ts";
import { findKind, makeArchive, Unusable } from "./converter.ts";
import { aboutFile, choicesOf, isFileOf, keepNote, noteOf, type UploadNote } from "./upload-note.ts";
import { Pace, putPart, uploadParts } from "./upload-parts.ts";
import { openWorkroom, sweepWorkrooms, type Workroom } from "./workroom.ts";

/** This tab's work on an import file. */
export type Work =
  | { readonly kind: "none" }
  | { readonly kind: "finding"; readonly file: File }
  /**
   * The file isn't an archive (`unknown`), isn't the one whose upload was started (`other`), or is now converted to a
   * different archive (`changed`).
   */
  | { readonly kind: "strange"; readonly file: File; readonly why: "unknown" | "other" | "changed" }
  /** The file was recognized. Includes the choices of an earlier attempt, if that failed. */
  | {
      readonly kind: "found";
      readonly file: File;
      readonly found: RecognizedArchive;
      readonly choices?: ConversionChoices;
    }
  | ({ readonly kind: "making"; readonly file: File; readonly archiveKind: RecognizedArchive["kind"] } & ImportProgress)
  | {
      readonly kind: "unmade";
      readonly file: File;
      readonly why: ConversionFailure;
      readonly text: string;
      /** The recognized file and its choices. Absent if the file couldn't even be examined. */
      readonly from?: { readonly found: RecognizedArchive; readonly choices: ConversionChoices };
    }
  | { readonly kind: "made"; readonly file: File; readonly made: ConvertedArchive; readonly choices: ConversionChoices }
  | {
      readonly kind: "uploading";
      readonly file: File;
      readonly size: number;
      readonly bytes: number;
      readonly isWaiting: boolean;
      readonly secondsLeft: number | undefined;
      readonly error?: unknown;
    };

interface ImportProgress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

/** Polling intervals, by the state of the import. */
const EVERY_MS = { working: 1_000, uploading: 3_000, resting: 10_000 };
const LOCK = "parley-import-upload";

/** An organization's import, and this tab's work on it. Continues while other views are shown. */
export class MovingIn {
  readonly #client: Client;
  readonly work: Signal<Work> = signal({ kind: "none" });
  /** The server's imports. Undefined until it has responded. */
  readonly imports: Signal<Imports | undefined> = signal(undefined);
  /** The error of the last request to the server, if it failed. */
  readonly problem: Signal<unknown> = signal(undefined);
  readonly secondsLeft: Signal<number | undefined> = signal(undefined);
  #running = new AbortController();
  #workroom: Workroom | undefined;
  #made: ConvertedArchive | undefined;
  #pace = new Pace();
  /** Counts the user's actions. A response to a request from before the latest action is outdated. */
  #acts = 0;
  /** Aborted on each action, so that the next poll follows immediately. */
  #acted = new AbortController();

  constructor(client: Client) {
    this.#client = client;
    void sweepWorkrooms().catch(() => undefined);
  }

  /** Polls the state of the import until the signal aborts. */
  async follow(until: AbortSignal): Promise<void> {
    for (let failures = 0; !until.aborted; ) {
      try {
        await this.ask();
        failures = 0;
        const state = this.#current()?.state;
        const isWorking = state === "checking" || state === "running" || state === "undoing";
        const every = isWorking ? EVERY_MS.working : state === "uploading" ? EVERY_MS.uploading : EVERY_MS.resting;
        await sleep(pageClock, every, AbortSignal.any([until, this.#acted.signal]));
      } catch (error) {
        this.problem.value = error;
        failures++;
        await waitToRetry(failures);
      }
    }
  }

  async ask(): Promise<void> {
    const current = this.#current();
    const acts = this.#acts;
    if (current === undefined) {
      const reply = await this.#client.api.get<Imports & Record<string, unknown>>("/imports");
      if (acts === this.#acts) this.#take(reply);
    } else {
      const reply = await this.#client.api.get<{ import: Import }>(`/imports/${current.id}`).catch((error: unknown) => {
        if (!isFinal(error)) throw error;
      });
      // No reply means that another owner has removed the import.
      if (acts === this.#acts) {
        if (reply === undefined) this.#remove(current.id);
        else this.#put(reply.import);
      }
      // The end of an import can change which actions are possible.
      if (this.#current() === undefined) await this.ask();
    }
    this.problem.value = undefined;
  }

  /** Returns the note on the current upload, if it was started in this browser. */
  note(): UploadNote | undefined {
    const current = this.#current();
    return current && noteOf(current.id);
  }

  /** Examines a file. If its upload was already started, makes the same archive again and resumes the upload. */
  async choose(file: File): Promise<void> {
    await this.drop();
    const { signal } = this.#running;
    const current = this.#current();
    const note = this.note();
    if (current !== undefined && (note === undefined || !isFileOf(note, file))) {
      this.work.value = { kind: "strange", file, why: "other" };
      return;
    }
    this.work.value = { kind: "finding", file };
    try {
      const found = await findKind(file, signal);
      if (found === undefined) this.work.value = { kind: "strange", file, why: "unknown" };
      else if (note !== undefined) await this.#makeAgain(file, found, note);
      else if (found.kind === "parley") await this.make(file, found);
      else this.work.value = { kind: "found", file, found };
    } catch (error) {
      this.#fail(file, error, signal);
    }
  }

  /** Lets the user change the choices for a file after its conversion failed. */
  change(file: File, from: { found: RecognizedArchive; choices: ConversionChoices }): void {
    this.work.value = { kind: "found", file, ...from };
  }

  async make(
    file: File,
    found: RecognizedArchive,
    choices: ConversionChoices = {},
    now = Math.floor(Date.now() / 1000),
  ): Promise<void> {
    const { signal } = this.#running;
    const { kind: archiveKind } = found;
    addEventListener("beforeunload", askToStay);
    try {
      const step = { step: "", done: 0, total: 0 };
      this.work.value = { kind: "making", file, archiveKind, ...step };
      // A Parley archive is sent unchanged.
      this.#workroom = archiveKind === "parley" ? undefined : await openWorkroom();
      const making = { file, now, choices, folder: this.#workroom?.path ?? "" };
      const made = await makeArchive(making, {
        signal,
        onProgress: (step, done, total) => {
          this.work.value = { kind: "making", file, archiveKind, step, done, total };
        },
      });
      this.#made = made;
      this.work.value = { kind: "made", file, made, choices };
    } catch (error) {
      await this.#leaveWorkroom();
      this.#fail(file, error, signal, { found, choices });
    } finally {
      removeEventListener("beforeunload", askToStay);
    }
  }

  async #makeAgain(file: File, found: RecognizedArchive, note: UploadNote): Promise<void> {
    await this.make(file, found, choicesOf(note), note.now);
    const work = this.work.peek();
    if (work.kind !== "made") return;
    if (work.made.digest === note.digest) return this.upload(file, work.made);
    await this.#leaveWorkroom();
    this.work.value = { kind: "strange", file, why: "changed" };
  }

  /** Uploads the archive, and has the server check it. Rejects if the server refuses to start. */
  async upload(file: File, made: ConvertedArchive, choices: ConversionChoices = {}): Promise<void> {
    const begun = this.#current() ?? (await this.#begin(file, made, choices));
    const { signal } = this.#running;
    const pace = new Pace();
    const show = (bytes: number, isWaiting: boolean) => {
      pace.mark(bytes, Date.now());
      const secondsLeft = isWaiting ? undefined : pace.secondsTo(made.archive.size);
      this.work.value = { kind: "uploading", file, size: made.archive.size, bytes, isWaiting, secondsLeft };
    };
    show(0, false);
    addEventListener("beforeunload", askToStay);
    try {
      await navigator.locks.request(LOCK, { signal }, async () => {
        const path = `/imports/${begun.id}`;
        const told = await uploadParts({
          archive: made.archive,
          ask: async () => this.#put((await this.#client.api.get<{ import: Import }>(path)).import),
          digest: async (part) => sha256Of(await part.arrayBuffer()),
          put: (part, onProgress) => putPart(this.#client, { id: begun.id, part }, { signal, onProgress }),
          waitToRetry: async (failures, told) => {
            if (told === undefined) await waitToRetry(failures);
            else await sleep(pageClock, told, signal);
          },
          onProgress: show,
          signal,
        });
        if (told.state === "uploading") await this.act("check");
      });
      this.work.value = { kind: "none" };
      await this.#leaveWorkroom();
    } catch (error) {
      if (signal.aborted) return;
      const work = this.work.peek();
      if (work.kind === "uploading") this.work.value = { ...work, isWaiting: false, error };
      // Someone else may have canceled the import.
      await this.ask().catch(() => undefined);
      if (this.#current() === undefined) await this.drop();
    } finally {
      removeEventListener("beforeunload", askToStay);
    }
  }

  async #begin(file: File, made: ConvertedArchive, choices: ConversionChoices): Promise<Import> {
    const { digest, now, kind, secrets, report } = made;
    const after = Math.max(0, ...(this.imports.peek()?.imports ?? []).map(({ id }) => id));
    const note = { after, file: aboutFile(file), digest, now, choices, kind, secrets, report };
    // Stored before the request, so that the import is recognized after an interruption.
    keepNote({ id: null, ...note });
    const reply = await this.#client.api.post<{ import: Import }>("/imports", { size: made.archive.size });
    this.#didSomething();
    keepNote({ id: reply.import.id, ...note });
    return this.#put(reply.import);
  }

  async goOn(): Promise<void> {
    const work = this.work.peek();
    if (work.kind === "uploading" && this.#made !== undefined) await this.upload(work.file, this.#made);
  }

  async act(what: "check" | "start" | "cancel"): Promise<void> {
    const current = this.#current();
    if (current === undefined) return;
    if (what === "cancel") await this.drop();
    const reply = await this.#client.api.post<{ import: Import }>(`/imports/${current.id}/${what}`);
    this.#didSomething();
    this.#put(reply.import);
    if (this.#current() === undefined) await this.ask();
  }

  /** Removes a finished import from the list. */
  async forget(id: number): Promise<void> {
    await this.#client.api.delete(`/imports/${id}`);
    this.#didSomething();
    this.#remove(id);
  }

  /** Abandons the chosen file, and the work on it. */
  async drop(): Promise<void> {
    this.#running.abort();
    this.#running = new AbortController();
    this.#made = undefined;
    this.work.value = { kind: "none" };
    await this.#leaveWorkroom();
  }

  #didSomething(): void {
    this.#acts++;
    this.#acted.abort();
    this.#acted = new AbortController();
  }

  #current(): Import | undefined {
    const imports = this.imports.peek();
    return imports && unfinishedOf(imports);
  }

  #put(changed: Import): Import {
    const { imports = [], has_messages = false } = this.imports.peek() ?? {};
    this.#take({ imports: [...imports.filter(({ id }) => id !== changed.id), changed], has_messages });
    return changed;
  }

  #remove(id: number): void {
    const imports = this.imports.peek();
    if (imports !== undefined) this.#take({ ...imports, imports: imports.imports.filter((one) => one.id !== id) });
  }

  #take(imports: Imports): void {
    const before = this.#current();
    this.imports.value = imports;
    const current = this.#current();
    if (current?.phase !== before?.phase || current?.state !== before?.state) this.#pace = new Pace();
    if (current !== undefined) this.#pace.mark(current.done, Date.now());
    this.secondsLeft.value = current && this.#pace.secondsTo(current.total);
  }

  #fail(
    file: File,
    error: unknown,
    signal: AbortSignal,
    from?: { found: RecognizedArchive; choices: ConversionChoices },
  ): void {
    if (signal.aborted) return;
    const why = error instanceof Unusable ? error.why : "fault";
    const text = error instanceof Error ? error.message : "";
    this.work.value = { kind: "unmade", file, why, text, ...(from && { from }) };
  }

  async #leaveWorkroom(): Promise<void> {
    const workroom = this.#workroom;
    this.#workroom = undefined;
    await workroom?.remove();
  }
}

/** Makes the browser ask whether to leave the page. */
const askToStay = (event: Event): void => event.preventDefault();

/** Returns a client's import, which continues while other views are shown. */
export const movingInOf = perClient((client) => new MovingIn(client));
