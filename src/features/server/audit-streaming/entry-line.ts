import { sortKeys } from "../../../util/canonical.ts";
import type { EntryObject } from "../../trust/audit-log/entry-object.ts";

/**
 * Returns an entry as a line of an export, with the hash of its leaf. Hashed fields are in the order they are hashed,
 * so that `parley audit verify` needn't parse them. Nothing derived from them is left, because it could be changed
 * unnoticed. An expired entry has only the hash.
 */
export function entryLine(id: number, entry: EntryObject | undefined, leaf: Uint8Array): string {
  const hash = Buffer.from(leaf).toString("base64");
  if (entry === undefined) return `${JSON.stringify({ id, leaf: hash })}\n`;
  const { program: _, ...told } = entry;
  const [context, details] = [sortKeys(entry.context), sortKeys(entry.details)];
  return `${JSON.stringify({ ...told, context, details, leaf: hash })}\n`;
}
