import type { Asked, Failed, Found, Made, Making, Said } from "../../converter/said.ts";
import { scriptAddress } from "../session/script-address.ts";

/** The address of the worker; the build puts it in. */
declare const CONVERTER: string;

/** A file cannot be converted. */
export class Unusable extends Error {
  override readonly name = "Unusable";
  readonly why: Failed;

  constructor(why: Failed, text: string) {
    super(text);
    this.why = why;
  }
}

interface Following {
  readonly signal: AbortSignal;
  readonly onProgress?: (step: string, done: number, total: number) => void;
}

/** The kind of an archive; undefined if the file is not an archive of a known program. */
export async function findKind(file: File, signal: AbortSignal): Promise<Found | undefined> {
  const said = await ask({ ask: "find", file }, { signal });
  return said.is === "found" ? said.found : undefined;
}

/** Makes the archive that is uploaded. */
export async function makeArchive(making: Making, following: Following): Promise<Made> {
  const said = await ask({ ask: "make", ...making }, following);
  if (said.is === "made") return said.made;
  throw new Unusable("fault", "the file is no archive any more");
}

/** Runs a request in a worker of its own, which is ended afterwards, or when the signal aborts. */
function ask(asked: Asked, { signal, onProgress }: Following): Promise<Said> {
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
    worker.addEventListener("message", ({ data: said }: MessageEvent<Said>) => {
      if (said.is === "progress") onProgress?.(said.step, said.done, said.total);
      else if (said.is === "failed") end(() => reject(new Unusable(said.why, said.text)));
      else end(() => resolve(said));
    });
    worker.postMessage(asked);
  });
}
