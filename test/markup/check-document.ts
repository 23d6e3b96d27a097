import { htmlDiff, renderInline, topicLinks } from "../../src/markup/index.ts";
import { exampleNames, render } from "../support/markup.ts";
import { forbiddenIn } from "./allowed-html.ts";

const names = {
  translateEmoticons: true,
  defaultCodeLanguage: "python",
  linkifiers: [
    { id: 1, pattern: "#(?P<id>[0-9]{1,8})", url_template: "https://tickets.example/{id}" },
    { id: 2, pattern: "(?P<word>[A-Z]+)-(?P<n>[0-9]+)", url_template: "https://jira.example/{+word}/{n}" },
    { id: 3, pattern: "(?P<any>javascript:.*)", url_template: "{+any}" },
  ],
};

/** Renders a source in every way that produces HTML. Throws if any result has HTML that isn't allowed. */
export async function checkDocument(source: string): Promise<void> {
  const { html } = await render(source, names);
  const outputs = {
    message: html,
    description: renderInline(source, { ...exampleNames, ...names }),
    difference: htmlDiff(html, (await render(source.slice(1), names)).html),
  };
  for (const [kind, output] of Object.entries(outputs)) {
    const marks = output.replace(/<span class="highlight_text_(?:inserted|deleted)">/g, '<span class="n">');
    const problem = forbiddenIn(marks);
    if (problem) throw new Error(`${kind}: ${problem}\nin ${output}`);
  }
  topicLinks(source.slice(0, 60), names.linkifiers);
}
