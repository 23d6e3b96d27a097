import { catalog } from "../../catalog.ts";

export const linkifiersWords = catalog("linkifiers", {
  rows: { linkifiers: "Linkifiers", tryOut: "Try them out", add: "New linkifier" },
  title: "Linkifiers",
  hint: "What fits a pattern in a message becomes a link, such as #123 to an issue. The first one that fits counts: put them into the order in which they are tried.",
  none: "There are no linkifiers yet.",
  add: "New linkifier",
  create: "Create linkifier",
  edit: (pattern: string) => `Edit ${pattern}`,
  editTitle: "Edit linkifier",
  save: "Save",
  remove: (pattern: string) => `Delete ${pattern}`,
  removeTitle: "Delete this linkifier?",
  removeText: (pattern: string) =>
    `What fits ${pattern} is no link any more in new messages. Messages of before keep their links.`,
  removeAction: "Delete linkifier",
  removed: "The linkifier is deleted",
  pattern: "Pattern",
  patternHint: "A regular expression (RE2), with names for its parts, such as #(?P<id>[0-9]+)",
  template: "Link",
  templateHint: "An address with these names in braces, such as https://example.com/issues/{id}",
  leadsTo: (template: string) => `leads to ${template}`,
  tryOut: "Try them out",
  tryOutHint: "As the server makes links of it, with all linkifiers in their order.",
  sample: "Sample text",
  links: "Links found",
  noLinks: "No linkifier fits this text.",
});
