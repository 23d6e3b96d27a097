import { limits } from "../../../protocol/limit-table.ts";
import { tableArchive } from "../../../realm/archive-io/feature-archive.ts";
import { refusalMessage } from "../../../realm/archive-io/writing.ts";
import type { Realm } from "../../../realm/realm.ts";
import { addLinkifier, readTemplates } from "./linkifiers.ts";

const columns = ["pattern", "url_template", "example_input", "reverse_template", "alternative_url_templates"];

/** Adds an archived linkifier. Returns false if the organization doesn't accept it. */
function addImported(realm: Realm, linkifier: Parameters<typeof addLinkifier>[1]): boolean {
  const { pattern, url_template, example_input, reverse_template, alternative_url_templates: others } = linkifier;
  const texts = [pattern, url_template, example_input ?? "", reverse_template ?? "", ...others];
  if (others.length > limits.list.templates || texts.some((text) => [...text].length > 1000)) return false;
  return refusalMessage(() => void addLinkifier(realm, linkifier)) === undefined;
}

export const linkifierArchive = tableArchive("linkifiers", {
  rehearsed: null,
  reading: { key: ["position", "id"], columns },
  row: (row) => ({
    pattern: row.text("pattern"),
    url_template: row.text("url_template"),
    example_input: row.textOrNull("example_input"),
    reverse_template: row.textOrNull("reverse_template"),
    alternative_url_templates: readTemplates(row.text("alternative_url_templates"), row.number("id")),
  }),
  write(writing, row) {
    const { realm } = writing;
    const { pattern, url_template, example_input = null, reverse_template = null } = row;
    const plain = {
      pattern,
      url_template,
      example_input: null,
      reverse_template: null,
      alternative_url_templates: [],
    };
    const whole = {
      ...plain,
      example_input,
      reverse_template,
      alternative_url_templates: row.alternative_url_templates,
    };
    if (addImported(realm, whole)) return undefined;
    if (!addImported(realm, plain)) return "linkifiers that the organization does not take";
    writing.leftOut("what linkifiers have besides pattern and template, where it does not fit these", pattern);
    return undefined;
  },
});
