import { fillMarkup, type Markup, packMarkup } from "../../../../markup/index.ts";
import type { ImportContext } from "../../../../realm/archive-io/writing.ts";
import { markupNames } from "../send/markup-names.ts";

/**
 * Whether the time of a message or reminder passed during the migration. If so, it is kept as failed, because no one
 * expects it anymore.
 */
export const isPast = ({ realm }: ImportContext, { deliver_at }: { readonly deliver_at: number }): boolean =>
  deliver_at <= realm.seconds();

/** Returns the columns of a message or reminder to be sent later, and the paths of files it links to. */
export function importedTexts(
  { realm }: ImportContext,
  { content }: { readonly content: string },
  markup: Markup | undefined,
) {
  if (markup === undefined) throw new Error("the importer has not parsed a text");
  const { html, attachmentPaths } = fillMarkup(markup, markupNames(realm, null));
  return { texts: { content, markup: packMarkup(markup), html, realm_url: realm.url }, attachmentPaths };
}
