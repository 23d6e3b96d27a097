import { useEffect, useState } from "preact/hooks";
import type { Client } from "../client/client.ts";

/**
 * Forms whose unsaved input is kept when the page is closed. It is stored by their index, so the order must not change.
 */
const FORMS = ["program", "template", "poll", "todo"] as const;

/**
 * Each input is stored under a number, next to the drafts of message edits and board pages. Their numbers are message
 * ids and negative channel ids, which are far greater than these.
 */
const FIRST = -(2 ** 40);

/**
 * Like `useState`, for unsaved input in a form. The input is restored when the form is shown again, even after the page
 * was closed. If there are several such forms, `of` is the id of what the form changes. `isUnsaved` returns whether
 * there is anything to keep.
 */
export function useKeptForm<Form>(
  { drafts }: Client,
  [form, of = 0]: readonly [form: (typeof FORMS)[number], of?: number],
  begin: Form,
  isUnsaved: (form: Form) => boolean,
): [Form, (next: Form | ((now: Form) => Form)) => void, forget: () => void] {
  const number = FIRST - of * FORMS.length - FORMS.indexOf(form);
  const [value, setValue] = useState<Form>(() => {
    const kept = drafts.editOf(number);
    return kept === undefined ? begin : JSON.parse(kept);
  });
  const isKept = isUnsaved(value);
  useEffect(() => drafts.keepEdit(number, isKept ? JSON.stringify(value) : undefined), [value, isKept]);
  return [value, setValue, () => drafts.keepEdit(number, undefined)];
}
