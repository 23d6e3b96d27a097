import { inOrder } from "../../../util/canonical.ts";
import type { EntryObject } from "../../trust/audit-log/entry-object.ts";

/**
 * An entry as a line of an export, with the hash of its leaf. What is hashed stands in the order in which it is hashed, so that
 * `parley audit verify` need not parse it. Nothing is left that is derived from what the hash covers: it could be changed
 * unnoticed. Of an entry that has expired there is the hash alone.
 */
export function entryLine(id: number, entry: EntryObject | undefined, leaf: Uint8Array): string {
  const hash = Buffer.from(leaf).toString("base64");
  if (entry === undefined) return `${JSON.stringify({ id, leaf: hash })}\n`;
  const { program: _, ...told } = entry;
  const [context, details] = [inOrder(entry.context), inOrder(entry.details)];
  return `${JSON.stringify({ ...told, context, details, leaf: hash })}\n`;
}
