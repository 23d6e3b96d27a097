import { WorkBudget } from "../util/work-budget.ts";
import { ArchiveError } from "./archive-error.ts";
import { archiveLimits } from "./archive-limits.ts";

/** A record of a pax header, about the member that follows. */
interface PaxRecord {
  readonly key: string;
  readonly value: Uint8Array;
}

const HEAD = /^(\d{1,6}) ([^=]+)=/;
/** Maximum bytes of a record's length and key. */
const MAX_HEAD = 300;

export const unreadableHeader = () => new ArchiveError("The archive has a header that cannot be read");

export const paxSteps = () =>
  new WorkBudget(archiveLimits.pax_records, () => new ArchiveError("A header of the archive has too many records"));

/** Yields the records of a pax header (length, key and value). */
export function* paxRecords(bytes: Uint8Array, steps = paxSteps()): Generator<PaxRecord> {
  for (let at = 0; at < bytes.length; ) {
    steps.take();
    const [head, length, key] = HEAD.exec(new TextDecoder("latin1").decode(bytes.subarray(at, at + MAX_HEAD))) ?? [];
    if (head === undefined || length === undefined || key === undefined) throw unreadableHeader();
    const [begin, end] = [at + head.length, at + Number(length)];
    // A record must end after its own key. Otherwise the next one would begin before this one, and parsing would never
    // end.
    if (end <= begin || end > bytes.length || bytes[end - 1] !== 0x0a) throw unreadableHeader();
    yield { key, value: bytes.subarray(begin, end - 1) };
    at = end;
  }
}
