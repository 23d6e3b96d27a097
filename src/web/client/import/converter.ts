import type {
  ConversionFailure,
  ConversionRequest,
  ConvertedArchive,
  ConverterReply,
  ConverterRequest,
  RecognizedArchive,
} from "../../import-worker/converter-messages.ts";
import { scriptAddress } from "../session/script-address.ts";

/** URL of the worker, set by the build. */
declare const CONVERTER: string;

/** Thrown if a file can't be converted. */
export class Unusable extends Error {
  override readonly name = "Unusable";
  readonly why: ConversionFailure;

  constructor(why: ConversionFailure, text: string) {
    super(text);
    this.why = why;
  }
}

interface Following {
  readonly signal: AbortSignal;
  readonly onProgress?: (step: string, done: number, total: number) => void;
}

/** Returns an archive's kind, or undefined if the file isn't an archive of a known program. */
export async function findKind(file: File, signal: AbortSignal): Promise<RecognizedArchive | undefined> {
  const reply = await runInWorker({ ask: "find", file }, { signal });
  return reply.kind === "found" ? reply.found : undefined;
}

export async function makeArchive(making: ConversionRequest, following: Following): Promise<ConvertedArchive> {
  const reply = await runInWorker({ ask: "make", ...making }, following);
  if (reply.kind === "made") return reply.made;
  throw new Unusable("fault", "the file is no archive any more");
}

/** Runs a request in a dedicated worker, which is terminated when it finishes or the signal aborts. */
function runInWorker(asked: ConverterRequest, { signal, onProgress }: Following): Promise<ConverterReply> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const worker = new Worker(scriptAddress(CONVERTER), { name: "converter" });
    const end = (settle: () => void) => {
      worker.terminate();
      signal.removeEventListener("abort", abort);
      settle();
    };
    const abort = () => end(() => reject(signal.reason));
    signal.addEventListener("abort", abort);
    worker.addEventListener("error", ({ message }) => end(() => reject(new Unusable("fault", message ?? ""))));
    worker.addEventListener("message", ({ data: reply }: MessageEvent<ConverterReply>) => {
      if (reply.kind === "progress") onProgress?.(reply.step, reply.done, reply.total);
      else if (reply.kind === "failed") end(() => reject(new Unusable(reply.why, reply.text)));
      else end(() => resolve(reply));
    });
    worker.postMessage(asked);
  });
}
